public import Tags

extension TagImage {
    /// The chips of which every page is known as it is delivered.
    public static let blankChips: [Chip] = [.ntag213, .ntag215, .ntag216]

    /// A tag as its maker delivers it, with a message laid on it as it would be written.
    ///
    /// Its pages are all known but those of password and PACK. UID and check bytes as by ISO/IEC 14443-3, 6.5.4 (BCC0 = 88 ^
    /// UID0 ^ UID1 ^ UID2, BCC1 = UID3 ^ … ^ UID6); byte 1 of page 2 is 48; dynamic lock page, CFG0 and CFG1 as delivered (NXP
    /// NTAG213/215/216 data sheet rev. 3.2, 8.5 to 8.5.7).
    /// - Parameter uid: seven bytes.
    /// - Throws: `notWritable` where the chip's layout or the UID is not of this kind, or the message does not fit.
    public init(blank chip: Chip, uid: UID, message: [UInt8], format: ImageFormat) throws(ImageError) {
        guard Self.blankChips.contains(chip), let layout = chip.type2Layout, let lockPage = layout.dynamicLockPage,
            let configurationPage = layout.configurationPage
        else {
            let known = Self.blankChips.map(\.rawValue).joined(separator: ", ")
            throw ImageError(.notWritable, "how a blank \(chip) is delivered is not known; it is of \(known)")
        }
        guard uid.count == 7 else {
            throw ImageError(.notWritable, "a \(chip) has a UID of seven bytes, and \(uid) has \(uid.count)")
        }
        var memory = Self.delivered(layout, uid.bytes)
        memory[lockPage] = Page(0x00, 0x00, 0x00, 0xBD)
        memory[configurationPage] = Page(0x04, 0x00, 0x00, 0xFF)
        memory[configurationPage + 1] = Page(0x00, 0x05, 0x00, 0x00)
        guard let plan = WritePlan(memory: memory, chip: chip, message: message) else {
            let room = interpret(memory, chip: chip).capacityBytes.map { "; it takes \($0)" } ?? ""
            throw ImageError(.notWritable, "a message of \(message.count) bytes does not fit a blank \(chip)\(room)")
        }
        for write in plan.writes { memory[write.page] = write.data }
        self.init(format: format, uid: uid, chip: chip, memory: .type2(memory))
    }

    private static func delivered(_ layout: Type2Layout, _ uid: [UInt8]) -> PageMemory {
        var memory = PageMemory()
        memory.store(
            [uid[0], uid[1], uid[2], 0x88 ^ uid[0] ^ uid[1] ^ uid[2]] + uid[3...]
                + [uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48, 0x00, 0x00], from: 0)
        memory[3] = layout.factoryContainer
        for page in layout.userPages { memory[page] = Page(0, 0, 0, 0) }
        memory.store(layout.factoryChain, from: layout.userPages.lowerBound)
        return memory
    }
}
