extension WiFiCredential {
    /// A credential to be written.
    ///
    /// - Parameters:
    ///   - ssid: 1 to 32 bytes.
    ///   - authentication: as `authentication` is read.
    ///   - encryption: as `encryption` is read.
    ///   - key: at most 64 bytes, as they stand; none for an open network. Whether they suit the encryption is for the
    ///     caller to check.
    /// - Throws: `invalidWiFi`, with lengths alone.
    public init(
        ssid: [UInt8], authentication: UInt16, encryption: UInt16, key: [UInt8] = []
    ) throws(NDEFError) {
        guard (1...32).contains(ssid.count) else {
            throw NDEFError(.invalidWiFi, offset: 0, context: "an SSID, length \(ssid.count)")
        }
        guard key.count <= 64 else {
            throw NDEFError(.invalidWiFi, offset: 0, context: "a network key, length \(key.count)")
        }
        self.ssid = ssid
        self.authentication = authentication
        self.encryption = encryption
        self.key = key
        // The address of a device that may use the credential; FF in all of it: any may.
        macAddress = [UInt8](repeating: 0xFF, count: 6)
        vendorExtension = nil
    }

    /// The record: one credential, with the attributes that it must have (Wi-Fi Simple Configuration 2.0.5, section 12),
    /// in the order in which phones write them. The key of an open network has no bytes.
    public var record: Record {
        var inside = Self.attribute(Attribute.networkIndex, [1])
        inside += Self.attribute(Attribute.ssid, ssid)
        if let authentication { inside += Self.attribute(Attribute.authentication, Self.bytes(authentication)) }
        if let encryption { inside += Self.attribute(Attribute.encryption, Self.bytes(encryption)) }
        inside += Self.attribute(Attribute.key, key ?? [])
        if let macAddress { inside += Self.attribute(Attribute.macAddress, macAddress) }
        if let vendorExtension { inside += Self.attribute(Attribute.vendorExtension, vendorExtension) }
        return Record(
            typeNameFormat: .media, type: Array(Self.mediaType.utf8),
            payload: Self.attribute(Attribute.credential, inside))
    }

    /// Number, length and value. Lengths are held by both initialisers; a vendor extension that was read had a length of two
    /// bytes, and the whole credential, which it stood in, too.
    private static func attribute(_ number: UInt16, _ value: [UInt8]) -> [UInt8] {
        bytes(number) + bytes(UInt16(truncatingIfNeeded: value.count)) + value
    }

    private static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
}
