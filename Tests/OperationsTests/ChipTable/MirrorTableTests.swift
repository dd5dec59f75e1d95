import Jobs
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// A mirror that is asked for: the place of its placeholder in CFG0, and every other bit of the configuration as it was.
@Suite("Mirrors asked for on every chip") struct MirrorTableTests {
    private static let wishes: [(AsciiMirror.Content, String)] = [
        (.uid, "00000000000000"), (.counter, "000000"), (.uidAndCounter, "00000000000000x000000"),
    ]

    @Test(arguments: [VirtualChip.ntag213, .ntag213F, .ntag215, .ntag216, .ntag216F], VirtualReaderModel.laid)
    func configurations(chip: VirtualChip, model: VirtualReaderModel) throws {
        let facts = chip.facts
        let page = try #require(facts.configuration)
        for (content, placeholder) in Self.wishes {
            // The placeholder in every alignment; bits of CFG0 and CFG1 that are not the mirror's.
            for shift in 0..<4 {
                let message = Sample.uri("example.com/" + String(repeating: "s", count: shift) + placeholder + "/x")
                let tag = try LaidTag(delivered: chip).formatted().with {
                    $0.memory[4 * page] = 0x00
                    $0.memory[4 * page + 4] = 0x02
                    $0.memory[4 * page + 5] = 0xA7
                }
                var item = item(1, url: "https://example.com")
                item.message = message
                var scenario = Scenario([item], model, [tag.rackTag()])
                scenario.order.mirror = MirrorRequest(content)
                let done = try scenario.run()
                let after = try #require(done.rack.tags.first)
                let place = "\(chip), \(model.rawValue), \(content.rawValue), \(shift)"
                #expect(done.status(1) == .written, "\(place): \(done.presentations.first?.detail ?? "")")
                let first = tag.start + 2 + 5 + 12 + shift
                let setting: UInt8 = content == .uid ? 1 : content == .counter ? 2 : 3
                var wanted = tag.memory
                wanted[4 * page] = setting << 6 | UInt8(first % 4) << 4
                wanted[4 * page + 2] = UInt8(first / 4)
                // The counter is shown where it counts.
                if content != .uid { wanted[4 * page + 4] |= 0x10 }
                let message4 = 4...(tag.start + 2 + message.count) / 4
                for page in 0..<wanted.count / 4 where !message4.contains(page) {
                    let span = 4 * page..<4 * page + 4
                    #expect(Array(after.memory[span]).hex == Array(wanted[span]).hex, "\(place), page \(page)")
                }
                #expect(
                    try Self.shown(after, first, placeholder.count).hasPrefix(
                        content == .counter ? "0000" : tag.uid.description), "\(place)")
            }
        }
    }

    /// What a reader sees at that place.
    private static func shown(_ tag: VirtualTag, _ first: Int, _ count: Int) throws -> String {
        let pages = Array(stride(from: first / 4, through: (first + count) / 4, by: 4))
        let bytes = tag.answers(to: pages.map { [0x30, UInt8($0)] }).flatMap(\.data)
        return String(decoding: bytes.dropFirst(first % 4).prefix(count), as: UTF8.self)
    }
}
