import Tags

/// What a tag keeps without power: its pages and its counters.
struct TagMemory: Sendable {
    let chip: VirtualChip
    let uid: UID
    /// Every page, PWD and PACK as they are stored.
    private(set) var bytes: [UInt8]
    /// Refused PWD_AUTH since the last right one.
    var wrongPasswords = 0
    /// The NFC counter of NTAG21x, 24 bits.
    var counter: UInt32 = 0

    /// A tag as delivered. UID and check bytes by ISO/IEC 14443-3: BCC0 = 88 ^ UID0 ^ UID1 ^ UID2, BCC1 = UID3 ^ … ^
    /// UID6; byte 1 of page 2 is 48. `uid` has seven bytes.
    init(chip: VirtualChip, uid: UID) {
        let table = chip.table
        self.chip = chip
        self.uid = uid
        let u = uid.bytes
        var bytes: [UInt8] = [u[0], u[1], u[2], 0x88 ^ u[0] ^ u[1] ^ u[2]] + u[3...6]
        bytes += [u[3] ^ u[4] ^ u[5] ^ u[6], 0x48, 0, 0] + table.container + table.data
        bytes += [UInt8](repeating: 0, count: 4 * (table.lastPage + 1) - bytes.count)
        if let page = table.dynamicLockPage { bytes[4 * page + 3] = table.dynamicLockTail }
        if let page = table.configurationPage {
            bytes.replaceSubrange(4 * page..<4 * page + table.configuration.count, with: table.configuration)
        }
        self.bytes = bytes
    }

    var table: ChipTable { chip.table }

    subscript(page page: Int) -> [UInt8] {
        get { Array(bytes[4 * page..<4 * page + 4]) }
        set { bytes.replaceSubrange(4 * page..<4 * page + 4, with: newValue.prefix(4)) }
    }

    func isSet(_ place: LockBit.Place) -> Bool { bytes[place.offset] & place.mask != 0 }

    /// Whether a page holds bits that can only be set, never cleared; a write that tears leaves such a page as it was
    /// (NXP NTAG213F/216F data sheet, page 44).
    func isOneWay(_ page: Int) -> Bool { page == 2 || page == 3 || page == table.dynamicLockPage }

    /// Stores four bytes by the rules of their page; whether the write is permitted was decided before.
    ///
    /// `frozen` tells of a lock bit whether its block-lock bit acts already.
    mutating func store(_ data: [UInt8], page: Int, frozen: (LockBit) -> Bool) {
        if isOneWay(page) {
            var added = data
            if page == 2 { added[0...1] = [0, 0] }
            if page == table.dynamicLockPage {
                added[3] = 0
                if chip == .ntag203 { added[2] = 0 }
            }
            for bit in table.lockBits where bit.place.offset / 4 == page && frozen(bit) {
                added[bit.place.offset % 4] &= ~bit.place.mask
            }
            for index in 0..<4 { bytes[4 * page + index] |= added[index] }
        } else if page == table.counterPage {
            addToCounter(data, page: page)
        } else {
            self[page: page] = data
        }
    }

    /// The counter of the NTAG203: the first value other than zero is taken as it is, later ones, up to 15, are added
    /// (data sheet rev. 3.0, 7.5.5). A larger one is refused before it comes here.
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
