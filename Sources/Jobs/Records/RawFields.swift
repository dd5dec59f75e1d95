import NDEF
import Tags

/// Records as bytes: one message in hex, whose records become part of the tag's.
enum RawFields {
    static let fields = RecordFields(value: .init(name: "value"))

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        guard let bytes = [UInt8](hex: values.value.trimmingBlanks) else {
            built.refuse("ndef-hex", "value", "the value must be an NDEF message in hex, two digits a byte")
            return built
        }
        do throws(NDEFError) {
            built.records = try Message(decoding: bytes).records
        } catch {
            built.refuse("ndef-invalid", "value", "the value is no NDEF message: \(error)")
        }
        built.summary = summary(of: built.records, bytes: bytes.count)
        return built
    }

    private static func summary(of records: [Record], bytes: Int) -> String {
        switch records.first.map({ InterpretedRecord($0).meaning }) {
        case .uri(let uri)?: uri.uri
        case .text(let text)?: text.text
        default: "NDEF, \(bytes) \(bytes == 1 ? "byte" : "bytes")"
        }
    }
}
