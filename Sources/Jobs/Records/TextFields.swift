import NDEF

/// A Text record.
enum TextFields {
    static let fields = RecordFields(value: .init(name: "value"))

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        built.summary = values.value
        do throws(NDEFError) {
            built.records = [try TextRecord(values.value, language: values.language).record]
        } catch {
            built.refuse("text-invalid", "value", "the text cannot be encoded: \(error)")
        }
        return built
    }
}
