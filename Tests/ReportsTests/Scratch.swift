import Foundation
import Jobs
import Reports

/// A folder of a test's own, removed with the value.
final class Scratch {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tagmill-reports-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

    static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }
}

/// What a journal of a test throws.
enum SourceFailure: Error, Equatable { case lost }

/// Renders the sample run, with other items where they are given.
@discardableResult
func render(
    _ record: RunRecord = SampleRun.record, entries: [ItemEntry]? = nil, into folder: String,
    formats: Set<ReportFormat> = ReportFormat.ofEveryRun, failingAfter limit: Int? = nil
) throws -> [String] {
    let entries = try entries ?? SampleRun.entries()
    let presentations = try SampleRun.presentations()
    return try RunReports.render(
        run: record, readers: SampleRun.readers, into: folder, formats: formats, digest: SampleRun.digest
    ) { (body) throws(SourceFailure) in
        for (index, entry) in entries.enumerated() {
            if index == limit { throw .lost }
            body(entry)
        }
    } presentations: { (body) throws(SourceFailure) in
        presentations.forEach(body)
    }.paths
}
