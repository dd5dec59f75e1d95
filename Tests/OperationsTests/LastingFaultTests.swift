import Jobs
import NDEF
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// A fault at exchange 1, 2, 3 … of a tag, once for a moment and once for good: from there on, whenever the tag is laid.
/// Short messages for a moment are tried in `FaultLoopTests`.
@Suite("Every fault at every exchange, for a moment and for good") struct LastingFaultTests {
    struct Laid: CustomTestStringConvertible, Sendable {
        let model: VirtualReaderModel
        let isLong: Bool
        let holdsMessage: Bool

        var testDescription: String {
            "\(model), \(isLong ? "more than 254 bytes" : "short"), \(holdsMessage ? "old message" : "blank")"
        }

        var chip: VirtualChip { isLong ? .ntag215 : .ntag213 }

        /// One item where each takes many exchanges.
        var items: [Item] {
            TestSupport.items(isLong ? 1 : 2) { row in
                "https://example.com/t/\(row)" + (isLong ? String(repeating: "\(row)", count: 250) + "?new" : "")
            }
        }

        /// The old message of a long one differs from it at both ends alone, so that most pages are not written.
        var pages: [Int: String] {
            guard holdsMessage else { return [:] }
            guard isLong else { return TestSupport.pages(holding: FaultLoopTests.oldMessage) }
            let old = Array(items[0].message.dropLast(11)) + Array("0123456/old".utf8)
            let bytes = [0x03, 0xFF, UInt8(old.count >> 8), UInt8(old.count & 255)] + old + [0xFE, 0, 0, 0]
            return Dictionary(
                uniqueKeysWithValues: stride(from: 0, to: bytes.count - 3, by: 4).map {
                    (4 + $0 / 4, Array(bytes[$0..<($0 + 4)]).hex)
                })
        }

        func scenario(_ tags: [RackTag]) -> Scenario {
            var scenario = Scenario(items, model, tags)
            scenario.settings.overwrite = .always
            return scenario
        }

        func tag(_ uid: String, faults: [RackFault] = [], again: Int = 0) -> RackTag {
            TestSupport.tag(chip, uid, pages: pages, faults: faults, again: again)
        }
    }

    static let laid = VirtualReaderModel.laid.flatMap { model in
        [false, true].flatMap { isLong in
            [false, true].map { Laid(model: model, isLong: isLong, holdsMessage: $0) }
        }
    }

    @Test(arguments: laid.filter(\.isLong)) func forAMoment(laid: Laid) throws {
        try loop(laid) { number, fault in
            let bad = laid.tag(bad1, faults: [RackFault(.exchange(number), fault)], again: 1)
            return [bad, laid.tag(good1)]
        }
    }

    @Test(arguments: laid) func forGood(laid: Laid) throws {
        try loop(laid) { number, fault in
            // More exchanges than a presentation has, with every repair.
            let faults = (number...(laid.isLong ? 250 : 70)).map { RackFault(.exchange($0), fault) }
            let bad = laid.tag(bad1, faults: faults)
            return laid.isLong ? [bad, laid.tag(good1), bad] : [bad, laid.tag(good1), bad, laid.tag(good2), bad]
        }
    }

    private func loop(_ laid: Laid, _ tags: (Int, Fault) -> [RackTag]) throws {
        let before = try Rack(RackFile(readers: laid.scenario(tags(1, .remove)).readers)).tags
        let last = try laid.scenario([laid.tag(good1)]).run().exchanges(good1)
        let faults = FaultLoopTests.faults
        for (index, fault) in faults.enumerated() {
            // A UID that the reader gave wrongly is looked at elsewhere.
            let numbers = ((fault == .flip ? 2 : 1)...last).filter { number in
                // In the middle of many writes one is as the other: each gets one of the faults.
                last <= 40 || !(9...last - 12).contains(number) || number % faults.count == index
            }
            for number in numbers.spread(8) {
                let done = try laid.scenario(tags(number, fault)).run()
                var lies = Truth(done, before: before).lies
                if done.result.ended != .complete { lies.append("the run ended \(done.result.ended)") }
                for entry in done.entries where entry.status == .pending { lies.append("\(entry.item.key) was lost") }
                for lie in lies { Issue.record("\(fault) at \(number), \(laid): \(lie)") }
            }
        }
    }
}
