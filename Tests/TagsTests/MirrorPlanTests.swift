import Testing

@testable import Tags

@Suite struct MirrorPlanTests {
    struct Values: Sendable, CustomTestStringConvertible {
        let name: String
        var chip = Chip.ntag213
        let content: AsciiMirror.Content
        var cfg0 = "040000FF"
        var cfg1 = "00050000"
        let start: Int
        let writes: [String]
        var testDescription: String { name }
    }

    /// MIRROR_CONF in bits 7 and 6, MIRROR_BYTE in bits 5 and 4 of CFG0's first byte, MIRROR_PAGE in its third; every other
    /// bit as read. The counter needs NFC_CNT_EN, bit 4 of CFG1's first byte.
    static let values = [
        Values(name: "UID at page 12", content: .uid, start: 48, writes: ["41:44000CFF"]),
        Values(name: "UID at page 11, byte 3", content: .uid, start: 47, writes: ["41:74000BFF"]),
        Values(
            name: "counter", content: .counter, start: 50, writes: ["42:10050000", "41:A4000CFF"]),
        Values(
            name: "both", content: .uidAndCounter, start: 49, writes: ["42:10050000", "41:D4000CFF"]),
        Values(
            name: "the counter is on already", content: .uidAndCounter, cfg1: "10050000", start: 48,
            writes: ["41:C4000CFF"]),
        Values(
            name: "other bits stay", content: .uid, cfg0: "CFA50904", cfg1: "87ABCDEF", start: 48,
            writes: ["41:4FA50C04"]),
        Values(name: "NTAG210 has no MIRROR_CONF", chip: .ntag210, content: .uid, start: 21, writes: ["16:140005FF"]),
        Values(name: "NTAG216, last place", chip: .ntag216, content: .uid, start: 890, writes: ["227:6400DEFF"]),
    ]

    @Test(arguments: values) func planned(_ expected: Values) {
        let memory = tag(expected.chip, cfg0: expected.cfg0, cfg1: expected.cfg1)
        let request = MirrorRequest(expected.content)
        let bytes = expected.start..<(expected.start + request.placeholder.count)
        let making = MirrorPlan.make(memory, layout: expected.chip.layout, request: request, over: bytes, isOpen: true)
        guard case .plan(let plan) = making else {
            Issue.record("\(making)")
            return
        }
        #expect(plan.writes.map { "\($0.page):\($0.data)" } == expected.writes)
        let written = apply(plan.writes, to: memory)
        #expect(written == plan.applied(to: memory))
        #expect(plan.missing(in: written).isEmpty)
        // What is set is what a reading names.
        #expect(AsciiMirror(memory: written, chip: expected.chip) == plan.mirror)
        #expect(plan.mirror == AsciiMirror(expected.content, bytes: bytes))
        #expect(
            MirrorPlan.make(written, layout: expected.chip.layout, request: request, over: bytes) == .done)
    }

    @Test func refusedBeforehand() {
        let layout = Chip.ntag213.layout
        let uid = MirrorRequest(.uid)
        for chip in [Chip.ntag203, .mf0ul21, .ultralightC, .ntag213TT, .ntagI2CPlus1K] {
            #expect(
                MirrorPlan.make(tag(chip), layout: chip.layout, request: uid, over: 48..<62)
                    == .unsupported("\(chip) has no mirror of the UID"))
        }
        for content in [AsciiMirror.Content.counter, .uidAndCounter] {
            let request = MirrorRequest(content)
            #expect(
                MirrorPlan.make(
                    tag(.ntag212), layout: Chip.ntag212.layout, request: request,
                    over: 48..<(48 + request.placeholder.count))
                    == .unsupported("NTAG212 has no mirror of the \(content.rawValue)"))
        }
        for place in [nil, 150..<164] as [Range<Int>?] {
            #expect(
                MirrorPlan.make(tag(.ntag213), layout: layout, request: uid, over: place)
                    == .impossible("the mirror's placeholder does not lie in one piece on the tag"))
        }
        #expect(
            MirrorPlan.make(tag(.ntag213, cfg1: "40050000"), layout: layout, request: uid, over: 48..<62)
                == .impossible("its configuration is locked for ever (CFGLCK): no mirror can be set"))
        #expect(
            MirrorPlan.make(
                tag(.ntag213, cfg1: "08050000"), layout: layout, request: MirrorRequest(.counter), over: 48..<54)
                == .impossible("the counter is shown to those alone who know the password (NFC_CNT_PWD_PROT)"))
        #expect(
            MirrorPlan.make(tag(.ntag213, cfg0: "04000029"), layout: layout, request: uid, over: 48..<62)
                == .needsPassword(from: 41))
    }

    static let uidText = "3034453543393232333235453830"  // 04E5C922325E80

    /// The placeholder stands where the mirror that was asked for shows the UID of this tag, and nowhere else.
    @Test func unveiled() {
        let layout = Chip.ntag213.layout
        let request = MirrorRequest(.uid)
        let shown = tag(
            .ntag213, area: "0113A00C34" + String(repeating: "20", count: 16) + Self.uidText + "41",
            cfg0: "540009FF")
        let unveiled = request.unveiled(shown, layout: layout)
        #expect(unveiled.bytes(of: 9..<13)?.hex == "20" + String(repeating: "30", count: 14) + "41")
        #expect(unveiled.bytes(of: 0..<9) == shown.bytes(of: 0..<9))
        // Another UID, another content, no mirror at all: as it was read.
        var other = shown
        other[10]?[0] ^= 1
        #expect(request.unveiled(other, layout: layout) == other)
        #expect(MirrorRequest(.counter).unveiled(shown, layout: layout) == shown)
        let off = shown.merging([41: Page(0x04, 0, 0, 0xFF)])
        #expect(request.unveiled(off, layout: layout) == off)
        var unread = shown
        unread[11] = nil
        #expect(request.unveiled(unread, layout: layout) == unread)
    }

    @Test(arguments: [
        (AsciiMirror.Content.counter, "30303141462C", false), (.counter, "303031414637", true),
        (.counter, "303031616637", false),
        (.uidAndCounter, uidText + "78" + "303031414637", true),
        (.uidAndCounter, uidText + "30" + "303031414637", false),
        (.uidAndCounter, "31" + uidText.dropFirst(2) + "78" + "303031414637", false),
    ]) func digits(_ content: AsciiMirror.Content, _ text: String, _ isShown: Bool) throws {
        let uid = try #require(UID(hex: "04E5C922325E80"))
        let mirror = AsciiMirror(content, bytes: 20..<(20 + text.count / 2))
        #expect(mirror.isShown(in: tag(.ntag213, area: "00000000" + text), uid: uid) == isShown)
    }

    /// Reserved bytes inside the placeholder tear it.
    @Test func aPlaceholderInOnePiece() {
        #expect(contiguous([16, 17, 18, 19], 1..<3) == 17..<19)
        #expect(contiguous([16, 17, 20, 21], 1..<3) == nil)
        #expect(contiguous([16, 17], 1..<3) == nil)
        #expect(contiguous([16, 17], 1..<1) == nil)
    }
}
