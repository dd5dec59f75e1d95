import Foundation
import Jobs
import Tags
import Testing

@testable import JobFiles

@Suite struct DemoJobTests {
    /// The job that the repository shows must be without any issue, and fit the smallest chip.
    @Test func demoJobIsSound() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let bytes = [UInt8](try Data(contentsOf: root.appending(path: "jobs/demo.csv")))
        let job = Job.resolve(table: try CSVFile.read(bytes), settings: Settings(), name: "demo")
        #expect(job.issues.isEmpty)
        #expect(job.items.count == 24)
        #expect(job.columns == ["sku", "url", "text", "name"])
        for item in job.items {
            #expect(Set(job.fits(messageBytes: item.message.count)).isSuperset(of: [.ntag213, .ntag215, .ntag216]))
        }
    }
}
