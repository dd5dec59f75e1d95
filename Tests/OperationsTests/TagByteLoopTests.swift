import Jobs
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Tags that differ from a new one in one byte of the pages that say what may be written: what a run makes of them is
/// held against what a phone would read afterwards.
@Suite("Every byte that rules a tag") struct TagByteLoopTests {
    struct Ruled: CustomTestStringConvertible, Sendable {
        let chip: VirtualChip
        let model: VirtualReaderModel
        /// As delivered (NXP NTAG213/215/216 data sheet, 8.5.4 to 8.5.7).
        let delivered: [Int: [UInt8]]
        var testDescription: String { "\(chip) on \(model)" }
    }

    static let ruled: [Ruled] = [
        (VirtualChip.ntag213, 40, 0x12), (.ntag215, 130, 0x3E), (.ntag216, 226, 0x6D),
    ].flatMap { chip, dynamicLock, size in
        VirtualReaderModel.laid.map { model in
            Ruled(
                chip: chip, model: model,
                delivered: [
                    2: [0, 0x48, 0, 0], 3: [0xE1, 0x10, size, 0], 4: [0x03, 0, 0xFE, 0], 5: [0, 0, 0, 0],
                    dynamicLock: [0, 0, 0, 0xBD], dynamicLock + 1: [0x04, 0, 0, 0xFF],
                    dynamicLock + 2: [0, 0x05, 0, 0],
                ])
        }
    }

    /// Each bit by itself, and bytes at the borders.
    static func values(_ byte: UInt8) -> [UInt8] {
        Set((0..<8).map { byte ^ 1 << UInt8($0) } + [0, 0x7F, 0xFE, 0xFF, 3, 10, 12, 40, 43]).filter { $0 != byte }
            .sorted()
    }

    @Test(arguments: ruled) func aRunWritesWhatItMayAndSaysWhatItWrote(ruled: Ruled) throws {
        // Long enough to need dynamic lock pages on the smallest chip.
        let wanted = item(1, url: "https://example.com/" + String(repeating: "a", count: 100))
        for (page, changed) in Self.changes(ruled.delivered).spread(80) {
            var pages = ruled.delivered.filter { $0.key == 4 || $0.key == 5 }
            pages[page] = changed
            try hold(ruled, pages, wanted, "page \(page): \(changed)")
        }
    }

    private static func changes(_ delivered: [Int: [UInt8]]) -> [(page: Int, bytes: [UInt8])] {
        var changes: [(page: Int, bytes: [UInt8])] = []
        for (page, bytes) in delivered.sorted(by: { $0.key < $1.key }) {
            for index in 0..<4 {
                for value in values(bytes[index]) {
                    var changed = bytes
                    changed[index] = value
                    changes.append((page, changed))
                }
            }
        }
        return changes
    }

    private func hold(_ ruled: Ruled, _ pages: [Int: [UInt8]], _ wanted: Item, _ place: String) throws {
        let before = RackTag(ruled.chip, uid: UID(hex: good1), pages: pages.compactMapValues { Page($0) })
        let old = try #require(
            Rack(RackFile(readers: [RackReader("Reader", model: .part3, tags: [before])])).tags.first)
        let done = try Scenario([wanted], ruled.model, [before]).run()
        let tag = try #require(done.tag(good1))
        let outcome = done.presentation(good1)
        let comment = Comment("\(place): \(outcome?.result.rawValue ?? "-") \(outcome?.reason?.rawValue ?? "")")
        for lie in Truth(done).lies { Issue.record("\(place): \(lie)") }
        #expect(outcome?.result != .failed && outcome?.result != .inDoubt, comment)
        if outcome?.result == .rejected { #expect(tag.writes == 0 && tag.memory == old.memory, comment) }
        // Nothing is written but user pages.
        let user = 16..<4 * (ruled.delivered.keys.max() ?? 0) - 8
        #expect(
            tag.memory[..<16] == old.memory[..<16] && tag.memory[user.upperBound...] == old.memory[user.upperBound...],
            comment)
        guard outcome?.result == .written else { return }
        #expect(Truth.message(try seen(tag)) == wanted.message, comment)
    }

    /// What a reader sees of the tag: mirrors over the stored bytes, hidden pages as zeros.
    private func seen(_ tag: VirtualTag) throws -> [UInt8] {
        var pages: [Int: Page] = [:]
        for page in 2...tag.chip.lastPage { pages[page] = Page(tag.memory[4 * page..<4 * page + 4]) }
        let rack = try Rack(
            RackFile(readers: [
                RackReader("Reader", model: .part3, tags: [RackTag(tag.chip, uid: tag.uid, pages: pages)])
            ]))
        let slot = try rack.readers.open(try #require(try rack.readers.list().first))
        guard case .tag = try slot.waitForTag() else { return [] }
        return try slot.withCard { channel in
            var bytes: [UInt8] = []
            for page in 0...tag.chip.lastPage {
                let answer = (try? channel.exchange([0xFF, 0xB0, 0x00, UInt8(page), 0x10])) ?? []
                guard answer.count == 18 else {
                    try? channel.reactivate()
                    bytes += [0, 0, 0, 0]
                    continue
                }
                bytes += answer.prefix(4)
            }
            return bytes
        }
    }
}
