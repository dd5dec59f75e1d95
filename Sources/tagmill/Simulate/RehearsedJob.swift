import JobFiles
import Jobs
import Simulation
import Simulator
import Tags

extension CommandContext {
    /// The job and the rack that a rehearsal is of, checked as `run` checks them. A file of passwords may be missing: the
    /// rehearsal may be made elsewhere than the run.
    func rehearsedJob(_ rehearsed: SimulateOptions.Rehearsed) throws(CommandError) -> GivenJob {
        let file = try jobFile(at: rehearsed.job)
        if file.isReport {
            throw .refusedFile(
                path: file.path, reason: "is the report of a run, not a job: 'tagmill rerun' makes what failed")
        }
        let content = try ContentOptions(arguments)
        var settings = try settings(of: file, content.settings, content.overrides)
        let passwords = try rehearsedPasswords(of: settings)
        let job = resolved(file, settings, passwords)
        try refuseBadRows(job, path: file.path, skipsBadRows: arguments.has("skip-bad-rows"))
        tellConsequences(of: job)
        let rack = try rackFile(at: rehearsed.rack)
        if settings.mirror != nil {
            console.warning("the settings ask for a mirror, which simulated runs do without")
            settings.mirror = nil
        }
        tellBounds(job, rack, rehearsed)
        do throws(RackError) {
            let given = try GivenJob(job, on: rack, passwords: passwords)
            for name in given.readersLeftOut {
                console.warning("\(rehearsed.rack): \(name) takes no tags; it and its tags are left out, as 'run' does")
            }
            return given
        } catch {
            throw .refusedFile(path: rehearsed.rack, reason: error.context)
        }
    }

    private func rehearsedPasswords(of settings: Settings) throws(CommandError) -> TagPasswords? {
        guard let path = settings.protection?.passwordFile else { return nil }
        guard InputFile.exists(path) else {
            console.warning(
                "\(path): no such file: each tag of the rack is taken to have the password that is meant for it")
            return nil
        }
        return try passwords(of: settings)
    }

    /// What `run` does that cannot be taken back, as `plan` says it; a rehearsal does none of it, and asks nobody.
    private func tellConsequences(of job: Job) {
        let consequences = RunConsequences(job)
        guard !consequences.sentences.isEmpty else { return }
        let asks = consequences.isToBeAsked ? " ('run' asks first; --yes agrees)" : ""
        console.note("in a run: \(consequences.sentence)\(asks)")
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
