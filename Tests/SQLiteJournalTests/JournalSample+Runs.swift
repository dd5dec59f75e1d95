import Jobs
import Provisioning
import TestSupport

extension JournalSample {
    static let report = KeptReport(
        file: "report.json", sha256: "00ff", renderedAt: time(7000), version: "1.2.3")

    static let presentation = Presentation(
        uid: uid(5), reader: "A", station: "bench", result: .rejected, presentedAt: time(4))
}
