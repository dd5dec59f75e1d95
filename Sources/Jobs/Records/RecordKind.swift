/// What a record of a job is: `type` of the long form and of the settings' `records` (contract, section 4).
public enum RecordKind: Hashable, Sendable {
    /// `uri`, `url` and `link`.
    case uri
    case text
    /// A URI with titles (RTD Smart Poster 1.0).
    case smartPoster
    /// A visiting card, given as it is or by its fields.
    case vcard
    /// A network to join (Wi-Fi Simple Configuration 2.0.5, section 12).
    case wifi
    /// A URI of a telephone number.
    case tel
    /// A URI of a short message.
    case sms
    /// A URI of an e-mail.
    case mailto
    /// A URI of a place.
    case geo
    /// `aar`: the Android package that is to be opened.
    case androidPackage
    /// A JSON object, of the media type `application/json`.
    case json
    /// A GS1 Digital Link: a URI of GTIN, batch and serial.
    case gs1
    /// `ndef`: records as bytes in hex.
    case ndef
    /// `mime:type/subtype`: content of a media type.
    case mime(String)
    /// `external:domain:type`: content of a type of one's own (NFC Record Type Definition 1.0, external types).
    case external(String)

    private static let names: [(name: String, kind: RecordKind)] = [
        ("uri", .uri), ("url", .uri), ("link", .uri), ("text", .text), ("smartposter", .smartPoster),
        ("vcard", .vcard), ("wifi", .wifi), ("tel", .tel), ("sms", .sms), ("mailto", .mailto), ("geo", .geo),
        ("aar", .androidPackage), ("json", .json), ("gs1", .gs1), ("ndef", .ndef),
    ]

    /// The names that a record's type may have, for messages.
    public static let knownNames = names.map(\.name) + ["mime:TYPE/SUBTYPE", "external:DOMAIN:TYPE"]

    /// Reads a name, without regard to case and blanks around it. What follows `mime:` and `external:` is not checked here.
    public init?(name: String) {
        let trimmed = name.trimmingBlanks
        let folded = trimmed.lowercased()
        if let known = Self.names.first(where: { $0.name == folded }) {
            self = known.kind
        } else if folded.hasPrefix("mime:") {
            self = .mime(String(trimmed.dropFirst(5)))
        } else if folded.hasPrefix("external:") {
            self = .external(String(trimmed.dropFirst(9)))
        } else {
            return nil
        }
    }

    /// The first of its names.
    public var name: String {
        switch self {
        case .mime(let type): "mime:" + type
        case .external(let type): "external:" + type
        default: Self.names.first { $0.kind == self }?.name ?? ""
        }
    }
}
