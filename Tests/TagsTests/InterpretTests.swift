import Tags
import Testing

@Suite struct InterpretTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let memory: PageMemory
        var chip: Chip = .ntag213
        let verdict: TagContents.Verdict
        var state: LockState = .writable
        var capacity: Int?
        var testDescription: String { name }
    }

    static let uri = "D1010E55046578616D706C652E636F6D2F61"

    static let cases: [Case] = [
        Case(name: "NTAG213 as delivered", memory: tag(.ntag213), verdict: .empty, capacity: 137),
        Case(name: "NTAG215 as delivered", memory: tag(.ntag215), chip: .ntag215, verdict: .empty, capacity: 492),
        Case(name: "NTAG216 as delivered", memory: tag(.ntag216), chip: .ntag216, verdict: .empty, capacity: 868),
        Case(
            name: "no NDEF TLV: the factory chain counts", memory: tag(.ntag213, area: "00"), verdict: .empty,
            capacity: 137),
        Case(
            name: "terminator first", memory: tag(.ntag216, area: "FE030100"), chip: .ntag216, verdict: .empty,
            capacity: 868),
        Case(
            name: "a message behind the lock control TLV", memory: tag(.ntag213, area: "0103A00C340312" + uri + "FE"),
            verdict: .message(bytes(uri)), capacity: 137),
        Case(
            name: "a message at page 4", memory: tag(.ntag213, area: "0312" + uri + "FE"),
            verdict: .message(bytes(uri)), capacity: 142),
        Case(
            name: "two NULL TLVs first", memory: tag(.ntag213, area: "00000312" + uri + "FE"),
            verdict: .message(bytes(uri)), capacity: 140),
        Case(
            name: "a long length with a small value", memory: tag(.ntag213, area: "03FF0012" + uri + "FE"),
            verdict: .message(bytes(uri)), capacity: 142),
        Case(
            name: "a long length of zero", memory: tag(.ntag213, area: "03FF0000" + uri), verdict: .empty, capacity: 142
        ),
        Case(
            name: "no terminator", memory: tag(.ntag213, area: "0312" + uri + "0305"), verdict: .message(bytes(uri)),
            capacity: 142),
        Case(
            name: "the first NDEF TLV counts", memory: tag(.ntag213, area: "0303D000000312" + uri + "FE"),
            verdict: .message(bytes("D00000")), capacity: 142),
        Case(
            name: "proprietary and unknown TLVs are passed over",
            memory: tag(.ntag213, area: "FD03AAAAAA41FF0002BBBB0312" + uri + "FE"), verdict: .message(bytes(uri)),
            capacity: 131),
        Case(
            name: "a lock control TLV of another chip", memory: tag(.ntag213, area: "0103A010440312" + uri + "FE"),
            verdict: .message(bytes(uri)), capacity: 137),
        Case(
            name: "reserved bytes inside the area are passed over: page 6, bytes 0 and 1 (24, 25)",
            memory: tag(.ntag216, area: "01036010420312D1" + "BEEF" + uri.dropFirst(2) + "FE"), chip: .ntag216,
            verdict: .message(bytes(uri)), capacity: 861),
        Case(
            name: "a memory control TLV reserves 15 bytes from byte 32 on, amid the value",
            memory: tag(
                .ntag216,
                area: "0203800F0203FF0012" + uri.prefix(14) + String(repeating: "EE", count: 15) + uri.dropFirst(14)),
            chip: .ntag216, verdict: .message(bytes(uri)), capacity: 848),
        Case(
            name: "a control TLV that names page 3", memory: tag(.ntag213, area: "01033008420300FE"),
            verdict: .broken("lock control TLV names bytes 12 to 12, which are not free on this chip"), capacity: 137),
        Case(
            name: "length beyond the area", memory: tag(.ntag213, area: "03DBD101"),
            verdict: .broken("TLV says 219, 142 present"), capacity: 142),
        Case(
            name: "control TLV of two bytes", memory: tag(.ntag213, area: "0102A00C0300FE"),
            verdict: .broken("control TLV of 2 bytes instead of 3"), capacity: 137),
        Case(
            name: "unknown TLV beyond the area", memory: tag(.ntag213, area: "41FF03E8"),
            verdict: .broken("TLV 41 says 1000, 140 present"), capacity: 137),
        Case(
            name: "torn: page 5 FF 7F FF FF", memory: tag(.ntag213, area: "0103A00CFF7FFFFF" + uri),
            verdict: .broken("lock control TLV names bytes 327680 to 327681, which are not free on this chip"),
            capacity: 137),
        Case(
            name: "length FF D0 00 in an area of 8 bytes",
            memory: tag(.ntag213, area: "03FFD000D1010100", cc: "E1100100"),
            verdict: .broken("TLV says 53248, 4 present"), capacity: 6),
        Case(
            name: "the area ends in 03 FF", memory: tag(.ntag213, area: "FD04AAAAAAAA03FF", cc: "E1100100"),
            verdict: .broken("TLV 03 has no length before the area ends"), capacity: 1),
        Case(
            name: "an area of no bytes", memory: tag(.ntag213, cc: "E1100000"), verdict: .empty, capacity: 0),
        Case(
            name: "CC of 128 bytes", memory: tag(.ntag213, area: "0312" + uri, cc: "E1101000"),
            verdict: .message(bytes(uri)), capacity: 126),
        Case(
            name: "CC E1 11 6F on NTAG216", memory: tag(.ntag216, cc: "E1116F00"), chip: .ntag216, verdict: .empty,
            capacity: 884),
        Case(
            name: "CC larger than the chip", memory: tag(.ntag215, cc: "E1107F00"), chip: .ntag215, verdict: .empty,
            capacity: 500),
        Case(
            name: "no container", memory: tag(.ntag213, cc: "00000000"), verdict: .unformatted, state: .notNDEF),
        Case(
            name: "F1 10 FF EE", memory: tag(.ntag215, cc: "F110FFEE"), chip: .ntag215,
            verdict: .notNDEF("capability container F110FFEE does not begin with E1"), state: .notNDEF),
        Case(
            name: "all bits of the container set", memory: tag(.ntag213, cc: "FFFFFFFF"),
            verdict: .notNDEF("capability container FFFFFFFF does not begin with E1"), state: .notNDEF),
        Case(
            name: "mapping version 2", memory: tag(.ntag213, cc: "E1201200"),
            verdict: .notNDEF("capability container E1201200 has mapping version 2.0"), state: .notNDEF),
        Case(
            name: "read-only", memory: tag(.ntag213, cc: "E110120F"), verdict: .empty, state: .readOnly, capacity: 137),
        Case(
            name: "some pages locked", memory: tag(.ntag213, dynamicLock: "010000"), verdict: .empty,
            state: .partlyLocked, capacity: 137),
        Case(
            name: "every page locked", memory: tag(.ntag213, staticLock: "F0FF", dynamicLock: "FF0F00"),
            verdict: .empty, state: .locked, capacity: 137),
        Case(
            name: "every page locked and read-only",
            memory: tag(.ntag216, cc: "E1106D0F", staticLock: "F8FF", dynamicLock: "FF3F00"), chip: .ntag216,
            verdict: .empty, state: .locked, capacity: 868),
        Case(
            name: "the CC page alone is locked", memory: tag(.ntag216, staticLock: "0F00"), chip: .ntag216,
            verdict: .empty, capacity: 868),
        Case(
            name: "password for writing", memory: tag(.ntag213, cfg0: "04000004"), verdict: .empty,
            state: .passwordWrite, capacity: 137),
        Case(
            name: "password for the last user page alone", memory: tag(.ntag213, cfg0: "04000027"), verdict: .empty,
            state: .passwordWrite, capacity: 137),
        Case(
            name: "password for the configuration alone", memory: tag(.ntag213, cfg0: "04000029"), verdict: .empty,
            capacity: 137),
        Case(
            name: "AUTH0 behind the last page", memory: tag(.ntag213, cfg0: "0400002D"), verdict: .empty,
            capacity: 137),
    ]

    @Test(arguments: cases) func verdicts(_ expected: Case) throws {
        let contents = interpret(expected.memory, chip: expected.chip)
        if case .broken(let start) = expected.verdict, case .broken(let found) = contents.verdict {
            #expect(found.hasPrefix(start))
        } else {
            #expect(contents.verdict == expected.verdict)
        }
        #expect(contents.lockState == expected.state)
        #expect(contents.capacityBytes == expected.capacity)
        // Read page by page as asked for, it says the same.
        let stepwise = try #require(read(expected.memory, chip: expected.chip))
        #expect(stepwise.contents.verdict == contents.verdict)
        #expect(stepwise.contents.lockState == contents.lockState)
    }

    @Test func blank() {
        for (area, blank) in [
            ("0300FE", true), ("0303D00000FE", true), ("0304D8000000FE", true), ("0303D50000FE", false),
            ("0302D101FE", false), ("00", true),
        ] {
            #expect(interpret(tag(.ntag213, area: area), chip: .ntag213).isBlank == blank, "\(area)")
        }
    }

    @Test func askedFor() throws {
        // Header and locks always; the chain; not what lies behind an empty NDEF TLV.
        let empty = try #require(read(tag(.ntag216), chip: .ntag216))
        #expect((0..<256).filter { empty.read[$0] != nil } == [0, 1, 2, 3, 4, 226, 227, 228])
        let whole = tag(.ntag213, area: "0103A00C340312" + Self.uri + "FE")
        let message = try #require(read(whole, chip: .ntag213))
        #expect((0..<256).filter { message.read[$0] != nil } == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 40, 41, 42])
    }

    @Test func truncatedListing() {
        var memory = tag(.ntag216, area: "03DBC5000000D0" + String(repeating: "61", count: 212))
        for page in 10..<226 { memory[page] = nil }
        let contents = interpret(memory, chip: .ntag216)
        #expect(contents.verdict == .needs(10..<60))
        #expect(contents.notes == ["TLV says 219, 22 read so far"])
    }

    /// Field case 12. Field case 14. Field case 24.
    @Test func notes() {
        func notes(_ memory: PageMemory, _ chip: Chip) -> [String] { interpret(memory, chip: chip).notes }
        #expect(notes(tag(.ntag213), .ntag213).isEmpty)
        #expect(
            notes(tag(.ntag216, cc: "E1116F00"), .ntag216) == [
                "CC 888 bytes, chip area 872/888; a CC cannot be cleared"
            ])
        #expect(
            notes(tag(.ntag213, area: "0103A010440300FE"), .ntag213)
                == ["lock control TLV A01044, which is not the one as delivered"])
        #expect(
            notes(tag(.ntag216, staticLock: "0F00"), .ntag216)
                == ["the CC page is locked", "block-lock bits are set: pages 4-15 can never be locked"])
        #expect(
            notes(tag(.ntag213, cfg0: "54000C10", cfg1: "80050000"), .ntag213) == [
                "a password protects pages from 16 on, reading too", "an ASCII mirror of the UID lies over pages 12-15",
            ])
    }
}

@Suite struct ProtectionTests {
    /// As a tag with PROT and AUTH0 shows itself: everything from there on is refused.
    static func kept(from page: Int, chip: Chip = .ntag213) -> PageMemory {
        var memory = tag(chip)
        for page in page..<chip.layout.pageCount { memory[state: page] = .refused }
        return memory
    }

    /// Field case 26.
    @Test(arguments: [0, 2, 4, 10, 39, 40, 41]) func readProtection(_ from: Int) throws {
        let contents = try #require(read(Self.kept(from: from), chip: .ntag213)).contents
        let verdict = contents.verdict
        guard case .passwordRead(let found) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        // Only pages that were asked for are known to be refused.
        #expect(found >= from && found <= max(from, 40) + 1)
        #expect(contents.lockState == .passwordReadWrite)
        #expect(interpret(Self.kept(from: from), chip: .ntag213).verdict == .passwordRead(from: from))
    }

    @Test func onlyTheLastPagesKept() {
        // AUTH0 on CFG1: CFG0 can be read and says so; the message is free.
        var memory = tag(.ntag213, cfg0: "0400002A")
        for page in 42..<45 { memory[state: page] = .refused }
        #expect(interpret(memory, chip: .ntag213).verdict == .empty)
        #expect(interpret(memory, chip: .ntag213).lockState == .writable)
        // AUTH0 on PWD: CFG1 can be read.
        memory = tag(.ntag213, cfg0: "0400002B", cfg1: "80050000")
        memory[state: 44] = .refused
        #expect(interpret(memory, chip: .ntag213).verdict == .empty)
    }

    @Test func damage() {
        func verdict(_ refused: [Int], _ memory: PageMemory = tag(.ntag213)) -> TagContents.Verdict {
            var memory = memory
            for page in refused { memory[state: page] = .refused }
            return interpret(memory, chip: .ntag213).verdict
        }
        #expect(verdict([20]) == .damaged("page 20 cannot be read although no password keeps it"))
        #expect(verdict([20, 21, 30]) == .damaged("pages 20-21, 30 cannot be read although no password keeps them"))
        #expect(verdict([44]) == .damaged("page 44 cannot be read although no password keeps it"))
        #expect(verdict([41]) == .damaged("page 41 cannot be read although no password keeps it"))
        #expect(verdict([42]) == .damaged("page 42 cannot be read although no password keeps it"))
        #expect(verdict([3]) == .damaged("page 3 cannot be read although no password keeps it"))
        // PROT 0 keeps nothing from being read.
        let writeOnly = tag(.ntag213, cfg0: "04000004")
        #expect(verdict([20], writeOnly) == .damaged("page 20 cannot be read although no password keeps it"))
        // A page that can be read behind CFG0 is no work of a password.
        #expect(verdict([39, 40, 41]) == .damaged("pages 39-41 cannot be read although no password keeps them"))
    }

    @Test func theLastPageIsAskedForWhereTheConfigurationIsRefused() {
        var memory = tag(.ntag213)
        for page in 40..<43 { memory[state: page] = .refused }
        memory[43] = nil
        memory[44] = nil
        #expect(interpret(memory, chip: .ntag213).verdict == .needs(44..<45))
        memory[state: 44] = .refused
        #expect(interpret(memory, chip: .ntag213).verdict == .passwordRead(from: 40))
    }

    @Test func containerBeforeProtection() {
        var memory = Self.kept(from: 4)
        memory[3] = Page(word: 0)
        #expect(interpret(memory, chip: .ntag213).verdict == .unformatted)
    }
}
