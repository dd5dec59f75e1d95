import Jobs
import Tags

/// The parts of verify's `report.json` (contract, section 8; `Documentation/verify.schema.json`): `opening`, the items with
/// `ReportJSON.separator` between them, and `closing`; each item is on a line of its own.
enum VerifyJSON {
    static let schema = "tagmill.verify/1"
    static let closing = "\n]}\n"

    /// Everything but the items, in the order in which it stands.
    static func head(_ verification: Verification) -> [JSONValue.Member] {
        let totals = VerifyStatus.allCases.map {
            JSONValue.Member($0.rawValue, .count(verification.count(of: $0)))
        }
        return [
            .init("schema", .string(schema)),
            .init("golden", .string(verification.golden.name)),
            .init("totals", .object(totals)),
            .init("passed_over", .count(verification.golden.passedOver)),
            .init("files_passed_over", .count(verification.filesPassedOver)),
        ]
    }

    /// From the first brace to the bracket before the first item.
    static func opening(_ verification: Verification) -> String {
        let members = head(verification).map { "\(JSONValue.string($0.name).compact):\($0.value.compact)" }
        return "{\(members.joined(separator: ReportJSON.separator)),\n\"items\":[\n"
    }

    /// What is expected and where it stands, what came of it, and the tag that was seen.
    static func item(_ item: VerifyItem, columns: [String]) -> JSONValue {
        let expectation = item.expectation
        let tag = item.tag
        return .object([
            .init("row", .count(expectation?.key.row)),
            .init("line", .count(expectation?.line)),
            .init("copy", .count(expectation?.key.copy)),
            .init("sku", .text(expectation?.sku)),
            .init("cells", expectation.map { cells($0, columns: columns) } ?? .null),
            .init("expected", expectation.map { expected($0) } ?? .null),
            .init("status", .string(item.status.rawValue)),
            .init("reason", .text(item.resultReason?.rawValue)),
            .init("detail", .text(item.resultDetail)),
            .init("differences", .array(item.differences.map { difference($0) })),
            .init("uid", .text(tag?.uid?.description)),
            .init("chip", .text(tag?.chip?.description)),
            .init("source", .text(tag?.source)),
            .init("verdict", .text(tag?.verdict.rawValue)),
            .init("genuine", .text(tag?.genuine.rawValue)),
            .init("lock_state", .text(tag?.lockState.rawValue)),
            .init("message_hex", .text(tag?.message?.hex)),
            .init("notes", .array((tag?.notes ?? []).map { .string($0) })),
        ])
    }

    private static func cells(_ expectation: Expectation, columns: [String]) -> JSONValue {
        .object(zip(columns, expectation.cells).map { JSONValue.Member($0, .string($1)) })
    }

    /// Null: any.
    private static func expected(_ expectation: Expectation) -> JSONValue {
        .object([
            .init("uid", .text(expectation.uid?.description)),
            .init("chip", .text(expectation.chip?.description)),
            .init("genuine", .text(expectation.genuine?.rawValue)),
            .init("lock_state", .text(expectation.lockState?.rawValue)),
            .init("message_hex", .text(expectation.uidPlaces.isEmpty ? expectation.message.hex : nil)),
        ])
    }

    private static func difference(_ difference: Difference) -> JSONValue {
        .object([
            .init("kind", .string(difference.kind.rawValue)),
            .init("record", .count(difference.record)),
            .init("inner", .array(difference.inner.map { .count($0) })),
            .init("detail", .string(difference.detail)),
        ])
    }
}
