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
        let prefixLength = URIPrefix.all[Int(code)].utf8.count
        return Record(
            typeNameFormat: .wellKnown, type: URIRecord.type, payload: [code] + uri.utf8.dropFirst(prefixLength))
    }

    /// Reads a URI record, strictly.
    ///
    /// - Throws: `wrongType`; `emptyPayload`; `invalidUTF8`; `nulInURI`. Offsets are in the payload.
    public init(decoding record: Record) throws(NDEFError) {
        guard record.typeNameFormat == .wellKnown, record.type == URIRecord.type else {
            throw NDEFError(.wrongType, offset: 0, context: "not a URI record")
        }
        guard let code = record.payload.first else { throw NDEFError(.emptyPayload, offset: 0) }
        let rest = try String(strictURI: record.payload.dropFirst(), at: 1)
        let prefix = URIPrefix.text(of: code)
        uri = (prefix ?? "") + rest
        reservedPrefixCode = prefix == nil ? code : nil
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
