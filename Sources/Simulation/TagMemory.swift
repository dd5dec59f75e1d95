import Tags

/// What a tag keeps without power: its pages and its counters.
struct TagMemory: Hashable, Sendable {
    let identity: TagIdentity
    /// Every page as it is stored, PWD, PACK and keys too, in the order of image files.
    private(set) var bytes: [UInt8]
    /// Refused PWD_AUTH since the last right one.
    var wrongPasswords = 0
    /// The NFC counter of NTAG21x, 24 bits.
    var counter: UInt32 = 0
    /// The counters of Ultralight EV1, 24 bits each; the fourth is none.
    private var counts = SIMD4<UInt32>()
    /// How many authentications with a key were begun.
    var challenges: UInt64 = 0
    /// The address byte on the I2C side of NTAG I2C: 55h, one bit up.
    var addressByte: UInt8 = 0xAA
    /// The right password was written to the kill keyhole.
    var isKilled = false

    /// A tag as delivered. UID and check bytes by ISO/IEC 14443-3: BCC0 = 88 ^ UID0 ^ UID1 ^ UID2, BCC1 = UID3 ^ … ^
    /// UID6. `uid` has seven bytes. `pages` stand over what is delivered.
    init(chip: VirtualChip, uid: UID, traits: TagTraits = TagTraits(), pages: [Int: Page] = [:]) {
        identity = TagIdentity(chip, uid, traits)
        let u = uid
        bytes = chip.facts.delivered
        switch chip.facts.table.header {
        case .checkBytes:
            for index in 0..<3 { bytes[index] = u[index] }
            bytes[3] = 0x88 ^ u[0] ^ u[1] ^ u[2]
            for index in 3..<7 { bytes[index + 1] = u[index] }
            bytes[8] = u[3] ^ u[4] ^ u[5] ^ u[6]
        case .plain: for index in 0..<7 { bytes[index] = u[index] }
        }
        hold(pages)
    }

    /// Lets pages hold these bytes, whatever the rules of the chip say.
    mutating func hold(_ pages: [Int: Page]) {
        for (page, data) in pages { setWord(data.word, of: page) }
    }

    var chip: VirtualChip { identity.chip }
    var facts: ChipFacts { identity.facts }
    var uid: UID { identity.uid }
    /// The last page that is there.
    var lastPage: Int { identity.lastPage }

    static let counterCount = 3

    subscript(counter number: Int) -> UInt32 {
        get { counts[number] }
        set { counts[number] = newValue }
    }

    var counters: [UInt32] { (0..<Self.counterCount).map { counts[$0] } }

    subscript(page page: Int) -> [UInt8] {
        get { Array(bytes[4 * page..<4 * page + 4]) }
        set { bytes.replaceSubrange(4 * page..<4 * page + 4, with: newValue.prefix(4)) }
    }

    /// A page with its first byte the highest.
    func word(_ page: Int) -> UInt32 {
        let page = bytes.span.extracting(4 * page..<4 * page + 4)
        return UInt32(page[0]) << 24 | UInt32(page[1]) << 16 | UInt32(page[2]) << 8 | UInt32(page[3])
    }

    /// One byte of a page, from 0.
    func byte(_ byte: Int, of page: Int) -> UInt8 { bytes[4 * page + byte] }

    /// Pages as they are stored.
    func addPages(_ pages: ClosedRange<Int>, to answer: inout [UInt8]) {
        answer.append(bytesOf: bytes.span.extracting(4 * pages.lowerBound..<4 * pages.upperBound + 4))
    }

    private mutating func setWord(_ word: UInt32, of page: Int) {
        let start = 4 * page
        // One look at who else has the bytes, not four.
        var bytes = self.bytes.mutableSpan
        bytes[start] = UInt8(truncatingIfNeeded: word >> 24)
        bytes[start + 1] = UInt8(truncatingIfNeeded: word >> 16)
        bytes[start + 2] = UInt8(truncatingIfNeeded: word >> 8)
        bytes[start + 3] = UInt8(truncatingIfNeeded: word)
    }

    /// Where a page lies in memory; nil: the tag has no such page.
    func index(of address: PageAddress) -> Int? {
        guard let index = identity.facts.table.map.index(of: address), index <= identity.lastPage else { return nil }
        return index
    }

    /// Stores four bytes by the rules of their page; whether the write is permitted was decided before.
    ///
    /// - Parameter acting: the lock bits that act already; what they freeze is not set.
    mutating func store(_ data: UInt32, page: Int, acting: LockWords) {
        if page == facts.table.counterPage { return addToCounter(data, page: page) }
        if page == 0 {
            addressByte = UInt8(truncatingIfNeeded: data >> 24)
            return
        }
        let rule = facts.pages[page].rule
        let frozen = rule.settable == 0 ? 0 : facts.frozenBits(of: page, acting)
        setWord(rule.stored(data, over: word(page), frozen: frozen), of: page)
    }

    /// Stores what a write leaves in which power failed; some pages are safe from that.
    mutating func tear(_ tear: Tear, writing data: UInt32, page: Int) {
        guard !facts.pages[page].rule.isTearingSafe else { return }
        setWord(tear.page(old: word(page), new: data), of: page)
    }

    /// The counter of NTAG203 and Ultralight C: the first value other than zero is taken as it is, later ones, up to 15, are
    /// added (NTAG203 data sheet rev. 3.0, 7.5.5). A larger one is refused before it comes here.
    private mutating func addToCounter(_ data: UInt32, page: Int) {
        let sum = min(counterValue(word(page)) + counterValue(data), 0xFFFF)
        setWord((sum & 0xFF) << 24 | (sum >> 8) << 16, of: page)
    }

    /// Whether a write to the counter page would be refused for its value.
    func refusesCounter(_ data: UInt32, page: Int) -> Bool {
        page == facts.table.counterPage && counterValue(word(page)) > 0 && counterValue(data) > 0x0F
    }

    /// Bytes 0 and 1, the lowest first.
    private func counterValue(_ page: UInt32) -> UInt32 { page >> 24 | page >> 8 & 0xFF00 }
}
