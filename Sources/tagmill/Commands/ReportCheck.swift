import Crypto
import JobFiles
import Jobs
import Tags

/// Whether a file is a report of a run as tagmill wrote it: its digest against those that the journal kept.
struct ReportCheck {
    enum Finding: Hashable, Sendable {
        /// The last of its kind that was rendered.
        case asWritten(KeptReport)
        /// Rendered once; another of its kind was rendered since.
        case earlier(KeptReport, last: KeptReport)
        /// Changed, or of another run; which one, where the file still names it.
        case changed(names: String?)
        /// Nothing was kept of the run.
        case nothingKept
    }

    let file: String
    let run: String
    /// Of the file's bytes, lower-case hex.
    let sha256: String
    let finding: Finding

    /// - Parameter kept: the oldest first.
    init(file: String, run: String, kept: [KeptReport]) throws(CommandError) {
        self.file = file
        self.run = run
        var stream = SHA256Stream()
        try InputFile.pieces(at: file) { (piece) throws(CommandError) in stream.update(piece) }
        sha256 = stream.finish().hex.lowercased()
        var finding = Self.compare(sha256, with: kept)
        if case .changed = finding {
            let named = Self.runNamed(in: file)
            finding = .changed(names: named == run ? nil : named)
        }
        self.finding = finding
    }

    static func compare(_ sha256: String, with kept: [KeptReport]) -> Finding {
        if kept.isEmpty { return .nothingKept }
        guard let found = kept.last(where: { $0.sha256 == sha256 }),
            let last = kept.last(where: { $0.file == found.file })
        else { return .changed(names: nil) }
        return last.sha256 == sha256 ? .asWritten(found) : .earlier(found, last: last)
    }

    /// The run that a report names, where it can still be read as one. What it says is shown and never relied on.
    private static func runNamed(in file: String) -> String? {
        guard let bytes = try? InputFile.bytes(at: file, atMost: FileLimits.reportBytes) else { return nil }
        if let report = try? ReportJSON.settings(bytes: bytes) { return report.runID }
        guard let table = try? CSVFile.read(bytes), let source = try? ReportFile.rerunSource(table) else { return nil }
        return source.run
    }

    var isUnchanged: Bool {
        switch finding {
        case .asWritten, .earlier: true
        case .changed, .nothingKept: false
        }
    }

    var sentence: String {
        switch finding {
        case .asWritten(let report):
            "\(file) is as tagmill wrote it: \(report.file) of run \(run), rendered at \(report.renderedAt)"
        case .earlier(let report, let last):
            "\(file) is an earlier \(report.file) of run \(run), rendered at \(report.renderedAt), and was not changed; "
                + "the last one was rendered at \(last.renderedAt)"
        case .changed(let named?):
            "\(file) was changed since, or is of another run than \(run): it names run \(named)"
        case .changed(nil):
            "\(file) was changed since, or is of another run than \(run)"
        case .nothingKept:
            "whether \(file) was changed cannot be told: the journal keeps no digest of a report of run \(run)"
        }
    }

    /// Documented in README.md, "The report".
    var json: JSONValue {
        let (result, report, named): (String, KeptReport?, String?) =
            switch finding {
            case .asWritten(let report): ("as-written", report, nil)
            case .earlier(let report, _): ("earlier", report, nil)
            case .changed(let named): ("changed", nil, named)
            case .nothingKept: ("nothing-kept", nil, nil)
            }
        return .object([
            .init("path", .string(file)),
            .init("run", .string(run)),
            .init("sha256", .string(sha256)),
            .init("result", .string(result)),
            .init("file", report.map { .string($0.file) } ?? .null),
            .init("rendered_at", report.map { .string($0.renderedAt.description) } ?? .null),
            .init("version", report.map { .string($0.version) } ?? .null),
            .init("names_run", named.map { .string($0) } ?? .null),
        ])
    }
}
