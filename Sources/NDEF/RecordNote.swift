/// Something about a record that a user should know, although the record can be read.
public enum RecordNote: Hashable, Sendable {
    case reservedURIPrefix(UInt8)
    /// A scheme behind a scheme, as in `https://https://`.
    case schemeTwice
    /// RFC 3986: a URI has no blanks and no line breaks; they are percent-encoded.
    case blankInURI
    /// TNF 3 without a type, the URI being in the payload.
    case uriInPayload
    /// RTD Text 1.0, 3.2.1 wants a language code.
    case languageMissing
    /// The text begins with the status byte and the language once more.
    case statusTwice
    /// The payload is text from its first byte on; there is no status byte and no language.
    case textWithoutStatus
    /// UTF-16 without a byte order mark: big-endian by RTD Text 1.0, 3.4, or against it where that makes no sense.
    case utf16WithoutMark(littleEndian: Bool)
    /// A text ends with so many NULs, which belong to it.
    case textPadded(count: Int)
    /// RTD Smart Poster 1.0 wants exactly one URI record.
    case smartPosterURIs(count: Int)
    /// A broken rule in the message of a smart poster whose records can be read all the same.
    case messageInside(NDEFError)
    case reservedAction(UInt8)
    /// The type as it should stand.
    case typeInWrongCase(String)
    /// The type stands with `urn:nfc:wkt:` or `urn:nfc:ext:`, which a record leaves out (NFC Record Type Definition 1.0).
    case typeAsURN
    /// NFC Record Type Definition 1.0: an external type is a domain, a colon and a name.
    case externalTypeWithoutDomain
    case typeMissing
    /// The type of a media or external record has a byte outside printable ASCII (RFC 2046; NFC Record Type
    /// Definition 1.0).
    case typeNotASCII
    case reservedTypeNameFormat
    /// Wi-Fi attributes that stand outside a credential.
    case wifiWithoutCredential
    /// A record has so many Wi-Fi credentials; the first is shown.
    case wifiCredentials(count: Int)
    /// An SSID ends with so many NULs, which belong to it.
    case ssidPadded(count: Int)
}

extension RecordNote: CustomStringConvertible {
    /// A sentence. Safe to log.
    public var description: String {
        switch self {
        case .reservedURIPrefix(let code):
            "URI prefix code \(String(code, radix: 16, uppercase: true)) (hex) is reserved and was read as no prefix"
        case .schemeTwice: "the URI has a scheme twice"
        case .blankInURI: "the URI has a blank or a line break, which a URI cannot have"
        case .uriInPayload: "the absolute URI stands in the payload; it belongs in the type"
        case .languageMissing: "the text has no language code"
        case .statusTwice: "the text begins with the status byte and the language code a second time"
        case .textWithoutStatus: "the text stands without status byte and language code"
        case .utf16WithoutMark(let littleEndian):
            littleEndian
                ? "the UTF-16 has no byte order mark and was read as little-endian, although the standard says big-endian"
                : "the UTF-16 has no byte order mark; other programs may read it as little-endian"
        case .textPadded(let count): "the text ends with \(Self.bytes(count, "NUL"))"
        case .smartPosterURIs(let count): "the smart poster has \(count) URI records instead of one"
        case .messageInside(let error): "the message inside is broken: \(error)"
        case .reservedAction(let code):
            "action \(String(code, radix: 16, uppercase: true)) (hex) of the smart poster is reserved"
        case .typeInWrongCase(let type): "the type should be \(type), with that case"
        case .typeAsURN: "the type stands with its URN, which belongs left out"
        case .externalTypeWithoutDomain: "the external type names no domain"
        case .typeMissing: "the record has no type"
        case .typeNotASCII: "the type is not printable ASCII"
        case .reservedTypeNameFormat: "the type name format 7 is reserved and was read as unknown"
        case .wifiWithoutCredential: "the Wi-Fi attributes stand outside a credential"
        case .wifiCredentials(let count): "the record has \(count) Wi-Fi credentials; the first is shown"
        case .ssidPadded(let count): "the SSID ends with \(Self.bytes(count, "NUL"))"
        }
    }

    private static func bytes(_ count: Int, _ name: String) -> String {
        count == 1 ? "a \(name) byte" : "\(count) \(name) bytes"
    }
}
