/// What a record says to a person or a phone.
public enum RecordMeaning: Hashable, Sendable {
    /// TNF 0.
    case empty
    /// Well-known type `U`.
    case uri(URIRecord)
    /// Well-known type `T`.
    case text(TextRecord)
    /// Well-known type `Sp`: the records of the message inside (RTD Smart Poster 1.0).
    case smartPoster([InterpretedRecord])
    /// TNF 2: the media type, as it stands (compared without case, RFC 2045).
    case media(String)
    /// TNF 3: the URI, which is the record's type.
    case absoluteURI(String)
    /// TNF 4, type `android.com:pkg`: the name of an Android package.
    case androidPackage(String)
    /// TNF 4, any other type.
    case external(String)
    /// TNF 5 and 7, a type that is not known here or is no name, or none.
    case unknown
    /// The record says what it is, and its payload (its type, for an absolute URI) is not that.
    case error(NDEFError)
}

/// Something about a record that a user should know, although the record can be read.
public enum RecordNote: Hashable, Sendable {
    case reservedURIPrefix(UInt8)
    /// RTD Smart Poster 1.0 wants exactly one URI record.
    case smartPosterURIs(count: Int)
    /// NFC Record Type Definition 1.0: an external type is a domain, a colon and a name.
    case externalTypeWithoutDomain
    case typeMissing
    /// The type of a media or external record has a byte outside printable ASCII (RFC 2046; NFC Record Type
    /// Definition 1.0).
    case typeNotASCII
    case reservedTypeNameFormat
}

extension RecordNote: CustomStringConvertible {
    /// A sentence. Safe to log.
    public var description: String {
        switch self {
        case .reservedURIPrefix(let code):
            "URI prefix code \(String(code, radix: 16, uppercase: true)) (hex) is reserved and was read as no prefix"
        case .smartPosterURIs(let count): "the smart poster has \(count) URI records instead of one"
        case .externalTypeWithoutDomain: "the external type names no domain"
        case .typeMissing: "the record has no type"
        case .typeNotASCII: "the type is not printable ASCII"
        case .reservedTypeNameFormat: "the type name format 7 is reserved and was read as unknown"
        }
    }
}
