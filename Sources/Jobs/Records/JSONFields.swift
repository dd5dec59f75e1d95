import NDEF

/// A JSON object or another JSON value: as a text that stands there as it is, or out of `members` of the settings.
enum JSONFields {
    static let fields = RecordFields(value: .init(name: "value"), ["mime"], hasMembers: true)

    private static let mediaType = "application/json"

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        let mediaType = values.word("mime") ?? mediaType
        if !MediaType.isValid(mediaType) {
            built.refuse(
                "json-mime", "mime", "mime must be a media type like application/json, not \(mediaType.quoted)")
        }
        let text: String
        if values.members.isEmpty {
            text = values.value
            do throws(JSONError) {
                _ = try JSONValue(parsing: text)
            } catch {
                built.refuse("json-invalid", "value", "the value is not one JSON value: \(error)")
            }
        } else {
            text = JSONValue.object(values.members).compact
            if !values.value.isBlank {
                built.refuse("json-twice", "value", "value and members are both given: give one of them")
            }
        }
        built.records = [Record(typeNameFormat: .media, type: Array(mediaType.utf8), payload: Array(text.utf8))]
        built.summary = text
        return built
    }
}
