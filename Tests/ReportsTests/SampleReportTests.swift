import Foundation
import Reports
import Testing

/// `reports/sample` shows what a report looks like, and is exactly what the program makes.
@Suite("The sample reports")
struct SampleReportTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "reports/sample").path

    @Test("the program gives these bytes", arguments: ReportFormat.allCases.flatMap(\.files))
    func sameBytes(name: String) throws {
        let scratch = try Scratch()
        try render(into: scratch.path, formats: Set(ReportFormat.allCases))
        let made = try Scratch.bytes("\(scratch.path)/\(name)")
        // TAGMILL_UPDATE_SAMPLES=1 swift test --filter SampleReportTests brings the samples up to date.
        if ProcessInfo.processInfo.environment["TAGMILL_UPDATE_SAMPLES"] == "1" {
            try Data(made).write(to: URL(filePath: "\(Self.folder)/\(name)"))
        }
        #expect(made == (try Scratch.bytes("\(Self.folder)/\(name)")))
    }
}
