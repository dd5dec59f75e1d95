import Jobs
import NDEF
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

@Suite("Mirrored tags") struct MirrorTests {
    static let models = VirtualReaderModel.laid

    static func row(_ content: AsciiMirror.Content) -> Item {
        let placeholder = String(decoding: MirrorRequest(content).placeholder, as: UTF8.self)
        return item(1, url: "https://example.com/?m=\(placeholder)&x=1")
    }

    private func run(
        _ model: VirtualReaderModel, _ content: AsciiMirror.Content?, _ tags: [RackTag], row: Item,
        _ change: (inout Scenario) -> Void = { _ in }
    ) throws -> Finished {
        var scenario = Scenario([row], model, tags)
        scenario.order.mirror = content.map { MirrorRequest($0) }
        change(&scenario)
        return try scenario.run()
    }

    @Test(
        arguments: models,
        [
            (AsciiMirror.Content.uid, "74000AFF", "00050000"), (.counter, "B4000AFF", "10050000"),
            (.uidAndCounter, "F4000AFF", "10050000"),
        ])
    func set(model: VirtualReaderModel, expected: (AsciiMirror.Content, String, String)) throws {
        let row = Self.row(expected.0)
        let done = try run(model, expected.0, [tag(.ntag213, good1)], row: row)
        #expect(done.status(1) == .written, "\(done.presentations)")
        let memory = try #require(done.tag(good1)).memory
        // What is stored is the message with its placeholder; the tag lays the text over it.
        #expect(done.holds(good1, row.message))
        let start = Int(memory[41 * 4 + 2]) * 4 + Int(memory[41 * 4] >> 4 & 3)
        #expect(Array(memory[start..<start + expected.0.placeholderCount]) == MirrorRequest(expected.0).placeholder)
        #expect(Array(memory[41 * 4..<43 * 4]).hex.prefix(2) == expected.1.prefix(2))
        #expect(Array(memory[42 * 4..<43 * 4]).hex == expected.2)
        #expect(Array(memory[41 * 4 + 1..<41 * 4 + 2]).hex == "00" && memory[41 * 4 + 3] == 0xFF)
        // Again: nothing is left to be done.
        let stored = Dictionary(
            uniqueKeysWithValues: (2..<memory.count / 4).map { ($0, Array(memory[4 * $0..<4 * $0 + 4]).hex) })
        let again = try run(model, expected.0, [tag(.ntag213, good1, pages: stored)], row: row)
        #expect(again.status(1) == .unchanged)
        #expect(again.tag(good1)?.writes == 0)
        // And another text around the same mirror is written over it.
        var other = item(1, sku: "S2", url: "https://example.com/?m=x")
        other.message = row.message
        other.message[other.message.count - 1] = UInt8(ascii: "2")
        let rewritten = try run(model, expected.0, [tag(.ntag213, good1, pages: stored)], row: other) {
            $0.settings.overwrite = .always
        }
        #expect(rewritten.status(1) == .written, "\(rewritten.presentations)")
        #expect(rewritten.holds(good1, other.message))
    }

    /// No MIRROR_CONF: MIRROR_PAGE alone switches the mirror of the UID on.
    @Test(arguments: [(VirtualChip.ntag210, 0x10), (.ntag212, 0x25)])
    func setWhereThereIsTheUIDAlone(chip: (VirtualChip, Int)) throws {
        let row = Self.row(.uid)
        let done = try run(.acr122u, .uid, [tag(chip.0, good1)], row: row)
        #expect(done.status(1) == .written, "\(done.presentations)")
        #expect(done.holds(good1, row.message))
        let memory = try #require(done.tag(good1)).memory
        #expect(memory[4 * chip.1] & 0xC0 == 0 && memory[4 * chip.1 + 2] > 3)
        let counter = try run(.acr122u, .counter, [tag(chip.0, good1)], row: Self.row(.counter))
        #expect(counter.presentation(good1)?.reason == .chipUnsupported)
        #expect(counter.tag(good1)?.writes == 0)
    }

    /// Field case 5: a mirror that nobody asked for, and one over another span.
    @Test(arguments: models) func aMirrorThatNobodyAskedFor(model: VirtualReaderModel) throws {
        let left = tag(.ntag213, good1, pages: [41: "54000CFF"])
        for content in [nil, AsciiMirror.Content.uid] {
            let done = try run(model, content, [left], row: Self.row(.uid))
            #expect(done.presentation(good1)?.reason == .verifyMismatch)
            #expect(done.presentation(good1)?.detail.contains("ASCII mirror of the UID") == true)
            #expect(done.tag(good1)?.writes == 0)
        }
    }

    @Test(arguments: models) func refusedBeforehand(model: VirtualReaderModel) throws {
        let locked = try run(model, .uid, [tag(.ntag213, good1, pages: [42: "40050000"])], row: Self.row(.uid))
        #expect(locked.presentation(good1)?.reason == .lockImpossible)
        #expect(locked.presentation(good1)?.detail.contains("CFGLCK") == true)
        let kept = try run(model, .uid, [tag(.ntag213, good1, pages: [41: "04000029"])], row: Self.row(.uid))
        #expect(kept.presentation(good1)?.reason == .tagPassword)
        for done in [locked, kept] { #expect(done.tag(good1)?.writes == 0) }
    }

    /// A tag whose mirror shows nothing, because it does not store its configuration, is not written.
    @Test(arguments: models) func aMirrorThatDoesNotComeAbout(model: VirtualReaderModel) throws {
        let done = try run(
            model, .uid, [tag(.ntag213, bad1, faults: [RackFault(.page(41), .noWrite)])], row: Self.row(.uid))
        #expect(done.status(1) == .pending)
        #expect(done.presentation(bad1)?.reason == .verifyMismatch)
    }

    @Test(arguments: models) func oneFaultAtEveryExchange(model: VirtualReaderModel) throws {
        let clean = try run(model, .uidAndCounter, [tag(.ntag213, good1)], row: Self.row(.uidAndCounter))
        for number in 1...clean.exchanges(good1) {
            for fault in [Fault.status(0x6300), .short, .remove, .removeAfter] {
                let done = try run(
                    model, .uidAndCounter, [tag(.ntag213, good1, faults: [RackFault(.exchange(number), fault)])],
                    row: Self.row(.uidAndCounter))
                let what = "\(done.presentations.map { "\($0.result) \($0.reason?.rawValue ?? "") \($0.detail)" })"
                #expect(done.status(1) == .written, "\(fault) at \(number): \(what)")
                #expect(done.tag(good1)?.memory == clean.tag(good1)?.memory, "\(fault) at \(number): \(what)")
            }
        }
    }
}

extension AsciiMirror.Content {
    fileprivate var placeholderCount: Int { MirrorRequest(self).placeholder.count }
}
