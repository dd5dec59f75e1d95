extension UID {
    /// The UID that pages 0 and 1 of a Type 2 tag hold (ISO/IEC 14443-3, 6.5.4: three bytes, BCC0, four bytes).
    ///
    /// Nil where they are not known or all zero, and on NTAG I2C, whose pages hold serial bytes that need not be the UID.
    /// Where the chip is not known, the check bytes must speak for one.
    public init?(pages memory: PageMemory, chip: Chip?) {
        guard let first = memory[0], let second = memory[1] else { return nil }
        guard first.word >> 8 != 0 || second.word != 0 else { return nil }
        if let layout = chip?.type2Layout {
            guard layout.header != .serialBytes else { return nil }
        } else if chip == nil {
            guard Type2Header(memory) != .serialBytes, first[3] == CheckBytes(first, second).first else { return nil }
        }
        self.init(first, second)
    }

    /// Whether pages 0 and 1 hold this UID.
    package func stands(in first: Page, _ second: Page) -> Bool { self == UID(first, second) }
}

/// BCC0 and BCC1 of a UID of seven bytes: the exclusive or of each half, the first with the cascade tag 88
/// (ISO/IEC 14443-3, 6.5.4).
struct CheckBytes: Hashable, Sendable {
    let first: UInt8
    let second: UInt8

    /// Of the UID that pages 0 and 1 hold.
    init(_ first: Page, _ second: Page) {
        self.first = 0x88 ^ first[0] ^ first[1] ^ first[2]
        self.second = second[0] ^ second[1] ^ second[2] ^ second[3]
    }
}
