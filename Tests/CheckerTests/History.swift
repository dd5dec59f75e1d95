import Checker

/// A world written down by hand: tags that store what frames say, and a checker that is told of it.
struct History {
    var checker: RunChecker
    var tags: [CheckedTag]

    /// "A", a Text record in English.
    static let letterA = bytes("D1 01 04 54 02 65 6E 41")
    /// "B".
    static let letterB = bytes("D1 01 04 54 02 65 6E 42")

    init(_ tags: [CheckedTag]) {
        self.tags = tags
        checker = RunChecker(tags: tags)
    }

    /// Hexadecimal with blanks.
    static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.filter { $0 != " " }
        var bytes: [UInt8] = []
        var rest = digits[...]
        while rest.count >= 2 {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    static func uid(_ number: UInt8) -> [UInt8] { [0x04, 0x51, 0x62, number, 0x84, 0x95, 0x80] }

    /// An NTAG213 as the factory made it, `data` from page 4 on.
    static func ntag213(_ number: UInt8 = 1, container: String = "E1 10 12 00", data: String = "0103A00C 340300FE")
        -> CheckedTag
    {
        tag("NTAG213", pages: 45, uid: uid(number), container: container, data: data) { memory in
            memory.replaceSubrange(40 * 4..<41 * 4, with: bytes("00 00 00 BD"))
            memory.replaceSubrange(41 * 4..<43 * 4, with: bytes("04 00 00 FF 00 05 00 00"))
            memory.replaceSubrange(43 * 4..<44 * 4, with: bytes("FF FF FF FF"))
        }
    }

    static func tag(
        _ chip: String, pages: Int, uid: [UInt8] = uid(1), container: String, data: String = "",
        _ change: (inout [UInt8]) -> Void = { _ in }
    ) -> CheckedTag {
        var memory = [UInt8](repeating: 0, count: pages * 4)
        memory.replaceSubrange(
            0..<12, with: Array(uid.prefix(3)) + [0x11] + Array(uid.dropFirst(3)) + [0x22, 0x48, 0, 0])
        memory.replaceSubrange(12..<16, with: bytes(container))
        let area = bytes(data)
        memory.replaceSubrange(16..<16 + area.count, with: area)
        change(&memory)
        return CheckedTag(uid: uid, chip: chip, memory: memory)
    }

    var rules: [String] { checker.violations.map(\.rule) }

    // MARK: Runs

    mutating func begin(_ items: [CheckedItem], _ asks: CheckedRequest = CheckedRequest(), run: Int = 0) {
        checker.began(run: run, items: items, asks: asks)
    }

    mutating func intend(_ item: Int = 0, on tag: Int = 0, _ message: [UInt8] = letterA, run: Int = 0) {
        checker.intended(run: run, item: item, uid: tags[tag].uid, message: message)
    }

    mutating func conclude(
        _ status: String, _ item: Int = 0, on tag: Int? = 0, reason: String = "", lock: String = "none", run: Int = 0
    ) {
        let uid = tag.map { tags[$0].uid }
        checker.concluded(run: run, item: item, status: status, reason: reason, uid: uid, lock: lock)
    }

    mutating func end(_ rows: [CheckedRow], _ presentations: [CheckedPresentation] = [], run: Int = 0) {
        var totals: [String: Int] = [:]
        for row in rows { totals[row.status, default: 0] += 1 }
        checker.ended(run: run, rows: rows, presentations: presentations, totals: totals)
    }

    // MARK: Frames

    mutating func activate(_ tag: Int = 0) { checker.activated(tag: tag) }

    mutating func send(
        _ frame: [UInt8], to tag: Int = 0, answer: [UInt8] = [0x0A], isAccepted: Bool = true, isFaulty: Bool = false
    ) {
        checker.received(
            tag: tag, frame: frame.span, answer: answer.span, isAccepted: isAccepted, isFaulty: isFaulty,
            memory: tags[tag].memory)
    }

    /// READ of four pages.
    mutating func read(_ page: Int, _ tag: Int = 0, isFaulty: Bool = false) {
        let end = min(page * 4 + 16, tags[tag].memory.count)
        var answer = Array(tags[tag].memory[page * 4..<end])
        if isFaulty { answer[answer.count / 2] ^= 0x10 }
        send([0x30, UInt8(page)], to: tag, answer: answer, isFaulty: isFaulty)
    }

    mutating func fastRead(_ first: Int, _ last: Int, _ tag: Int = 0) {
        let answer = Array(tags[tag].memory[first * 4..<(last + 1) * 4])
        send([0x3A, UInt8(first), UInt8(last)], to: tag, answer: answer)
    }

    /// WRITE; `stored` is what a fault makes of it.
    mutating func write(_ page: Int, _ data: String, _ tag: Int = 0, stored: String? = nil, at place: Int? = nil) {
        let offset = (place ?? page) * 4
        let new = Self.bytes(stored ?? data)
        let isOneWay = page == 2 || page == 3 || (page == 40 && tags[tag].chip == "NTAG213")
        for index in 0..<4 where page != 2 || index > 1 {
            tags[tag].memory[offset + index] = isOneWay ? tags[tag].memory[offset + index] | new[index] : new[index]
        }
        send([0xA2, UInt8(page)] + Self.bytes(data), to: tag, isFaulty: stored != nil)
    }

    /// A write that the tag refuses.
    mutating func refuse(_ page: Int, _ data: String, _ tag: Int = 0) {
        send([0xA2, UInt8(page)] + Self.bytes(data), to: tag, answer: [0x00], isAccepted: false)
    }

    // MARK: What is right

    /// The tag is laid and read.
    mutating func lay(_ tag: Int = 0) {
        activate(tag)
        for page in stride(from: 0, to: min(40, tags[tag].memory.count / 4), by: 4) { read(page, tag) }
    }

    /// "A", or another letter, onto a blank NTAG213: data, then the page with the length.
    mutating func writeLetter(_ tag: Int = 0, _ letter: String = "41") {
        write(6, "01 04 54 02", tag)
        write(7, "65 6E \(letter) FE", tag)
        write(5, "34 03 08 D1", tag)
    }

    /// A new activation, and the pages of the message.
    mutating func readBack(_ tag: Int = 0) {
        activate(tag)
        fastRead(4, 39, tag)
    }

    /// The whole way of an item that is right.
    mutating func make(_ item: Int = 0, on tag: Int = 0, letter: UInt8 = 0x41, run: Int = 0) {
        lay(tag)
        intend(item, on: tag, Self.letterA.dropLast() + [letter], run: run)
        writeLetter(tag, String(letter, radix: 16))
        readBack(tag)
        conclude("written", item, on: tag, run: run)
    }

    static func row(_ item: Int, _ status: String, tag: Int? = nil, attempts: Int = 1, detail: String = "")
        -> CheckedRow
    {
        CheckedRow(
            item: item, status: status, detail: detail, uid: tag.map { uid(UInt8($0 + 1)) }, attempts: attempts)
    }
}
