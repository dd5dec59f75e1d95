public import Tags

extension Chip {
    /// The bytes that a message may have on this chip as it is delivered: the area that its container names, less the
    /// control TLVs of the factory chain and the NDEF TLV's own tag and length. On a chip that is delivered without a container,
    /// or of which that is not known, all its user pages are the area, as they are once it is formatted.
    ///
    /// The length takes one byte up to 254 and three from 255 on (NFC Forum Type 2 Tag 1.2, section 4.3); the terminator
    /// is not counted.
    public var deliveredCapacity: Int {
        let layout = layout
        // Byte 2 of the container counts the area in units of eight bytes (NFC Forum Type 2 Tag 1.2, 4.6).
        let userBytes = layout.userPages.count * 4
        let stated = Int(layout.factoryContainer[2]) * 8
        let area = stated == 0 ? userBytes : min(stated, userBytes)
        let room = area - controlBytes(of: layout.factoryChain)
        return room - 2 <= 254 ? room - 2 : max(254, room - 4)
    }

    /// The bytes before the NDEF TLV (03).
    private func controlBytes(of chain: [UInt8]) -> Int {
        var offset = 0
        while offset + 1 < chain.count, chain[offset] != 0x03 { offset += 2 + Int(chain[offset + 1]) }
        return offset
    }

    /// The chips that hold a message of so many bytes as they are delivered, in the order of `written`.
    public static func fits(messageBytes: Int) -> [Chip] {
        written.filter { messageBytes <= $0.deliveredCapacity }
    }
}
