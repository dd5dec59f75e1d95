import Tags
import Testing

@Suite struct LocksTests {
    static let pagesPerBit: [Chip: Int] = [.ntag213: 2, .ntag215: 16, .ntag216: 16]

    /// Every lock bit, one at a time: which pages it locks (data sheet, figures 9 to 12).
    @Test(arguments: Chip.written) func everyBit(_ chip: Chip) throws {
        let layout = chip.layout
        for bit in 0..<40 {
            var memory = tag(chip)
            let staticBit = bit < 16
            let page = staticBit ? 2 : try #require(layout.dynamicLockPage)
            let index = staticBit ? 2 + bit / 8 : (bit - 16) / 8
            memory[page]?[index] |= 1 << UInt8(bit % 8)
            let locks = try #require(Type2Locks(memory: memory, chip: chip))
            let locked = (0..<layout.pageCount).filter { locks.isLocked($0) }
            let group = try #require(Self.pagesPerBit[chip])
            let expected: [Int] =
                switch bit {
                case 4..<16: [bit]
                case 16..<32:
                    Array(((bit - 16) * group + 16)..<((bit - 15) * group + 16))
                        .filter { layout.userPages.contains($0) }
                default: []
                }
            #expect(locked == expected, "bit \(bit)")
            #expect(locks.isContainerLocked == (bit == 3))
            for page in locked { #expect(locks.isStaticallyLocked(page) == staticBit) }
        }
    }

    @Test func blockLockBits() throws {
        func frozen(_ chip: Chip, _ staticLock: String, _ dynamicLock: String) throws -> [Int] {
            let memory = tag(chip, staticLock: staticLock, dynamicLock: dynamicLock)
            let locks = try #require(Type2Locks(memory: memory, chip: chip))
            return (0..<chip.layout.pageCount).filter { locks.isLockBitFrozen($0) }
        }
        #expect(try frozen(.ntag213, "0000", "FFFF00") == [])
        #expect(try frozen(.ntag213, "0100", "000000") == [3])
        #expect(try frozen(.ntag213, "0600", "000000") == Array(4...15))
        #expect(try frozen(.ntag213, "0000", "000003") == Array(16...23))
        #expect(try frozen(.ntag213, "0000", "000020") == Array(36...39))
        #expect(try frozen(.ntag215, "0000", "000008") == Array(112...129))
        #expect(try frozen(.ntag216, "0000", "000040") == Array(208...225))
        #expect(try frozen(.ntag216, "0000", "000001") == Array(16...47))
    }

    @Test func configuration() throws {
        let locks = try #require(
            Type2Locks(memory: tag(.ntag213, cfg0: "04000010", cfg1: "C0050000"), chip: .ntag213))
        #expect(locks.protectedFrom == 16)
        #expect(locks.protectsReading)
        #expect(locks.isConfigurationLocked)
        #expect((14..<18).map { locks.needsPassword($0) } == [false, false, true, true])
        #expect(Type2Locks(memory: tag(.ntag213), chip: .ntag213)?.protectedFrom == nil)
        // AUTH0 E6 protects the last page of NTAG216 and nothing of NTAG215.
        #expect(Type2Locks(memory: tag(.ntag216, cfg0: "040000E6"), chip: .ntag216)?.protectedFrom == 0xE6)
        #expect(Type2Locks(memory: tag(.ntag215, cfg0: "040000E6"), chip: .ntag215)?.protectedFrom == nil)
        #expect(Type2Locks(memory: PageMemory(), chip: .ntag213) == nil)
    }

    @Test(
        arguments: [
            // MIRROR_CONF and MIRROR_BYTE in byte 0, MIRROR_PAGE in byte 2.
            ("04000CFF", "00", nil), ("44000CFF", "00", 48..<62), ("54000CFF", "00", 49..<63),
            ("74000CFF", "00", 51..<65),
            ("440003FF", "00", nil), ("440004FF", "00", 16..<30), ("440024FF", "00", 144..<158),
            ("640024FF", "00", 146..<160),
            ("740024FF", "00", nil), ("4400FFFF", "00", nil),
            // A counter is shown only when it counts.
            ("84000CFF", "00", nil), ("84000CFF", "10", 48..<54), ("84000CFF", "18", 48..<54),
            ("C4000CFF", "00", 48..<62), ("C4000CFF", "10", 48..<69),
        ] as [(String, String, Range<Int>?)])
    func mirrors(_ cfg0: String, _ access: String, _ span: Range<Int>?) {
        let memory = tag(.ntag213, cfg0: cfg0, cfg1: access + "050000")
        let mirror = AsciiMirror(memory: memory, chip: .ntag213)
        #expect(mirror?.bytes == span)
        if let span { #expect(mirror?.pages == (span.lowerBound / 4)..<((span.upperBound - 1) / 4 + 1)) }
    }
}
