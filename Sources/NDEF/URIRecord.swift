/// A URI record (NFC Forum URI RTD 1.0, section 3.2).
public struct URIRecord: Hashable, Sendable {
    public var uri: String

    public init(_ uri: String) { self.uri = uri }

    static let prefixes: [(code: UInt8, prefix: String)] = [
        (0x02, "https://www."), (0x01, "http://www."), (0x04, "https://"), (0x03, "http://"), (0x05, "tel:"),
        (0x06, "mailto:"),
    ]

    public var record: Record {
        let found = Self.prefixes.first { uri.hasPrefix($0.prefix) }
        let rest = Array(uri.utf8.dropFirst(found?.prefix.utf8.count ?? 0))
        return Record(typeNameFormat: .wellKnown, type: [0x55], payload: [found?.code ?? 0] + rest)
    }
}
