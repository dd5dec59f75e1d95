import Tags
import Testing

@testable import Simulation

/// Every lock bit and every block-lock bit of every chip, each alone: which pages refuse, and which bits cannot be set any
/// more. The groups are written out from the data sheets.
@Suite struct EveryLockBitTests {
    /// A bit of the lock bytes: page as image files count it, byte, bit.
    struct Bit: Hashable, Sendable {
        let page: Int
        let byte: Int
        let bit: Int

        init(_ page: Int, _ byte: Int, _ bit: Int) { (self.page, self.byte, self.bit) = (page, byte, bit) }

        /// The four bytes of its page with it alone.
        var bytes: [UInt8] { (0..<4).map { $0 == byte ? 1 << UInt8(bit) : 0 } }
    }

    struct Group: Sendable {
        let lock: Bit
        let pages: ClosedRange<Int>
        let freezer: Bit?
    }

    private static let staticGroups: [Group] = (3...15).map { page in
        Group(
            lock: page < 8 ? Bit(2, 2, page) : Bit(2, 3, page - 8), pages: page...page,
            freezer: Bit(2, 2, page == 3 ? 0 : page < 10 ? 1 : 2))
    }

    /// Bit i of bytes 0 and 1 locks the i-th group; bit j of byte 2 freezes bits 2j and 2j + 1.
    private static func paired(_ page: Int, _ firsts: [Int], last: Int) -> [Group] {
        firsts.enumerated().map { index, first in
            Group(
                lock: Bit(page, index / 8, index % 8),
                pages: first...(index + 1 < firsts.count ? firsts[index + 1] - 1 : last),
                freezer: Bit(page, 2, index / 2))
        }
    }

    private static let fourPages: [Group] = [
        (1, 16, 0), (2, 20, 0), (3, 24, 0), (5, 28, 4), (6, 32, 4), (7, 36, 4),
    ].map { bit, first, freezer in
        Group(lock: Bit(40, 0, bit), pages: first...first + 3, freezer: Bit(40, 0, freezer))
    }

    private static let counter = Group(lock: Bit(40, 1, 4), pages: 41...41, freezer: Bit(40, 1, 0))

    /// Behind the static ones.
    static let dynamicGroups: [VirtualChip: [Group]] = [
        .ultralight: [], .mf0ul11: [], .ntag210: [], .mydMove: [], .mydNFC: [], .mydLean: [],
        .ultralightC: fourPages + [
            counter, Group(lock: Bit(40, 1, 5), pages: 42...42, freezer: Bit(40, 1, 1)),
            Group(lock: Bit(40, 1, 6), pages: 43...43, freezer: Bit(40, 1, 2)),
            Group(lock: Bit(40, 1, 7), pages: 44...47, freezer: Bit(40, 1, 3)),
        ],
        .ntag203: fourPages + [counter],
        .mf0ul21: paired(36, [16, 18, 20, 22, 24, 26, 28, 30, 32, 34], last: 35),
        .ntag212: paired(36, [16, 18, 20, 22, 24, 26, 28, 30, 32, 34], last: 35),
        .ntag213: paired(40, [16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38], last: 39),
        .ntag213F: paired(40, [16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38], last: 39),
        .ntag213TT: paired(40, [16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38], last: 39),
        .ntag215: paired(130, [16, 32, 48, 64, 80, 96, 112, 128], last: 129),
        .ntag216: paired(226, [16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224], last: 225),
        .ntag216F: paired(226, [16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224], last: 225),
        .ntagI2C1K: paired(226, [16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224], last: 225)
            + [Group(lock: Bit(228, 2, 0), pages: 227...228, freezer: nil)],
        .ntagI2C2K: paired(480, [16, 48, 80, 112, 144, 176, 208, 240, 272, 304, 336, 368, 400, 432, 464], last: 479)
            + [Group(lock: Bit(482, 2, 0), pages: 481...482, freezer: nil)],
        .ntagI2CPlus1K: paired(226, [16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224], last: 225)
            + [Group(lock: Bit(233, 2, 0), pages: 232...233, freezer: nil)],
        .ntagI2CPlus2K: Array(paired(226, [16, 48, 80, 112, 144, 176, 208, 226], last: 226).prefix(7))
            + (0..<8).map { step in
                let index = 7 + step
                return Group(
                    lock: Bit(226, index / 8, index % 8), pages: 236 + 32 * step...267 + 32 * step,
                    freezer: Bit(226, 2, index / 2))
            } + [Group(lock: Bit(233, 2, 0), pages: 232...233, freezer: nil)],
        .st25tn512: paired(44, [16, 18], last: 19),
        .st25tn01K: paired(44, Array(stride(from: 16, to: 44, by: 2)), last: 43),
    ]

    private static func groups(_ chip: VirtualChip) -> [Group] { staticGroups + (dynamicGroups[chip] ?? []) }

    /// A tag whose page holds these bits, activated.
    private func air(_ chip: VirtualChip, _ page: Int, _ bits: [Bit]) throws -> Air {
        var air = try Air(chip)
        var bytes = air.memory[page: page]
        for bit in bits { bytes[bit.byte] |= 1 << UInt8(bit.bit) }
        air.memory[page: page] = bytes
        air.activate()
        return air
    }

    /// Where pages as image files count them are; made once, for the search is long.
    private static let addresses: [VirtualChip: [Int: PageAddress]] = Dictionary(
        uniqueKeysWithValues: VirtualChip.allCases.map { chip in
            var addresses: [Int: PageAddress] = [:]
            for sector in [1, 0] {
                for address in (0...255).map({ PageAddress(sector: sector, page: $0) }) {
                    if let index = chip.table.map.index(of: address) { addresses[index] = address }
                }
            }
            return (chip, addresses)
        })

    /// WRITE of a page as image files count it: `ack`, or the refusal.
    private func write(_ air: inout Air, _ index: Int, _ data: [UInt8]) throws -> String {
        guard let address = Self.addresses[air.memory.chip]?[index] else { return "no such page" }
        air.activate()
        if address.sector == 1 {
            #expect(try air.send("C2FF") == "ack")
            #expect(try air.send("01000000") == "passive")
        }
        return try air.send("A2" + [UInt8(address.page)].hex + data.hex)
    }

    @Test func everyChipIsHere() { #expect(Set(Self.dynamicGroups.keys) == Set(VirtualChip.allCases)) }

    @Test(arguments: VirtualChip.allCases) func eachBitLocksItsPagesAndNoOther(_ chip: VirtualChip) throws {
        let free = try Air(chip)
        var writable: [Int] = []
        for index in 3...chip.lastPage {
            var copy = free
            if try write(&copy, index, [0, 0, 0, 1]) == "ack" { writable.append(index) }
        }
        for group in Self.groups(chip) {
            let locked = try air(chip, group.lock.page, [group.lock])
            for index in writable {
                var copy = locked
                let answer = try write(&copy, index, [0, 0, 0, 1])
                #expect(answer == (group.pages.contains(index) ? "nak 0" : "ack"), "\(group.lock) on page \(index)")
            }
        }
    }

    @Test(arguments: VirtualChip.allCases) func aBlockLockBitFreezesItsBitsAndNoOther(_ chip: VirtualChip) throws {
        let groups = Self.groups(chip)
        for freezer in Set(groups.compactMap(\.freezer)) {
            var frozen = try air(chip, freezer.page, [freezer])
            let siblings = groups.filter { $0.lock.page == freezer.page }
            let all = siblings.reduce([UInt8](repeating: 0, count: 4)) { zip($0, $1.lock.bytes).map { $0 | $1 } }
            #expect(try write(&frozen, freezer.page, all) == "ack")
            for group in siblings {
                let byte = frozen.memory[page: group.lock.page][group.lock.byte]
                let isSet = byte >> UInt8(group.lock.bit) & 1 == 1
                #expect(isSet == (group.freezer != freezer), "\(freezer) and \(group.lock)")
            }
        }
    }

    /// Lock bits, block-lock bits and container bits stay set, whatever is written later; bytes that are not the lock's
    /// stay as they are.
    @Test(arguments: VirtualChip.allCases) func oneWayBitsStay(_ chip: VirtualChip) throws {
        for page in Set(Self.groups(chip).map(\.lock.page)).union([3]) {
            var air = try Air(chip)
            let before = air.memory[page: page]
            let all = Self.groups(chip).filter { $0.lock.page == page }.reduce([UInt8](repeating: 0, count: 4)) {
                zip($0, $1.lock.bytes).map { $0 | $1 }
            }
            #expect(try write(&air, page, page == 3 ? [0xFF, 0xFF, 0xFF, 0xFF] : all) == "ack")
            let set = air.memory[page: page]
            if page == 3 {
                #expect(set == [0xFF, 0xFF, 0xFF, 0xFF])
            } else {
                for (index, byte) in all.enumerated() where byte != 0 { #expect(set[index] == before[index] | byte) }
            }
            _ = try write(&air, page, [0, 0, 0, 0])
            let after = air.memory[page: page]
            // Of the configuration registers only REG_LOCK is of that kind.
            for index in 0..<4 where all[index] != 0 || page == 3 { #expect(after[index] == set[index]) }
        }
    }

    @Test(arguments: VirtualChip.allCases) func theUIDsBytesOfPageTwoAreNotWritten(_ chip: VirtualChip) throws {
        var air = try Air(chip)
        let before = air.memory[page: 2]
        #expect(try air.send("A202FFFF0000") == "ack")
        #expect(air.memory[page: 2] == before)
        air.activate()
        #expect(try air.send("A202000010FF") == "ack")
        #expect(air.memory[page: 2] == before.prefix(2) + [0x10, 0xFF])
    }

    /// Pages 2, 3 and the dynamic lock bytes survive a write that is cut off; of other pages each bit is old, new or erased.
    @Test(arguments: VirtualChip.allCases) func tearing(_ chip: VirtualChip) throws {
        let safe = Set(
            [2, 3] + (Self.dynamicGroups[chip] ?? []).map(\.lock.page).filter { ![228, 482, 233].contains($0) })
        for page in 2...255 {
            guard let index = chip.table.map.index(of: PageAddress(page: page)) else { continue }
            var air = try Air(chip)
            let before = air.memory[page: index]
            let tear = Tear(kept: 0xF0F0_0000, taken: 0x0F00_FF00)
            let answer = try air.send("A2" + [UInt8(page)].hex + "5AA5C3FF", fault: .torn(tear))
            guard answer == "-" else { continue }
            let torn = [before[0] & 0xF0 | 0x0A, before[1] & 0xF0, 0xC3, 0x00]
            #expect(air.memory[page: index] == (safe.contains(index) ? before : torn))
        }
    }
}
