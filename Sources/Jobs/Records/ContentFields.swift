import NDEF
import Tags

/// Content of a media type or of an external type, as text, hex or base64. The settings may name a file for it, whose bytes
/// then stand there in base64 (`Settings.readingFiles`).
enum ContentFields {
    static let fields = RecordFields(value: .init(name: "value"), ["hex", "base64"], hasFile: true)

    static func build(_ values: RecordValues, mediaType: String) -> BuiltRecord {
        build(values, .media, type: mediaType, fault: fault(mediaType: mediaType))
    }

    static func build(_ values: RecordValues, externalType: String) -> BuiltRecord {
        build(values, .external, type: externalType, fault: fault(externalType: externalType))
    }

    /// What is wrong with the name of a media type; nil: nothing.
    static func fault(mediaType: String) -> String? {
        guard !MediaType.isValid(mediaType) else { return nil }
        let hint = mediaType.contains(";") ? ", without parameters" : ""
        return "behind mime: stands a media type like text/plain\(hint), not \(mediaType.quoted)"
    }

    /// What is wrong with the name of an external type; nil: nothing.
    static func fault(externalType: String) -> String? {
        guard !ExternalType.isValid(externalType) else { return nil }
        let lowered = externalType.lowercased()
        let bare =
            lowered.hasPrefix(ExternalType.prefix) ? String(lowered.dropFirst(ExternalType.prefix.count)) : lowered
        let hint = ExternalType.isValid(bare) ? "; is \(bare) meant?" : ""
        return
            "behind external: stands a type like example.com:mytype, in small letters, not \(externalType.quoted)\(hint)"
    }

    private static func build(
        _ values: RecordValues, _ format: Record.TypeNameFormat, type: String, fault: String?
    ) -> BuiltRecord {
        var built = BuiltRecord()
        if let fault { built.refuse("type-invalid", "type", fault) }
        guard let content = content(values, &built), !built.hasErrors else { return built }
        built.records = [Record(typeNameFormat: format, type: Array(type.utf8), payload: content)]
        built.summary = "\(type), \(content.count) \(content.count == 1 ? "byte" : "bytes")"
        return built
    }

    /// The content, of the one field that gives it.
    private static func content(_ values: RecordValues, _ built: inout BuiltRecord) -> [UInt8]? {
        let given = (values.value.isEmpty ? [] : ["value"]) + values.fields.map(\.name)
        guard given.count == 1 else {
            built.refuse(
                "content-twice", given.last,
                "the content is given more than once, in \(given.joined(separator: " and ")): give it in one of them")
            return nil
        }
        if values["file"] != nil {
            built.refuse(
                "content-file", "file", "the file that the settings name was not read: give the settings as a file")
            return nil
        }
        if let hex = values["hex"] {
            guard let bytes = [UInt8](hex: hex.trimmingBlanks) else {
                built.refuse("content-hex", "hex", "hex must be two hex digits a byte")
                return nil
            }
            return bytes
        }
        if let base64 = values["base64"] {
            guard let bytes = [UInt8](base64: base64) else {
                built.refuse("content-base64", "base64", "base64 must be of RFC 4648, section 4, with its padding")
                return nil
            }
            return bytes
        }
        return Array(values.value.utf8)
    }
}
