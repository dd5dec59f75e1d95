/// A URI record, well-known type `U`: a prefix code and the rest in UTF-8 (RTD URI 1.0, 3.2).
public struct URIRecord: Sendable {
    /// The type on the wire.
    public static let type: [UInt8] = [0x55]

    /// The URI in full, as it stands; no percent-encoding is added or taken away.
    public let uri: String

    /// The prefix code as read, where it was one of the reserved 24 to FF. Such a code stands for no prefix (RTD URI 1.0,
    /// 3.2.2) and should be told to the user. Nil otherwise.
    public let reservedPrefixCode: UInt8?

    /// - Parameter uri: whatever it is, it is written; that it is a valid URI, and has no NUL, is for the caller to check.
    public init(_ uri: String) {
        self.uri = uri
        reservedPrefixCode = nil
    }

    /// The record, with the longest prefix that the table has.
    public var record: Record {
        let code = URIPrefix.longestMatch(of: uri)
        var payload = Array(uri.utf8)
        payload.replaceSubrange(0..<URIPrefix.all[Int(code)].utf8.count, with: CollectionOfOne(code))
        return Record(typeNameFormat: .wellKnown, type: URIRecord.type, payload: payload)
    }

    /// Reads a URI record, strictly.
    ///
    /// - Throws: `wrongType`; `emptyPayload`; `invalidUTF8`; `nulInURI`. Offsets are in the payload.
    public init(decoding record: Record) throws(NDEFError) {
        guard record.typeNameFormat == .wellKnown, record.type == URIRecord.type else {
            throw NDEFError(.wrongType, offset: 0, context: "not a URI record")
        }
        try self.init(payload: record.payload)
    }

    init(payload: [UInt8]) throws(NDEFError) {
        guard let code = payload.first else { throw NDEFError(.emptyPayload, offset: 0) }
        let rest = try String(strictURI: payload.dropFirst(), at: 1)
        let prefix = URIPrefix.text(of: code)
        uri = (prefix ?? "") + rest
        reservedPrefixCode = prefix == nil ? code : nil
    }

    /// A payload with its prefix in full and nothing refused or left out; nil where it is empty or no UTF-8.
    static func asItStands(_ payload: [UInt8]) -> String? {
        guard let code = payload.first, let rest = String(validating: payload.dropFirst(), as: UTF8.self) else {
            return nil
        }
        return (URIPrefix.text(of: code) ?? "") + rest
    }
}

extension URIRecord {
    /// What is surely not wanted in a URI that can be read.
    var oddities: [RecordNote] {
        var notes: [RecordNote] = []
        if hasSchemeTwice { notes.append(.schemeTwice) }
        if uri.utf8.contains(where: { $0 <= 0x20 }) { notes.append(.blankInURI) }
        return notes
    }

    /// `https://https://…`, `http://www.https://…`, `tel:tel:…`. A URI of another scheme may carry a whole one.
    private var hasSchemeTwice: Bool {
        guard let first = Self.scheme(of: uri) else { return false }
        var rest = uri.utf8.dropFirst(first.utf8.count + 1)
        for lead in ["//", "www."] where rest.starts(with: lead.utf8) { rest = rest.dropFirst(lead.utf8.count) }
        guard let second = Self.scheme(of: String(Substring(rest))) else { return false }
        guard first == "http" || first == "https" else { return first == second }
        // Not the port of a host called so.
        return (second == "http" || second == "https") && rest.dropFirst(second.utf8.count).starts(with: "://".utf8)
    }

    /// The scheme in lower case (RFC 3986, 3.1); nil where the text begins with none.
    static func scheme(of uri: String) -> String? {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let others = Array("0123456789+.-".utf8)
        let name = uri.utf8.prefix { letters.contains(RecognizedType.lowered($0)) || others.contains($0) }
        guard let first = name.first, letters.contains(RecognizedType.lowered(first)),
            uri.utf8.dropFirst(name.count).first == UInt8(ascii: ":")
        else { return nil }
        return String(decoding: name.map { RecognizedType.lowered($0) }, as: UTF8.self)
    }
}

extension URIRecord: Hashable {
    /// Equal when the URIs in full are equal byte for byte: how much of it was abbreviated does not count, and
    /// the equality of `String`, for which "é" and "e" with an accent are the same, is too wide for an address.
    public static func == (left: URIRecord, right: URIRecord) -> Bool {
        left.uri.utf8.elementsEqual(right.uri.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Array(uri.utf8))
    }
}
