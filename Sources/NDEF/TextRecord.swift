/// A Text record in UTF-8 (NFC Forum Text RTD 1.0, section 3.2).
public struct TextRecord: Hashable, Sendable {
    public var text: String
    public var language: String

    public init(text: String, language: String) {
        self.text = text
        self.language = language
    }

    public var record: Record {
        let code = Array(language.utf8.prefix(63))
        return Record(typeNameFormat: .wellKnown, type: [0x54], payload: [UInt8(code.count)] + code + Array(text.utf8))
    }
}
