public import Jobs

/// Results as JUnit XML, which CI servers read (contract, sections 6 and 8): one testsuite, whose testcases are the items.
///
/// There is no standard. Elements, attributes and their order are those that both schemas of Jenkins take: junit-10.xsd of
/// its xunit plugin, and junit-4.xsd before it but for the message of `skipped`. A failure or an error has the item's
/// status as its type, and its reason and detail as its message. Characters that XML cannot hold are written as `\u{1}`.
public enum JUnit {
    /// What verify found: `match` passes; `differs`, `missing`, `unexpected`, `duplicate` are failures, `unreadable` is an
    /// error. It has no times: the same tags give the same bytes.
    public static func document(_ verification: Verification) -> String {
        let name = verification.golden.name
        let cases = verification.items.map { testcase($0, of: name) }
        var counts = JUnitCounts()
        for testcase in cases { counts.add(testcase) }
        let suite = JUnitSuite(
            name: name,
            properties: [
                .init("passed_over", String(verification.golden.passedOver)),
                .init("files_passed_over", String(verification.filesPassedOver)),
            ])
        return suite.opening(counts) + cases.map(\.xml).joined() + JUnitSuite.closing
    }

    /// Writes the document of what verify found. The file appears whole, in a folder that is made where it is not there;
    /// what is no plain file (a pipe, `/dev/stdout`) is written to. Blocks; on any thread.
    public static func write(_ verification: Verification, to path: String) throws(ReportError) {
        try NamedFile.write(document(verification), to: path)
    }

    private static func testcase(_ item: VerifyItem, of suite: String) -> JUnitCase {
        let message = message(reason: item.resultReason?.rawValue, detail: item.resultDetail)
        let finding = JUnitCase.Finding(
            type: item.status.rawValue, message: message.isEmpty ? meaning(of: item.status) : message,
            body: body(item))
        let result: JUnitCase.Result =
            switch item.status {
            case .match: .passed
            case .differs, .missing, .unexpected, .duplicate: .failure(finding)
            case .unreadable: .error(finding)
            }
        return JUnitCase(name: item.name, className: suite, result: result)
    }

    private static func meaning(of status: VerifyStatus) -> String {
        switch status {
        case .match: "as expected"
        case .differs: "not as expected"
        case .missing: "no tag came for it"
        case .unexpected: "nothing is expected of this tag"
        case .duplicate: "this tag was seen before"
        case .unreadable: "it cannot be read"
        }
    }

    /// Which tag it is, and every difference on a line of its own.
    private static func body(_ item: VerifyItem) -> String {
        var lines = item.differences.map { "\($0.kind.rawValue): \($0.sentence)" }
        if let detail = item.detail { lines.append(detail) }
        if let tag = item.tag {
            lines.append((tag.uid.map { "tag \($0) in " } ?? "in ") + tag.source)
            lines += tag.notes
        }
        if let expectation = item.expectation { lines.append("expected by line \(expectation.line)") }
        return lines.joined(separator: "\n")
    }

    /// `reason: detail`, or the one of them that there is.
    static func message(reason: String?, detail: String?) -> String {
        [reason, detail].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// Milliseconds as seconds with three decimals.
    static func seconds(_ milliseconds: Int64) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
