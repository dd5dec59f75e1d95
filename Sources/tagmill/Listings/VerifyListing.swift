import Jobs
import Reports

/// What `verify` prints: a line for each status but `match`, then the totals.
struct VerifyListing {
    let verification: Verification
    /// Lines that stand on the screen already.
    var told: Set<String> = []

    var text: String {
        let lines = verification.items.filter { $0.status != .match }.map { Self.line($0) }
        return (lines.filter { !told.contains($0) } + [totals]).joined(separator: "\n")
    }

    /// `998 match, 1 differs, 1 missing, 2 items passed over`, and the files that were not compared.
    private var totals: String {
        let counts = VerifyStatus.allCases.compactMap { status -> String? in
            let count = verification.count(of: status)
            guard count > 0 || status == .match else { return nil }
            return "\(count) \(status == .differs && count != 1 ? "differ" : status.rawValue)"
        }
        let items = verification.golden.passedOver
        let notExpected = items == 0 ? [] : ["\(items) \(items == 1 ? "item" : "items") passed over"]
        let files = verification.filesPassedOver
        let passedOver = files == 0 ? "" : "; \(files) \(files == 1 ? "file" : "files") of no known kind passed over"
        return (counts + notExpected).joined(separator: ", ") + passedOver
    }

    /// `differs TEA-0002, tag 04A1B2C3D4E5F6, shelf/b.nfc: record 1: …`: the status, what is expected, what was seen and where,
    /// and why.
    static func line(_ item: VerifyItem) -> String { line(item, status: item.status.rawValue) }

    /// The same before all tags were seen: a tag that is as none of the expectations may yet be compared with one that is left.
    static func progress(_ item: VerifyItem) -> String {
        line(item, status: item.status == .unexpected ? "no match for" : item.status.rawValue)
    }

    /// What was read of a tag that counts as it should, and is odd; `tagmill read` shows the same notes.
    static func notes(_ item: VerifyItem) -> [String] {
        guard let tag = item.tag else { return [] }
        return tag.notes.map { VisibleText.escaped("note on \(tag.source): \($0)") }
    }

    private static func line(_ item: VerifyItem, status: String) -> String {
        let uid = item.tag?.uid.map { "\($0)" }
        let name = item.expectation?.name
        let names = [name, uid == name ? nil : uid.map { "tag " + $0 }, item.tag?.source].compactMap { $0 }
        let line = item.status == .missing ? item.expectation.map { " (line \($0.line))" } ?? "" : ""
        let reasons = item.differences.map(\.sentence) + [item.detail].compactMap { $0 }
        let reason = reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")
        return VisibleText.escaped("\(status) \(names.joined(separator: ", "))\(line)\(reason)")
    }
}
