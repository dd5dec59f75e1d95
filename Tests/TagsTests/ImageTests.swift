import NDEF
import Tags
import Testing

/// Images of Type 2 tags, made for these tests: what they hold is all there is.
@Suite struct ImageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let memory: PageMemory
        var chip: Chip? = .ntag213
        let verdict: TagContents.Verdict
        var state = LockState.writable
        var capacity: Int?
        var testDescription: String { name }
    }

    static let uri = InterpretTests.uri

    /// A memory without these pages.
    static func without(_ pages: some Sequence<Int>, _ memory: PageMemory) -> PageMemory {
        var memory = memory
        for page in pages { memory[page] = nil }
        return memory
    }

    /// The first pages of a memory.
    static func cut(_ count: Int, _ memory: PageMemory) -> PageMemory {
        PageMemory(bytes: memory.bytes(of: 0..<count) ?? [])
    }

    static let long = "03DBC5000000D0" + String(repeating: "61", count: 212)

    static let whole: [Case] = [
        Case(
            name: "Ultralight, full, without terminator", memory: tag(.ultralight, area: full, cc: "E1100600"),
            chip: .ultralight, verdict: .message(message(of: 46)), capacity: 46),
        Case(
            name: "Ultralight as delivered", memory: tag(.ultralight), chip: .ultralight, verdict: .unformatted,
            state: .notNDEF),
        Case(
            name: "Ultralight, locked", memory: tag(.ultralight, area: "0300FE", cc: "E110060F", staticLock: "FFFF"),
            chip: .ultralight, verdict: .empty, state: .locked, capacity: 46),
        Case(
            name: "Ultralight C, formatted", memory: tag(.ultralightC, area: "0103A010440300FE", cc: "E1101200"),
            chip: .ultralightC, verdict: .empty, capacity: 137),
        Case(
            name: "Ultralight C, key for writing",
            memory: tag(.ultralightC, area: "0300FE", cc: "E1101200", cfg0: "10000000", cfg1: "01000000"),
            chip: .ultralightC, verdict: .empty, state: .passwordWrite, capacity: 142),
        Case(
            name: "NTAG203, all locked", memory: tag(.ntag203, staticLock: "F0FF", dynamicLock: "EE0000"),
            chip: .ntag203, verdict: .empty, state: .locked, capacity: 137),
        Case(name: "NTAG210", memory: tag(.ntag210), chip: .ntag210, verdict: .empty, capacity: 46),
        Case(name: "NTAG212", memory: tag(.ntag212), chip: .ntag212, verdict: .empty, capacity: 121),
        Case(
            name: "MF0UL21, formatted", memory: tag(.mf0ul21, area: "0300FE", cc: "E1101000"), chip: .mf0ul21,
            verdict: .empty, capacity: 126),
        Case(name: "NTAG I2C 1K", memory: tag(.ntagI2C1K), chip: .ntagI2C1K, verdict: .empty, capacity: 868),
        // Field case 25: the lock bits stand in sector 1.
        Case(
            name: "NTAG I2C 2K, pages 16-47 locked", memory: tag(.ntagI2C2K, dynamicLock: "010000"), chip: .ntagI2C2K,
            verdict: .empty, state: .partlyLocked, capacity: 1868),
        Case(
            name: "NTAG I2C 2K, a message that runs on into sector 1",
            memory: tag(.ntagI2C2K, area: "03FF0640" + message(of: 1600).hex + "FE"), chip: .ntagI2C2K,
            verdict: .message(message(of: 1600)), capacity: 1868),
        Case(
            name: "NTAG I2C plus 2K: the message ends with sector 0", memory: tag(.ntagI2CPlus2K, cc: "E110EA00"),
            chip: .ntagI2CPlus2K, verdict: .empty, capacity: 884),
        // What the lock bits of ST25TN lock is not published; that all of its static ones are set is not enough.
        Case(
            name: "ST25TN01K", memory: tag(.st25tn01k, area: "0300FE", staticLock: "F0FF"), chip: .st25tn01k,
            verdict: .empty, state: .unknown, capacity: 158),
        Case(
            name: "ST25TN512, read-only", memory: tag(.st25tn512, area: "0300FE", cc: "E110080F"), chip: .st25tn512,
            verdict: .empty, state: .readOnly, capacity: 62),
        // Made after the tag was unlocked: the bytes are there, and the tag keeps them from others all the same.
        Case(
            name: "AUTH0 4 and PROT over a message",
            memory: tag(.ntag213, area: "0312" + uri + "FE", cfg0: "04000004", cfg1: "C0050000"),
            verdict: .message(bytes(uri)), state: .passwordReadWrite, capacity: 142),
        // Field case 13.
        Case(
            name: "CC of 128 bytes", memory: tag(.ntag213, area: "0312" + uri, cc: "E1101000"),
            verdict: .message(bytes(uri)), capacity: 126),
        // Field case 13.
        Case(
            name: "F1 10 FF EE", memory: tag(.ntag215, cc: "F110FFEE", staticLock: "0FE0", cfg0: "00000004"),
            chip: .ntag215, verdict: .notNDEF("capability container F110FFEE does not begin with E1"),
            state: .notNDEF),
        // Field case 15.
        Case(
            name: "two NULL TLVs first", memory: tag(.ntag213, area: "00000312" + uri + "FE"),
            verdict: .message(bytes(uri)), capacity: 140),
        // Field case 10: a length of four bytes for a payload of few.
        Case(
            name: "a record without SR and with a short payload",
            memory: tag(.ntag213, area: "0311C1010000000A" + "55046578616D706C652E63" + "FE"),
            verdict: .message(bytes("C1010000000A55046578616D706C652E63")), capacity: 142),
        Case(
            name: "an older, longer message behind the terminator",
            memory: tag(.ntag216, area: "0303D50000FE616D706C65FE65FED1010E55"), chip: .ntag216,
            verdict: .message(bytes("D50000")), capacity: 868),
    ]

    static let full = "032E" + message(of: 46).hex

    static let partial: [Case] = [
        // Field case 16.
        Case(
            name: "NTAG216 cut off after page 11", memory: cut(12, tag(.ntag216, area: long)), chip: .ntag216,
            verdict: .missing("truncated: TLV says 219, 30 present"), state: .unknown),
        // Field case 16: the chip cannot be told from twelve pages.
        Case(
            name: "a listing cut off after page 11", memory: cut(12, tag(.ntag216, area: long)), chip: nil,
            verdict: .missing("truncated: TLV says 219, 30 present"), state: .unknown),
        // Field case 16.
        Case(
            name: "cut off after 22 bytes of the message", memory: cut(10, tag(.ntag216, area: long)), chip: .ntag216,
            verdict: .missing("truncated: TLV says 219, 22 present"), state: .unknown),
        Case(
            name: "a gap in the message", memory: without([6, 7], tag(.ntag213, area: "0312" + uri + "FE")),
            verdict: .missing("truncated: TLV says 18, pages 6-7 not in the image")),
        Case(
            name: "page 4 missing", memory: without([4], tag(.ntag213)), verdict: .missing("page 4 is not in the image")
        ),
        Case(
            name: "the end of a chain without message missing", memory: without([39], tag(.ntag213, area: "00")),
            verdict: .missing("page 39 is not in the image")),
        Case(
            name: "pages behind the message missing", memory: without(20..<40, tag(.ntag213, area: "0312" + uri)),
            verdict: .message(bytes(uri)), capacity: 142),
        Case(
            name: "password pages missing", memory: without([43, 44], tag(.ntag213)), verdict: .empty, capacity: 137),
        Case(
            name: "container missing, message there", memory: without(0..<4, tag(.ntag213, area: "0312" + uri + "FE")),
            verdict: .message(bytes(uri)), state: .unknown),
        Case(
            name: "container missing, no message", memory: without([3], tag(.ntag213)),
            verdict: .missing("page 3, the capability container, is not in the image"), state: .unknown),
        Case(
            name: "nothing at all", memory: PageMemory(),
            verdict: .missing("page 3, the capability container, is not in the image"), state: .unknown),
        Case(
            name: "lock pages missing", memory: without(40..<45, tag(.ntag213)), verdict: .empty, state: .unknown,
            capacity: 137),
        Case(
            name: "lock pages missing, read-only", memory: without(40..<45, tag(.ntag213, cc: "E110120F")),
            verdict: .empty, state: .readOnly, capacity: 137),
        Case(
            name: "lock page missing, some pages locked", memory: without([40], tag(.ntag213, staticLock: "1000")),
            verdict: .empty, state: .unknown, capacity: 137),
        Case(
            name: "lock page missing, an area of 48 bytes that is locked",
            memory: without(40..<45, tag(.ntag213, cc: "E1100600", staticLock: "F0FF")), verdict: .empty,
            state: .locked, capacity: 41),
        Case(
            name: "CFG1 missing, AUTH0 off", memory: without([42], tag(.ntag213)), verdict: .empty, capacity: 137),
        Case(
            name: "CFG1 missing, AUTH0 on", memory: without([42], tag(.ntag213, cfg0: "04000004")), verdict: .empty,
            state: .unknown, capacity: 137),
        Case(
            name: "page 2 missing", memory: without([2], tag(.ntag213)), verdict: .empty, state: .unknown, capacity: 137
        ),
    ]

    static let unknownChips: [Case] = [
        Case(
            name: "21 pages, the lock control TLV names the last",
            memory: cut(21, tag(.ntag213, area: "0000000103A0102300031200", cc: "E1100800")), chip: nil,
            verdict: .broken("no NDEF message"), state: .unknown, capacity: 53),
        Case(
            name: "45 pages: what NTAG213 and NTAG213F have in common", memory: tag(.ntag213, dynamicLock: "010000"),
            chip: nil, verdict: .empty, state: .partlyLocked, capacity: 137),
        Case(
            name: "231 pages with check bytes: not NTAG I2C", memory: tag(.ntag216, cfg0: "04000004"), chip: nil,
            verdict: .empty, state: .passwordWrite, capacity: 868),
        Case(
            name: "20 pages: what NTAG210 and MF0UL11 have in common", memory: tag(.ntag210, cfg0: "04000004"),
            chip: nil, verdict: .empty, state: .passwordWrite, capacity: 46),
        Case(
            name: "a container that says more than there is", memory: cut(30, tag(.ntag213)), chip: nil,
            verdict: .empty, state: .unknown),
        Case(
            name: "48 bytes of area, all locked", memory: cut(17, tag(.ntag213, cc: "E1100600", staticLock: "F0FF")),
            chip: nil, verdict: .empty, state: .locked, capacity: 41),
        Case(
            name: "Ultralight AES", memory: cut(40, tag(.ntag213, area: "0300FE")), chip: .ultralightAES,
            verdict: .empty, state: .unknown, capacity: 142),
    ]

    @Test(arguments: whole + partial + unknownChips) func images(_ expected: Case) {
        let contents = interpret(.type2(expected.memory), chip: expected.chip)
        if case .broken(let start) = expected.verdict, case .broken(let found) = contents.verdict {
            #expect(found.hasPrefix(start))
        } else {
            #expect(contents.verdict == expected.verdict)
        }
        #expect(contents.lockState == expected.state)
        #expect(contents.capacityBytes == expected.capacity)
        // That a page was refused says no more than that it was not read.
        var refused = expected.memory
        for page in 0..<48 where refused[page] == nil { refused[state: page] = .refused }
        #expect(interpret(.type2(refused), chip: expected.chip).verdict == contents.verdict)
    }

    /// Where all is known, a tag on a reader and its image say the same.
    @Test(arguments: InterpretTests.cases) func sameAsOnAReader(_ expected: InterpretTests.Case) {
        let live = interpret(expected.memory, chip: expected.chip)
        let image = interpret(.type2(expected.memory), chip: expected.chip)
        #expect(image.verdict == live.verdict)
        #expect(image.lockState == live.lockState)
        #expect(image.capacityBytes == live.capacityBytes)
        #expect(image.notes == live.notes)
        #expect(image.filledSpans == live.filledSpans)
    }

    @Test func dataAreas() {
        func area(_ hex: String) -> TagContents { interpret(.dataArea(bytes(hex)), chip: nil) }
        #expect(area("0312" + Self.uri + "FE").verdict == .message(bytes(Self.uri)))
        #expect(area("0103A00C340312" + Self.uri).verdict == .message(bytes(Self.uri)))
        #expect(area("0300FE").verdict == .empty)
        #expect(area("0312" + Self.uri.dropLast(2)).verdict == .missing("truncated: TLV says 18, 17 present"))
        #expect(area("03FF").verdict == .broken("TLV 03 has no length before the area ends"))
        #expect(area("").verdict == .empty)
        let contents = area("0300FE")
        #expect(contents.lockState == .unknown && contents.capacityBytes == nil && contents.locks == nil)
        // Larger than any Type 2 tag.
        let large = message(of: 60_000)
        let field: [UInt8] = [0x03, 0xFF, UInt8(large.count >> 8), UInt8(large.count & 255)]
        #expect(interpret(.dataArea(field + large), chip: nil).verdict == .message(large))
        #expect(interpret(.dataArea([UInt8](repeating: 0, count: 1 << 20)), chip: nil).verdict == .empty)
    }

    @Test func messages() {
        #expect(interpret(.message(bytes(Self.uri)), chip: nil).verdict == .message(bytes(Self.uri)))
        #expect(interpret(.message([]), chip: nil).verdict == .empty)
        #expect(interpret(.message(bytes("D000")), chip: nil).verdict != .message(bytes("D000")))
        #expect(interpret(.message(bytes(Self.uri)), chip: nil).lockState == .unknown)
    }

    /// Field case 27.
    @Test func noSecrets() {
        for chip in Chip.allCases where !chip.secretPages.isEmpty && chip.type2Layout != nil {
            var memory = tag(chip, area: "0312" + Self.uri + "FE", cc: "E1100600", cfg0: "54000604", cfg1: "C0050000")
            for page in chip.secretPages { memory[page] = Page(0x95, 0x3F, 0x52, 0xFA) }
            let contents = interpret(.type2(memory), chip: chip)
            var said = contents.notes + contradictions(in: memory, chip: chip, statedUID: UID(hex: "04000000000000"))
            said += ["\(contents.verdict)", "\(contents)"]
            for text in said {
                let upper = text.uppercased().filter { $0 != " " && $0 != ":" }
                #expect(!upper.contains("953F52FA") && !upper.contains("149,63,82,250"), "\(chip)")
            }
        }
    }
}

@Suite struct FilledSpanTests {
    static let text = "0326D1012255046578616D706C652E636F6D2F3F753D" + String(repeating: "30", count: 21) + "FE"

    static let cases: [(area: String, cfg0: String, cfg1: String, spans: [Range<Int>])] = [
        // The message begins at byte 18. MIRROR_PAGE 09, MIRROR_BYTE 0: byte 36.
        (text, "440009FF", "00050000", [18..<32]),
        (text, "C40009FF", "10050000", [18..<38]),
        (text, "840009FF", "10050000", [18..<24]),
        (text, "540009FF", "00050000", [19..<33]),
        // Beyond the message, over its begin, and none.
        (text, "44000FFF", "00050000", []),
        (text, "440004FF", "00050000", [0..<12]),
        (text, "44000DFF", "00050000", [34..<38]),
        (text, "040009FF", "00050000", []),
        // Behind the lock control TLV.
        ("0103A00C34" + text, "440009FF", "00050000", [13..<27]),
        // Bytes 40 to 43 are reserved and no part of the message: the span is shorter by them.
        ("0203500403" + text.prefix(38) + "EEEEEEEE" + text.dropFirst(38), "440009FF", "00050000", [13..<23]),
    ]

    @Test(arguments: cases) func spans(area: String, cfg0: String, cfg1: String, spans: [Range<Int>]) {
        let memory = tag(.ntag213, area: area, cfg0: cfg0, cfg1: cfg1)
        let image = interpret(.type2(memory), chip: .ntag213)
        guard case .message = image.verdict else {
            Issue.record("no message: \(image.verdict)")
            return
        }
        #expect(image.filledSpans == spans)
        #expect(interpret(memory, chip: .ntag213).filledSpans == spans)
    }

    @Test func none() {
        // Nothing to be filled without a message, and a mirror of which too little is known is said to be there.
        #expect(interpret(tag(.ntag213, cfg0: "440006FF"), chip: .ntag213).filledSpans.isEmpty)
        let image = interpret(.type2(tag(.ntag213TT, area: Self.text, cfg0: "440009FF")), chip: .ntag213TT)
        #expect(image.filledSpans.isEmpty)
        #expect(image.notes.contains("an ASCII mirror may be switched on; over which bytes is not known"))
    }
}
