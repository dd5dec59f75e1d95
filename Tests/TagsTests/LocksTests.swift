import Testing

@testable import Tags

@Suite struct LocksTests {
    static let pagesPerBit: [Chip: Int] = [
        .mf0ul21: 2, .ntag212: 2, .ntag213: 2, .ntag213F: 2, .ntag213TT: 2, .ntag215: 16, .ntag216: 16, .ntag216F: 16,
        .ntagI2C1K: 16, .ntagI2C2K: 32, .ntagI2CPlus1K: 16, .ntagI2CPlus2K: 32,
    ]

    /// Every lock bit, one at a time: which pages it locks (data sheet, figures 9 to 12).
    @Test(arguments: pagesPerBit.keys.sorted { $0.rawValue < $1.rawValue }) func everyBit(_ chip: Chip) throws {
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

    /// NTAG I2C plus of a size that could not be told: what both sizes lock is locked, and what either locks may be.
    @Test func bitsOfEitherSize() throws {
        let layout = Type2Layout.ntagI2CPlusOfEitherSize
        for bit in 0..<24 {
            var memory = tag(.ntagI2CPlus1K)
            memory[226]?[bit / 8] |= 1 << UInt8(bit % 8)
            let sizes = try [Chip.ntagI2CPlus1K, .ntagI2CPlus2K].map { chip in
                let locks = try #require(Type2Locks(memory: memory, chip: chip))
                return (locked: layout.userPages.filter { locks.isLocked($0) }, frozen: locks)
            }
            let locks = Type2Locks(knownOf: memory, layout: layout)
            let (both, either) = (sizes[0].locked.filter(sizes[1].locked.contains), sizes.flatMap(\.locked))
            #expect(layout.userPages.filter { locks.isLocked($0) } == both, "bit \(bit)")
            #expect(layout.userPages.filter { locks.mayBeLocked($0) } == Set(either).sorted(), "bit \(bit)")
            #expect(
                layout.userPages.filter { locks.isLockBitFrozen($0) }
                    == layout.userPages.filter { page in sizes.allSatisfy { $0.frozen.isLockBitFrozen(page) } })
            let area = 4..<222
            let states = sizes.map {
                $0.frozen.state(container: CapabilityContainer(Page(0xE1, 0x10, 0x6D, 0)), area: area)
            }
            let state = locks.state(container: CapabilityContainer(Page(0xE1, 0x10, 0x6D, 0)), area: area)
            #expect(state == .unknown || states == [state, state], "bit \(bit)")
        }
        func state(_ locked: String, _ dynamic: String) -> LockState {
            let memory = tag(.ntagI2CPlus1K, staticLock: locked, dynamicLock: dynamic)
            return interpret(memory, layout: layout).lockState
        }
        #expect(state("0000", "000000") == .writable)
        #expect(state("0000", "010000") == .partlyLocked)
        #expect(state("0000", "020000") == .unknown)
        #expect(state("F0FF", "FF3F00") == .locked)
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

    /// Ultralight C and NTAG203: byte 0 alone locks user pages, four a bit.
    @Test(arguments: [Chip.ultralightC, .ntag203]) func bitsOfFourPages(_ chip: Chip) throws {
        let groups: [Int: ClosedRange<Int>] = [1: 16...19, 2: 20...23, 3: 24...27, 5: 28...31, 6: 32...35, 7: 36...39]
        for bit in 0..<24 {
            var memory = tag(chip)
            memory[40]?[bit / 8] |= 1 << UInt8(bit % 8)
            let locks = try #require(Type2Locks(memory: memory, chip: chip))
            #expect((0..<48).filter { locks.isLocked($0) } == groups[bit].map { Array($0) } ?? [], "bit \(bit)")
            let frozen: [Int: ClosedRange<Int>] = [0: 16...27, 4: 28...39]
            #expect((0..<48).filter { locks.isLockBitFrozen($0) } == frozen[bit].map { Array($0) } ?? [], "bit \(bit)")
        }
    }

    /// AUTH0 counts pages of sector 0, which on NTAG I2C plus 2K is not all of the chip.
    @Test(arguments: [Chip.ntagI2CPlus1K, .ntagI2CPlus2K]) func auth0OfSectorZero(_ chip: Chip) throws {
        for (auth0, from) in [("FF", nil), ("EC", nil), ("E9", 0xE9), ("04", 4)] as [(String, Int?)] {
            let memory = tag(chip, cfg0: "000000" + auth0)
            #expect(try #require(Type2Locks(memory: memory, chip: chip)).protectedFrom == from, "\(auth0)")
            let configuration = try #require(Type2Configuration(memory: memory, layout: chip.layout))
            #expect(configuration.protectedFrom == from, "\(auth0)")
            #expect([configuration.auth0].hex == auth0)
        }
    }

    /// Chips without dynamic lock bits, and chips whose bits are not published.
    @Test func noDynamicLocks() throws {
        for chip in [Chip.ultralight, .mf0ul11, .ntag210] {
            let locks = try #require(Type2Locks(memory: tag(chip, staticLock: "F0FF"), chip: chip))
            #expect(locks.dynamicLock == nil)
            #expect((0..<20).filter { locks.isLocked($0) } == Array(4...15))
        }
        for chip in [Chip.st25tn512, .st25tn01k] {
            #expect(Type2Locks(memory: tag(chip), chip: chip) == nil)
        }
    }

    /// AUTH0 in byte 0 of page 42, AUTH1 in byte 0 of page 43 (data sheet MF0ICU2 rev. 3.3, 7.5.9).
    @Test(
        arguments: [
            ("30000000", "00000000", nil, false), ("FF000000", "00000000", nil, false),
            ("2A000000", "00000000", 42, true),
            ("04000000", "01000000", 4, false), ("03000000", "FF000000", 3, false), ("03000000", "FE000000", 3, true),
        ] as [(String, String, Int?, Bool)])
    func keyOfUltralightC(_ auth0: String, _ auth1: String, _ from: Int?, _ reading: Bool) throws {
        let memory = tag(.ultralightC, cfg0: auth0, cfg1: auth1)
        let locks = try #require(Type2Locks(memory: memory, chip: .ultralightC))
        #expect(locks.protectedFrom == from)
        #expect(locks.protectsReading == reading)
        // Below 03 AUTH0 is not defined.
        let undefined = tag(.ultralightC, cfg0: "02000000", cfg1: auth1)
        #expect(Type2Locks(memory: undefined, chip: .ultralightC) == nil)
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

    /// NTAG210 and NTAG212 mirror the UID alone, Ultralight and NTAG I2C plus nothing; of NTAG213 TT it is not known.
    @Test func mirrorsOfOtherChips() {
        func span(_ chip: Chip, _ cfg0: String) -> Range<Int>? {
            AsciiMirror(memory: tag(chip, cfg0: cfg0, cfg1: "10050000"), chip: chip)?.bytes
        }
        #expect(span(.ntag210, "140006FF") == 25..<39)
        #expect(span(.ntag212, "C40020FF") == 128..<142)
        #expect(span(.ntag212, "C40021FF") == nil)
        #expect(span(.ntag216F, "C40020FF") == 128..<149)
        for chip in [Chip.mf0ul11, .mf0ul21, .ntag213TT, .ntagI2CPlus1K, .ultralightC, .ultralight] {
            #expect(span(chip, "540006FF") == nil)
        }
    }
}
