import Tags

/// What a tag keeps without power: its pages and its counters.
struct TagMemory: Hashable, Sendable {
    let chip: VirtualChip
    let uid: UID
    let traits: TagTraits
    /// Every page as it is stored, PWD, PACK and keys too, in the order of image files.
    private(set) var bytes: [UInt8]
    /// Refused PWD_AUTH since the last right one.
    var wrongPasswords = 0
    /// The NFC counter of NTAG21x, 24 bits.
    var counter: UInt32 = 0
    /// The counters of Ultralight EV1, 24 bits each.
    var counters: [UInt32] = [0, 0, 0]
    /// How many authentications with a key were begun.
    var challenges: UInt64 = 0
    /// The address byte on the I2C side of NTAG I2C: 55h, one bit up.
    var addressByte: UInt8 = 0xAA
    /// The right password was written to the kill keyhole.
    var isKilled = false

    /// A tag as delivered. UID and check bytes by ISO/IEC 14443-3: BCC0 = 88 ^ UID0 ^ UID1 ^ UID2, BCC1 = UID3 ^ … ^
    /// UID6. `uid` has seven bytes. `pages`
    /// stand over what is delivered.
    init(chip: VirtualChip, uid: UID, traits: TagTraits = TagTraits(), pages: [Int: Page] = [:]) {
        let table = chip.table
        self.chip = chip
        self.uid = uid
        self.traits = traits
        let u = uid.bytes
        var bytes: [UInt8]
        switch table.header {
        case .checkBytes(let second):
            bytes = [u[0], u[1], u[2], 0x88 ^ u[0] ^ u[1] ^ u[2]] + u[3...6]
            bytes += [u[3] ^ u[4] ^ u[5] ^ u[6], second]
        case .plain: bytes = u + [0x00, 0x44, 0x00]
        }
        bytes += [UInt8](repeating: 0, count: 4 * table.map.count - bytes.count)
        for (page, data) in table.delivered { bytes.replaceSubrange(4 * page..<4 * page + 4, with: data) }
        self.bytes = bytes
        for (page, data) in pages { self[page: page] = data.bytes }
    }

    var table: ChipTable { chip.table }

    /// The last page that is there.
    var lastPage: Int { min(traits.lastPage ?? Int.max, chip.lastPage) }

    /// What GET_VERSION brings; nil: the command is refused.
    var version: [UInt8]? {
        switch traits.version {
        case .answer(let bytes): bytes
        case .refused: nil
        case nil: table.version
        }
    }

    subscript(page page: Int) -> [UInt8] {
        get { Array(bytes[4 * page..<4 * page + 4]) }
        set { bytes.replaceSubrange(4 * page..<4 * page + 4, with: newValue.prefix(4)) }
    }

    /// Where a page lies in memory; nil: the tag has no such page.
    func index(of address: PageAddress) -> Int? {
        table.map.index(of: address).flatMap { $0 <= lastPage ? $0 : nil }
    }

    /// Whether a write that tears leaves the page as it was.
    func isTearingSafe(_ page: Int) -> Bool { table.rules[page, default: .data].isTearingSafe }

    /// Stores four bytes by the rules of their page; whether the write is permitted was decided before.
    ///
    /// `frozen` tells of a lock bit whether its block-lock bit acts already.
    mutating func store(_ data: [UInt8], page: Int, frozen: (LockBit) -> Bool) {
        if page == table.counterPage { return addToCounter(data, page: page) }
        if page == 0 {
            addressByte = data[0]
            return
        }
        var rule = table.rules[page, default: .data]
        for bit in table.lockBits where bit.place.offset / 4 == page && frozen(bit) {
            rule.settable[bit.place.offset % 4] &= ~bit.place.mask
        }
        self[page: page] = rule.stored(data, over: self[page: page])
    }

    /// The counter of NTAG203 and Ultralight C: the first value other than zero is taken as it is, later ones, up to 15, are
    /// added (NTAG203 data sheet rev. 3.0, 7.5.5). A larger one is refused before it comes here.
    private mutating func addToCounter(_ data: [UInt8], page: Int) {
        let old = counterValue(self[page: page])
        let sum = min(old + counterValue(data), 0xFFFF)
        self[page: page] = [UInt8(sum & 0xFF), UInt8(sum >> 8), 0, 0]
    }

    /// Whether a write to the counter page would be refused for its value.
    func refusesCounter(_ data: [UInt8], page: Int) -> Bool {
        page == table.counterPage && counterValue(self[page: page]) > 0 && counterValue(data) > 0x0F
    }

    private func counterValue(_ page: [UInt8]) -> Int { Int(page[0]) | Int(page[1]) << 8 }
}
