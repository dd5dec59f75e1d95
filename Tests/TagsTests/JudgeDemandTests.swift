import Testing

@testable import Tags

/// What is asked for beside the message, in the order of the contract (section 5).
@Suite struct JudgeDemandTests {
    enum Verdict: Sendable, Hashable {
        /// What the tag lacks, of `message`, `format`, `mirror`, `protection`, `lock`.
        case lacks([String])
        case unchanged
        case rejected(Reason, String)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let memory: PageMemory
        var chip = Chip.ntag213
        var message = TagsTests.message(of: 33)
        var mayOverwrite = false
        var demand: TagDemand
        let verdict: Verdict
        var testDescription: String { name }
    }

    static let locks = TagDemand(locks: true)
    static let same = "0321" + TagsTests.message(of: 33).hex + "FE"
    static let other = "0303D50000FE"

    static let lockCases = [
        Case(name: "blank", memory: tag(.ntag213), demand: locks, verdict: .lacks(["message", "lock"])),
        Case(name: "equal, lock missing", memory: tag(.ntag213, area: same), demand: locks, verdict: .lacks(["lock"])),
        Case(
            name: "equal and locked",
            memory: tag(.ntag213, area: same, cc: "E110120F", staticLock: "F8FF", dynamicLock: "FF0F00"),
            demand: locks, verdict: .unchanged),
        Case(
            name: "equal, locked, page 3 not",
            memory: tag(.ntag213, area: same, cc: "E110120F", staticLock: "F0FF", dynamicLock: "FF0F00"),
            demand: locks, verdict: .unchanged),
        Case(
            name: "equal, half locked", memory: tag(.ntag213, area: same, cc: "E110120F", dynamicLock: "FF0F00"),
            demand: locks, verdict: .lacks(["lock"])),
        Case(
            name: "equal, read-only, not locked", memory: tag(.ntag213, area: same, cc: "E110120F"), demand: locks,
            verdict: .lacks(["lock"])),
        // Field case 24
        Case(
            name: "page 3 locked, block-lock bits: written", memory: tag(.ntag216, staticLock: "0F00"), chip: .ntag216,
            demand: TagDemand(), verdict: .lacks(["message"])),
        Case(
            name: "page 3 locked, block-lock bits: not locked", memory: tag(.ntag216, staticLock: "0F00"),
            chip: .ntag216,
            demand: locks,
            verdict: .rejected(
                .lockImpossible, "page 3 is locked, and its capability container E1106D00 does not say read-only")),
        Case(
            name: "equal, lock impossible", memory: tag(.ntag213, area: same, staticLock: "0400"), demand: locks,
            verdict: .rejected(.lockImpossible, "block-lock bits are set: pages 10-15 can never be locked any more")),
        Case(
            name: "not blank comes first", memory: tag(.ntag213, area: other, staticLock: "0400"), demand: locks,
            verdict: .rejected(.tagNotBlank, "the tag holds another message, of 3 bytes")),
        Case(
            name: "locked pages come first", memory: tag(.ntag213, staticLock: "2400"), demand: locks,
            verdict: .rejected(.tagLocked, "static lock bits: page 5")),
        Case(
            name: "a password on the lock page", memory: tag(.ntag213, cfg0: "04000028"), demand: locks,
            verdict: .rejected(.tagPassword, "a password protects pages from 40 on; it is to be locked")),
        Case(
            name: "a password on the configuration", memory: tag(.ntag213, area: same, cfg0: "04000029"), demand: locks,
            verdict: .rejected(.tagPassword, "a password protects pages from 41 on; it is to be locked")),
        Case(
            name: "a password, not asked to lock", memory: tag(.ntag213, cfg0: "04000028"), demand: TagDemand(),
            verdict: .lacks(["message"])),
        Case(
            name: "a password, open", memory: tag(.ntag213, cfg0: "04000004"),
            demand: TagDemand(locks: true, opened: [0, 0]), verdict: .lacks(["message", "lock"])),
        Case(
            name: "a password before a lock that is impossible",
            memory: tag(.ntag213, area: same, staticLock: "0400", cfg0: "04000028"),
            demand: locks, verdict: .rejected(.tagPassword, "a password protects pages from 40 on; it is to be locked")),
        Case(
            name: "too large before all of it", memory: tag(.ntag213, staticLock: "0400", cfg0: "04000004"),
            message: TagsTests.message(of: 140), demand: locks,
            verdict: .rejected(.messageTooLarge, "the message has 140 bytes, the tag takes 137")),
        // Field case 25
        Case(
            name: "NTAG I2C 2K", memory: tag(.ntagI2C2K), chip: .ntagI2C2K, demand: locks,
            verdict: .rejected(
                .lockImpossible,
                "unsupported chip for locking: which bits lock which pages of NTAG I2C 2K is not known for sure")),
    ]

    static let formats = TagDemand(formatsBlank: true)

    static let formatCases = [
        // Field case 46
        Case(
            name: "Ultralight without container", memory: tag(.ultralight), chip: .ultralight, demand: TagDemand(),
            verdict: .rejected(.tagUnformatted, "page 3 is 00000000: the tag was never formatted for NDEF")),
        Case(
            name: "Ultralight formatted", memory: tag(.ultralight), chip: .ultralight, demand: formats,
            verdict: .lacks(["message", "format"])),
        Case(
            name: "empty TLV at page 4", memory: tag(.ultralight, area: "0300FE00", cc: "E1100600"), chip: .ultralight,
            demand: formats, verdict: .lacks(["message"])),
        // Field case 8
        Case(
            name: "198 bytes on a blank Ultralight", memory: tag(.ultralight), chip: .ultralight,
            message: TagsTests.message(of: 198), demand: formats,
            verdict: .rejected(.messageTooLarge, "the message has 198 bytes, the tag takes 46")),
        Case(
            name: "Ultralight C, whatever stands there", memory: tag(.ultralightC, area: other), chip: .ultralightC,
            demand: formats, verdict: .lacks(["message", "format"])),
        Case(
            name: "the message stands there already", memory: tag(.mf0ul21, area: same), chip: .mf0ul21,
            demand: formats,
            verdict: .lacks(["format"])),
        Case(
            name: "and locked", memory: tag(.mf0ul21, area: same), chip: .mf0ul21,
            demand: TagDemand(formatsBlank: true, locks: true), verdict: .lacks(["format", "lock"])),
        Case(
            name: "another container", memory: tag(.ntag213, cc: "F110FFEE"), demand: formats,
            verdict: .rejected(.tagNotNDEF, "capability container F110FFEE does not begin with E1")),
        Case(
            name: "page 3 locked", memory: tag(.mf0ul11, staticLock: "0800"), chip: .mf0ul11, demand: formats,
            verdict: .rejected(.tagUnformatted, "page 3 is locked: it takes no capability container any more")),
        Case(
            name: "a chip that is not known well enough", memory: tag(.ntagI2C1K, cc: "00000000"), chip: .ntagI2C1K,
            demand: formats,
            verdict: .rejected(
                .tagUnformatted,
                "unsupported chip for formatting: which container NTAG I2C 1K takes is not known for sure")),
    ]

    /// A URI that holds the placeholder of a UID mirror from byte 17 on.
    static let mirrored = bytes(
        "D1012555046578616D706C652E636F6D2F" + String(repeating: "30", count: 14) + "2F616263646566676869")
    static let mirrors = TagDemand(mirror: MirrorRequest(.uid))
    /// Where it stands on a tag with its NDEF TLV on page 4: byte 17 of the message.
    static let shown = "0329D1012555046578616D706C652E636F6D2F" + MirrorPlanTests.uidText + "2F616263646566676869FE"

    static let mirrorCases = [
        Case(
            name: "to be mirrored", memory: tag(.ntag213, area: "0300FE00"), message: mirrored, demand: mirrors,
            verdict: .lacks(["message", "mirror"])),
        Case(
            name: "equal, mirror missing", memory: tag(.ntag213, area: "0329" + mirrored.hex + "FE"), message: mirrored,
            demand: mirrors, verdict: .lacks(["mirror"])),
        Case(
            name: "equal and mirrored", memory: tag(.ntag213, area: shown, cfg0: "740008FF"), message: mirrored,
            demand: mirrors, verdict: .unchanged),
        // Field case 5
        Case(
            name: "a mirror that nobody asked for", memory: tag(.ntag213, area: shown, cfg0: "740008FF"),
            message: mirrored, mayOverwrite: true, demand: TagDemand(),
            verdict: .rejected(
                .verifyMismatch,
                "an ASCII mirror of the UID is switched on over pages 8-12, which would hide part of the message; "
                    + "nothing was written")),
        Case(
            name: "a mirror in another place", memory: tag(.ntag213, area: "0300FE00", cfg0: "64000CFF"),
            message: mirrored, demand: mirrors,
            verdict: .rejected(
                .verifyMismatch,
                "an ASCII mirror of the UID is switched on over pages 12-15, which would hide part of the message; "
                    + "nothing was written")),
        Case(
            name: "the mirror of another tag's UID",
            memory: tag(.ntag213, area: shown.replacingFirst("30344535", "30344536"), cfg0: "740008FF"),
            message: mirrored, mayOverwrite: true, demand: mirrors, verdict: .lacks(["message"])),
        Case(
            name: "mirrored, and another text",
            memory: tag(.ntag213, area: shown.replacingFirst("616263", "717273"), cfg0: "740008FF"),
            message: mirrored, mayOverwrite: true, demand: mirrors, verdict: .lacks(["message"])),
        Case(
            name: "a counter on NTAG212", memory: tag(.ntag212, area: "0300FE00"), chip: .ntag212,
            message: bytes("D1010A55046578616D" + String(repeating: "30", count: 6)),
            demand: TagDemand(mirror: MirrorRequest(.counter)),
            verdict: .rejected(.chipUnsupported, "NTAG212 has no mirror of the counter")),
        Case(
            name: "configuration locked", memory: tag(.ntag213, area: "0300FE00", cfg1: "40050000"), message: mirrored,
            demand: mirrors,
            verdict: .rejected(
                .lockImpossible, "its configuration is locked for ever (CFGLCK): no mirror can be set")),
        Case(
            name: "password on the configuration", memory: tag(.ntag213, area: "0300FE00", cfg0: "04000029"),
            message: mirrored, demand: mirrors,
            verdict: .rejected(.tagPassword, "a password protects pages from 41 on; a mirror is to be set")),
        Case(
            name: "no placeholder", memory: tag(.ntag213), demand: mirrors,
            verdict: .rejected(.internal, "the message does not hold the placeholder of the UID just once")),
    ]

    static var protects: TagDemand {
        TagDemand(protection: ProtectionPlanTests.password.map { ProtectionRequest(password: $0) })
    }

    static func opened(_ demand: TagDemand, _ acknowledgement: [UInt8] = [0xE1, 0xE2]) -> TagDemand {
        var demand = demand
        demand.opened = acknowledgement
        return demand
    }

    static let protectCases = [
        Case(
            name: "to be protected", memory: tag(.ntag213), demand: protects,
            verdict: .lacks(["message", "protection"])),
        Case(name: "equal", memory: tag(.ntag213, area: same), demand: protects, verdict: .lacks(["protection"])),
        Case(
            name: "protected, password not given", memory: tag(.ntag213, area: same, cfg0: "04000004"),
            demand: protects,
            verdict: .rejected(.tagPassword, "a password protects pages from 4 on; it is to be protected")),
        Case(
            name: "protected as asked", memory: tag(.ntag213, area: same, cfg0: "04000004"), demand: opened(protects),
            verdict: .unchanged),
        Case(
            name: "protected with another PACK", memory: tag(.ntag213, area: same, cfg0: "04000004"),
            demand: opened(protects, [0, 0]), verdict: .lacks(["protection"])),
        Case(
            name: "protected, another message", memory: tag(.ntag213, area: other, cfg0: "04000004"),
            mayOverwrite: true,
            demand: opened(protects), verdict: .lacks(["message"])),
        Case(
            name: "protected, message not to be overwritten", memory: tag(.ntag213, area: other, cfg0: "04000004"),
            demand: opened(protects), verdict: .rejected(.tagNotBlank, "the tag holds another message, of 3 bytes")),
        Case(
            name: "no password on the chip", memory: tag(.ntag203), chip: .ntag203, demand: protects,
            verdict: .rejected(.chipUnsupported, "NTAG203 has no password that is known for sure")),
        Case(
            name: "configuration locked", memory: tag(.ntag213, cfg1: "40050000"), demand: protects,
            verdict: .rejected(
                .lockImpossible,
                "its configuration is locked for ever (CFGLCK): how it is protected can never change")),
        Case(
            name: "locked and protected at once", memory: tag(.ntag213),
            demand: TagDemand(locks: true, protection: protects.protection),
            verdict: .lacks(["message", "protection", "lock"])),
    ]

    @Test(arguments: lockCases + formatCases + mirrorCases + protectCases) func judged(_ expected: Case) {
        let judgement = judge(
            expected.memory, chip: expected.chip, message: expected.message, mayOverwrite: expected.mayOverwrite,
            demand: expected.demand)
        switch judgement {
        case .unchanged: #expect(expected.verdict == .unchanged)
        case .rejected(let reason, let detail): #expect(expected.verdict == .rejected(reason, detail))
        case .needs(let pages): Issue.record("needs \(pages)")
        case .write(let plan):
            let parts: [(String, Bool)] = [
                ("message", plan.message != nil), ("format", plan.format != nil), ("mirror", plan.mirror != nil),
                ("protection", plan.protection != nil), ("lock", plan.lock != nil),
            ]
            #expect(expected.verdict == .lacks(parts.filter(\.1).map(\.0)))
            // Done in full, nothing is left to be done; but for a password that nobody has given then.
            var memory = apply(plan.message?.writes ?? [], to: expected.memory)
            memory = plan.format?.applied(to: memory) ?? memory
            memory = plan.mirror?.applied(to: memory) ?? memory
            memory = plan.protection?.applied(to: memory) ?? memory
            memory = plan.mirror.map { shownText(of: $0.mirror, on: memory) } ?? memory
            for step in plan.lock?.steps ?? [] { memory[step.write.page] = step.write.data }
            var demand = expected.demand
            demand.opened = plan.protection?.request.password.acknowledgement ?? demand.opened
            let again = judge(
                memory, chip: expected.chip, message: expected.message, mayOverwrite: false, demand: demand)
            if plan.mirror != nil || expected.demand.mirror == nil { #expect(again == .unchanged) }
        }
    }

    private func shownText(of mirror: AsciiMirror, on memory: PageMemory) -> PageMemory {
        var memory = memory
        for (offset, byte) in zip(mirror.bytes, bytes(MirrorPlanTests.uidText)) {
            memory[offset / 4]?[offset % 4] = byte
        }
        return memory
    }

    /// The container comes when the message stands: a cut before leaves a tag that is still blank, one behind the message.
    @Test func theContainerComesLast() throws {
        guard
            case .write(let plan) = judge(
                tag(.mf0ul21), chip: .mf0ul21, message: message(of: 33), mayOverwrite: false, demand: Self.formats)
        else {
            Issue.record("not written")
            return
        }
        #expect(plan.message?.writes.allSatisfy { $0.page > 3 } == true)
        #expect(plan.format?.write == PageWrite(page: 3, data: Page(0xE1, 0x10, 0x10, 0x00)))
    }
}

extension String {
    fileprivate func replacingFirst(_ text: String, _ other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return replacingCharacters(in: range, with: other)
    }

    private func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }

    private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
