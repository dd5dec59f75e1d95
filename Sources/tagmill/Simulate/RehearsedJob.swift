import JobFiles
import Jobs
import Simulation
import Simulator

extension CommandContext {
    /// The job and the rack that a rehearsal is of, checked as `run` checks them. No file of passwords is read: in a simulated
    /// world any password does.
    func rehearsedJob(_ rehearsed: SimulateOptions.Rehearsed) throws(CommandError) -> GivenJob {
        let file = try jobFile(at: rehearsed.job)
        if file.isReport {
            throw .refusedFile(
                path: file.path, reason: "is the report of a run, not a job: 'tagmill rerun' makes what failed")
        }
        let content = try ContentOptions(arguments)
        var settings = try settings(of: file, content.settings, content.overrides)
        let job = try resolved(file, settings)
        try refuseBadRows(job, path: file.path, skipsBadRows: false)
        let rack = try rackFile(at: rehearsed.rack)
        if settings.mirror != nil {
            console.warning("the settings ask for a mirror, which simulated runs do without")
            settings.mirror = nil
        }
        tellBounds(job, rack, rehearsed)
        do throws(RackError) {
            let given = try GivenJob(job, on: rack)
            for name in given.readersLeftOut {
                console.warning("\(rehearsed.rack): \(name) takes no tags; it and its tags are left out, as 'run' does")
            }
            return given
        } catch {
            throw .refusedFile(path: rehearsed.rack, reason: error.context)
        }
    }

    private func resolved(_ file: JobFile, _ settings: Settings) throws(CommandError) -> Job {
        do throws(JobFileError) {
            let (table, notes) = try table(of: file, settings)
            for note in notes { console.note("\(file.path): \(note)") }
            return Job.resolve(table: table, settings: settings, name: file.name, date: SystemClock().today())
        } catch {
            return Job(
                name: settings.name ?? file.name, settings: settings, columns: [], items: [], issues: [error.issue])
        }
    }

    private func tellBounds(_ job: Job, _ rack: RackFile, _ rehearsed: SimulateOptions.Rehearsed) {
        if job.items.count > GivenJob.mostItems {
            console.warning(
                "\(rehearsed.job): \(job.items.count) items, of which the first \(GivenJob.mostItems) are rehearsed")
        }
        if rack.tagCount > GivenJob.mostTags {
            console.warning("\(rehearsed.rack): \(rack.tagCount) tags, of which \(GivenJob.mostTags) are laid")
        }
    }
}
