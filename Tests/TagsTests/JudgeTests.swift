import Tags
import Testing

@Suite struct JudgeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let memory: PageMemory
        var chip: Chip = .ntag213
        var message = TagsTests.message(of: 33)
        var mayOverwrite = false
        /// Nil: written.
        var reason: Reason?
        var detail = ""
        var unchanged = false
        var testDescription: String { name }
    }

    static let other = "0303D50000FE"
    static let same = "0321" + TagsTests.message(of: 33).hex + "FE"
    static let bytes60 = TagsTests.message(of: 60)
    static let bytes40 = TagsTests.message(of: 40)

    static let cases: [Case] = [
        Case(name: "as delivered", memory: tag(.ntag213)),
        Case(
            name: "no container", memory: tag(.ntag213, cc: "00000000"), reason: .tagUnformatted,
            detail: "page 3 is 00000000: the tag was never formatted for NDEF"),
        Case(
            name: "not NDEF", memory: tag(.ntag213, cc: "F110FFEE"), reason: .tagNotNDEF,
            detail: "capability container F110FFEE does not begin with E1"),
        Case(
            name: "damaged", memory: damaged(20), reason: .tagDamaged,
            detail: "page 20 cannot be read although no password keeps it"),
        // Content equal: unchanged, whatever its locks.
        Case(name: "same", memory: tag(.ntag213, area: same), unchanged: true),
        Case(
            name: "same and locked", memory: tag(.ntag213, area: same, staticLock: "F8FF", dynamicLock: "FF0F00"),
            unchanged: true),
        Case(name: "same and read-only", memory: tag(.ntag213, area: same, cc: "E110120F"), unchanged: true),
        Case(name: "same and password", memory: tag(.ntag213, area: same, cfg0: "04000004"), unchanged: true),
        // Too large before everything else that follows.
        Case(
            name: "too large", memory: tag(.ntag213), message: message(of: 138), reason: .messageTooLarge,
            detail: "the message has 138 bytes, the tag takes 137"),
        Case(
            name: "too large, password, read-only, locked, not blank",
            memory: tag(.ntag213, area: other, cc: "E110120F", staticLock: "F8FF", cfg0: "04000004"),
            message: message(of: 143), reason: .messageTooLarge, detail: "the message has 143 bytes, the tag takes 142"),
        Case(
            name: "520 bytes on NTAG215 with a forged size", memory: tag(.ntag215, cc: "E1107F00"), chip: .ntag215,
            message: message(of: 520), reason: .messageTooLarge, detail: "the message has 520 bytes, the tag takes 500"),
        // Password before read-only, locks and content.
        Case(
            name: "password, read-only, locked, not blank",
            memory: tag(.ntag213, area: other, cc: "E110120F", staticLock: "F8FF", cfg0: "04000004"),
            reason: .tagPassword, detail: "a password protects pages from 4 on; the message needs pages 4-12"),
        Case(
            name: "password from the last page of the message on", memory: tag(.ntag213, cfg0: "0400000E"),
            reason: .tagPassword, detail: "a password protects pages from 14 on; the message needs pages 5-14"),
        Case(name: "password behind the message", memory: tag(.ntag213, cfg0: "0400000F")),
        Case(name: "password for the configuration", memory: tag(.ntag213, cfg0: "04000029")),
        Case(
            name: "password set, AUTH0 off", memory: tag(.ntag216, cfg0: "040000FF", cfg1: "80050000"), chip: .ntag216),
        Case(
            name: "password for reading", memory: ProtectionTests.kept(from: 4), mayOverwrite: true,
            reason: .tagPassword,
            detail: "a password keeps pages from 4 on from being read"),
        // Read-only before locks and content.
        Case(
            name: "read-only, locked, not blank",
            memory: tag(.ntag213, area: other, cc: "E110120F", staticLock: "F8FF"),
            reason: .tagReadOnly, detail: "the capability container E110120F forbids writing"),
        Case(
            name: "write access 8", memory: tag(.ntag213, cc: "E1101208"), reason: .tagReadOnly,
            detail: "the capability container E1101208 forbids writing"),
        // Locks before content, and only on pages that would be written.
        Case(
            name: "statically locked, not blank", memory: tag(.ntag213, area: other, staticLock: "2000"),
            reason: .tagLocked, detail: "static lock bits: page 5"),
        Case(
            name: "60 bytes, pages 16-17 locked", memory: tag(.ntag213, area: "0300FE", dynamicLock: "010000"),
            message: bytes60, reason: .tagLocked, detail: "dynamic lock bits: pages 16-17"),
        Case(
            name: "40 bytes, pages 16-17 locked", memory: tag(.ntag213, area: "0300FE", dynamicLock: "010000"),
            message: bytes40),
        Case(
            name: "both kinds of lock", memory: tag(.ntag213, staticLock: "0001", dynamicLock: "020000"),
            message: bytes60, reason: .tagLocked, detail: "static lock bits: page 8; dynamic lock bits: pages 18-19"),
        Case(
            name: "the page of the control TLV is locked and not written", memory: tag(.ntag213, staticLock: "1000")),
        Case(
            name: "the length page is locked", memory: tag(.ntag213, area: sameButByte(20), staticLock: "1000"),
            mayOverwrite: true, reason: .tagLocked, detail: "static lock bits: page 4"),
        Case(
            name: "the CC page is locked with its block-lock bits", memory: tag(.ntag216, staticLock: "0F00"),
            chip: .ntag216),
        // Content.
        Case(
            name: "not blank", memory: tag(.ntag213, area: other), reason: .tagNotBlank,
            detail: "the tag holds another message, of 3 bytes"),
        Case(name: "not blank, overwritten", memory: tag(.ntag213, area: other), mayOverwrite: true),
        Case(name: "the empty record is blank", memory: tag(.ntag213, area: "0303D00000FE")),
        Case(name: "broken TLVs", memory: tag(.ntag213, area: "0103A00CFF7FFFFF")),
        Case(name: "broken records", memory: tag(.ntag213, area: "0303D10105FE")),
        // A mirror over the message comes last.
        Case(
            name: "mirror over the message", memory: tag(.ntag213, cfg0: "54000CFF"), reason: .verifyMismatch,
            detail: "an ASCII mirror of the UID is switched on over pages 12-15, which would hide part of the message; "
                + "nothing was written"),
        Case(
            name: "mirror over the message, not blank", memory: tag(.ntag213, area: other, cfg0: "54000CFF"),
            reason: .tagNotBlank, detail: "the tag holds another message, of 3 bytes"),
        Case(
            name: "the message but for what a mirror hides, not blank",
            memory: tag(.ntag213, area: sameButByte(10), cfg0: "540005FF"), reason: .tagNotBlank,
            detail: "the tag holds another message, of 33 bytes: it differs from this one only where an ASCII mirror "
                + "of the UID lies over pages 5-8"),
        Case(
            name: "another message under a mirror, not blank",
            memory: tag(.ntag213, area: sameButByte(30), cfg0: "540005FF"), reason: .tagNotBlank,
            detail: "the tag holds another message, of 33 bytes"),
        Case(name: "mirror behind the message", memory: tag(.ntag213, cfg0: "540014FF")),
    ]

    static func damaged(_ page: Int) -> PageMemory {
        var memory = tag(.ntag213)
        memory[state: page] = .refused
        return memory
    }

    static func sameButByte(_ index: Int) -> String {
        var area = TagsTests.bytes(same)
        area[index] ^= 1
        return area.hex
    }

    @Test(arguments: cases) func judged(_ expected: Case) {
        let judgement = judge(
            expected.memory, chip: expected.chip, message: expected.message, mayOverwrite: expected.mayOverwrite)
        switch judgement {
        case .unchanged: #expect(expected.unchanged)
        case .write(let plan):
            #expect(!expected.unchanged && expected.reason == nil)
            let written = apply(plan.message?.writes ?? [], to: expected.memory)
            #expect(interpret(written, chip: expected.chip).verdict == .message(expected.message))
        case .rejected(let reason, let detail):
            #expect(reason == expected.reason)
            #expect(detail == expected.detail)
        case .needs(let pages): Issue.record("needs \(pages)")
        }
    }

    @Test func asksForPages() {
        #expect(judge(PageMemory(), chip: .ntag213, message: [0xD0, 0, 0], mayOverwrite: true) == .needs(0..<4))
    }
}
