import Jobs
import Provisioning

/// The other rows of the run: a rerun makes some of them, and none that is a second of another.
extension RerunPreparation {
    /// Nil where there is no journal.
    func family(of run: String) throws(CommandError) -> RunFamily? {
        guard let journal else { return nil }
        do throws(JournalError) {
            return try RunFamily(of: run, in: journal)
        } catch {
            throw .journal(error, path: journalPath)
        }
    }

    /// The rows that are not made now and that what is made must not repeat: as the journal has them, and where it does not know
    /// the run, as its report.json or the file itself has them.
    func standing(
        _ chosen: [RerunSource.Record], _ family: RunFamily?, _ settings: Settings, _ beside: ReportBeside?,
        isKnown: Bool
    ) throws(CommandError) -> StandingRows {
        let keys = Set(chosen.map(\.key))
        let rows: StandingRows
        do throws(JournalError) {
            rows = try family?.standing(but: keys) ?? StandingRows()
        } catch {
            throw .journal(error, path: journalPath)
        }
        guard !isKnown else { return rows }
        let reported = beside.map { Array($0.items.values) } ?? input.source.records + input.source.made
        let others = RerunSource(
            run: input.source.run, columns: beside?.columns ?? input.source.columns,
            records: reported.filter { $0.status != .invalid && !keys.contains($0.key) }.sorted { $0.key < $1.key })
        let job = Job.resolveRerun(others, settings: settings, name: "", date: SystemClock().today())
        for item in job.items { rows.add(item) }
        return rows
    }
}
