/// An NDEF record: type name format, type, identifier and payload as they stand on the wire (NDEF 1.0, section 3.2).
public struct Record: Hashable, Sendable {
    /// How the type is to be understood (NDEF 1.0, 3.2.6).
    public enum TypeNameFormat: UInt8, Hashable, Sendable, CaseIterable {
        case empty = 0
        case wellKnown = 1
        case media = 2
        case absoluteURI = 3
        case external = 4
        case unknown = 5
        case unchanged = 6
        case reserved = 7
    }

    public var typeNameFormat: TypeNameFormat
    /// At most 255 bytes.
    public var type: [UInt8]
    /// At most 255 bytes.
    public var identifier: [UInt8]
    public var payload: [UInt8]

    public init(typeNameFormat: TypeNameFormat, type: [UInt8], identifier: [UInt8] = [], payload: [UInt8]) {
        self.typeNameFormat = typeNameFormat
        self.type = type
        self.identifier = identifier
        self.payload = payload
    }
}
