import Jobs
import Provisioning
import TestSupport

extension JournalSample {
    static let report = KeptReport(
        file: "report.json", sha256: "00ff", renderedAt: time(7000), version: "1.2.3")

    static let presentation = Presentation(
        uid: uid(5), reader: "A", station: "bench", result: .rejected, presentedAt: time(4))

    static let resumption = Execution(startedAt: time(8000), station: "hall", operatorName: "Ann", version: "1.2.4")
}

extension Journal {
    func goOn(run: String = JournalSample.run, releasingInDoubt: Bool = false) throws {
        try reopen(run: run, JournalSample.resumption, releasingInDoubt: releasingInDoubt)
    }
}
