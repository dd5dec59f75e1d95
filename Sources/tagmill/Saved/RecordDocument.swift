import Jobs
import NDEF
import Tags

/// A record as JSON, as `ndef decode`, `read` and `saved show` print it.
///
/// Its fields are exact: `tnf`, `type` and `id` (one character a byte), `payload_hex`. What it says beside them (`uri`,
/// `text` …) must agree with them where it is there, so that a record that was changed by hand is not read as what it no
/// longer says.
struct RecordDocument {
    /// Why a document is none, in a sentence with its place; shows nothing of the payloads.
    struct Refusal: Error {
        var reason: String
    }

    /// What the document is called in refusals.
    let name: String
    /// What to do where a record says something else than its bytes.
    let cure: String

    /// - Parameter place: stands in front of a refusal, such as `record 2: `.
    func record(_ value: JSONValue, _ place: String) throws(Refusal) -> Record {
        guard case .object(let members) = value else { throw Refusal(reason: place + "is no object") }
        guard case .int(let number)? = value["tnf"], let byte = UInt8(exactly: number),
            let format = Record.TypeNameFormat(rawValue: byte)
        else { throw Refusal(reason: place + "tnf must be a number from 0 to 5") }
        guard let hex = try Self.text("payload_hex", in: value, place), let payload = [UInt8](hex: hex) else {
            throw Refusal(reason: place + "payload_hex must be hex, two digits a byte")
        }
        let record = Record(
            typeNameFormat: format, type: try Self.field("type", in: value, place),
            identifier: try Self.field("id", in: value, place), payload: payload)
        // What it means is compared where it is said; a message alone, so that it need not be whole yet.
        let said = RecordListing.json(InterpretedRecord(record))
        for member in members {
            guard let meant = said[member.name] else {
                let names = ["tnf", "type", "id", "payload_hex", "uri", "text", "lang"]
                throw Refusal(reason: place + unknown(member.name, among: names))
            }
            guard meant != member.value, !["type", "id", "payload_hex"].contains(member.name) else { continue }
            throw Refusal(reason: place + "\(member.name) is not what its bytes say; \(cure)")
        }
        return record
    }

    /// The sentence on a member that the document has none of.
    func unknown(_ member: String, among names: [String]) -> String {
        let nearest = nearName(to: member, among: names)
        return "\(member.quoted) is no member of \(name)" + (nearest.map { "; is \($0) meant?" } ?? "")
    }

    /// A type or an identifier; absent means empty.
    private static func field(_ name: String, in value: JSONValue, _ place: String) throws(Refusal) -> [UInt8] {
        guard let text = try text(name, in: value, place) else { return [] }
        guard let bytes = RecordListing.bytes(ofName: text) else {
            throw Refusal(reason: place + "\(name) has a character beyond U+00FF, which is no byte")
        }
        return bytes
    }

    /// A text; nil where it is absent or null.
    static func text(_ name: String, in value: JSONValue, _ place: String) throws(Refusal) -> String? {
        switch value[name] {
        case nil, .null?: return nil
        case .string(let text)?: return text
        default: throw Refusal(reason: place + "\(name) must be a string")
        }
    }
}
