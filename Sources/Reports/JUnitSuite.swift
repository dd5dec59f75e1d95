/// The testsuite of a JUnit document: what stands before the testcases and after them.
struct JUnitSuite: Hashable, Sendable {
    struct Property: Hashable, Sendable {
        var name: String
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    var name: String
    /// `2026-11-30T08:15:00`, in UTC.
    var timestamp: String?
    var hostName: String?
    var properties: [Property]

    /// From the XML declaration to the last property.
    func opening(_ counts: JUnitCounts) -> String {
        var attributes: [(String, String)] = [
            ("name", name), ("tests", String(counts.tests)), ("failures", String(counts.failures)),
            ("errors", String(counts.errors)), ("skipped", String(counts.skipped)),
        ]
        if let time = counts.milliseconds { attributes.append(("time", JUnit.seconds(time))) }
        if let timestamp { attributes.append(("timestamp", timestamp)) }
        if let hostName { attributes.append(("hostname", hostName)) }
        let head = attributes.map { "\($0)=\(XMLText.attribute($1))" }.joined(separator: " ")
        let properties = properties.map { property in
            "<property name=\(XMLText.attribute(property.name)) value=\(XMLText.attribute(property.value))/>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
            <testsuite \(head)>
            <properties>
            \(properties.joined())</properties>

            """
    }

    static let closing = "</testsuite>\n</testsuites>\n"
}
