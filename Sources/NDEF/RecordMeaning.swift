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
    /// Type `act` in a smart poster.
    case posterAction(PosterAction)
    /// Type `s` in a smart poster: bytes of what the URI leads to.
    case posterSize(UInt32)
    /// Type `t` in a smart poster: the media type of what the URI leads to.
    case posterTarget(String)
    /// TNF 2, type `application/vnd.wfa.wsc`.
    case wifi(WiFiCredential)
    /// TNF 2, any other type: the media type, as it stands (compared without case, RFC 2045).
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

/// What a phone should do with the URI of a smart poster (RTD Smart Poster 1.0, 3.3.3).
public enum PosterAction: Hashable, Sendable {
    /// 00.
    case perform
    /// 01: keep it for later.
    case save
    /// 02: open it to be changed.
    case edit
    /// 03 to FF.
    case reserved(UInt8)

    init(code: UInt8) {
        switch code {
        case 0: self = .perform
        case 1: self = .save
        case 2: self = .edit
        default: self = .reserved(code)
        }
    }

    var code: UInt8 {
        switch self {
        case .perform: 0
        case .save: 1
        case .edit: 2
        case .reserved(let code): code
        }
    }
}
