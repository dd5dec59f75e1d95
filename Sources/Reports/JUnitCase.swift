/// A testcase of a JUnit document, and what came of it.
struct JUnitCase: Hashable, Sendable {
    enum Result: Hashable, Sendable {
        case passed
        case failure(Finding)
        case error(Finding)
        case skipped(message: String)
    }

    /// What a failure or an error says.
    struct Finding: Hashable, Sendable {
        /// The status, as in report.csv.
        var type: String
        /// One line.
        var message: String
        /// What a viewer shows when the testcase is opened; empty: nothing.
        var body = ""
    }

    var name: String
    var className: String
    var result: Result
    /// Nil where it is not known.
    var milliseconds: Int64?

    /// The element, with its LF.
    var xml: String {
        let time = milliseconds.map { " time=\"\(JUnit.seconds($0))\"" } ?? ""
        let head = "testcase name=\(XMLText.attribute(name)) classname=\(XMLText.attribute(className))\(time)"
        guard let inner else { return "<\(head)/>\n" }
        return "<\(head)>\n\(inner)\n</testcase>\n"
    }

    private var inner: String? {
        switch result {
        case .passed: nil
        case .skipped(let message): "<skipped message=\(XMLText.attribute(message))/>"
        case .failure(let finding): Self.element("failure", finding)
        case .error(let finding): Self.element("error", finding)
        }
    }

    private static func element(_ name: String, _ finding: Finding) -> String {
        let head = "\(name) type=\(XMLText.attribute(finding.type)) message=\(XMLText.attribute(finding.message))"
        return finding.body.isEmpty ? "<\(head)/>" : "<\(head)>\(XMLText.content(finding.body))</\(name)>"
    }
}

/// How many testcases of a suite are of each kind: the head of the suite tells it.
struct JUnitCounts: Hashable, Sendable {
    private(set) var tests = 0
    private(set) var failures = 0
    private(set) var errors = 0
    private(set) var skipped = 0
    /// Of the testcases whose time is known; as great as fits where the sum does not.
    private(set) var milliseconds: Int64?

    mutating func add(_ testcase: JUnitCase) {
        tests += 1
        switch testcase.result {
        case .passed: break
        case .failure: failures += 1
        case .error: errors += 1
        case .skipped: skipped += 1
        }
        guard let duration = testcase.milliseconds else { return }
        let (sum, overflow) = (milliseconds ?? 0).addingReportingOverflow(duration)
        milliseconds = overflow ? .max : sum
    }
}
