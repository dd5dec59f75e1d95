import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Every fault at every exchange of the first tag: what the journal says afterwards is held against the tags' memories.
@Suite("Every fault at every exchange") struct FaultLoopTests {
    static let faults: [Fault] = [
        .remove, .removeAfter, .lostAcknowledgement, .noWrite, .flip, .torn, .short, .status(0x6300), .status(0x6F00),
    ]

    /// What lies on the first tag before.
    static let contents: [String: [Int: String]] = [
        "blank, control TLV": [:],
        "blank, no control TLV": [4: "0300FE00", 5: "00000000"],
        "another message": [4: "0309D101", 5: "05550478", 6: "2E6465FE", 7: "00000000"],
        "torn": [4: "0103A00C", 5: "FF7FFFFF", 6: "64652054"],
        "the message itself": [
            4: "0315D101", 5: "11550465", 6: "78616D70", 7: "6C652E63", 8: "6F6D2F74", 9: "2F5331FE",
        ],
    ]

    static let oldMessage: [UInt8] = [0xD1, 0x01, 0x05, 0x55, 0x04, 0x78, 0x2E, 0x64, 0x65]

    @Test(arguments: VirtualReaderModel.allCases, contents.keys.sorted())
    func noReportLies(model: VirtualReaderModel, contents: String) throws {
        let pages = try #require(Self.contents[contents])
        for fault in Self.faults {
            // A UID that the reader gave wrongly is looked at below.
            for exchange in (fault == .flip ? 2 : 1)...25 {
                for count in 1...2 {
                    let done = try run(count, model, pages, RackFault(.exchange(exchange), fault))
                    for lie in Truth(done).lies {
                        Issue.record("\(fault) at \(exchange), \(count) rows, \(contents), \(model): \(lie)")
                    }
                }
            }
        }
    }

    @Test(arguments: VirtualReaderModel.allCases, contents.keys.sorted())
    func aUIDThatWasReadWronglyIsNamedNowhere(model: VirtualReaderModel, contents: String) throws {
        let pages = try #require(Self.contents[contents])
        let done = try run(2, model, pages, RackFault(.exchange(1), .flip))
        // Pages 0 and 1, which are read anyway, show it.
        #expect(Truth(done).lies.isEmpty)
    }

    /// A tag that leaves for good holds the old message, none, or the new one.
    @Test(arguments: VirtualReaderModel.allCases, contents.keys.sorted())
    func aTagThatLeavesHoldsNoHalfMessage(model: VirtualReaderModel, contents: String) throws {
        let pages = try #require(Self.contents[contents])
        for fault in [Fault.remove, .removeAfter] {
            for exchange in 1...25 {
                let first = tag(.ntag213, bad1, pages: pages, faults: [RackFault(.exchange(exchange), fault)], again: 0)
                var scenario = Scenario(items(1), model, [first])
                scenario.settings.overwrite = .always
                let done = try scenario.run()
                let memory = try #require(done.tag(bad1)?.memory)
                let allowed = [nil, Self.oldMessage, scenario.items[0].message]
                let place = Comment("\(fault) at \(exchange)")
                #expect(allowed.contains(Truth.message(memory)), place)
                #expect(Truth(done).lies.isEmpty, place)
            }
        }
    }

    /// The first tag with a fault, a good one, and the first again: by itself where the fault removed it, and once more.
    private func run(
        _ count: Int, _ model: VirtualReaderModel, _ pages: [Int: String], _ fault: RackFault
    ) throws -> Finished {
        let first = tag(.ntag213, bad1, pages: pages, faults: [fault])
        var again = first
        again.faults = []
        var scenario = Scenario(items(count), model, [first, tag(.ntag213, good1), again])
        scenario.settings.overwrite = .always
        return try scenario.run()
    }
}

/// Holds a finished run against the memories of its tags, by a decoder of its own.
struct Truth {
    let done: Finished
    private(set) var lies: [String] = []

    init(_ done: Finished) {
        self.done = done
        holdItems()
        holdTags()
        holdTotals()
    }

    /// An item that succeeded is on the tag that the journal names, and on that alone.
    private mutating func holdItems() {
        var taken: Set<UID> = []
        for entry in done.entries {
            let status = entry.outcome?.status ?? .pending
            if status == .inDoubt, entry.outcome?.uid == nil { lies.append("\(entry.item.key) in doubt on no tag") }
            guard status.isSuccess else { continue }
            guard let uid = entry.outcome?.uid, let tag = done.rack.tags.first(where: { $0.uid == uid }) else {
                lies.append("\(entry.item.key) \(status) on a tag that is not there")
                continue
            }
            if !taken.insert(uid).inserted { lies.append("\(uid) carries two items") }
            if Self.message(tag.memory) != entry.item.message {
                lies.append("\(entry.item.key) \(status): not on \(uid)")
            }
        }
    }

    /// A tag that was touched, or that holds an item, is named with it; a rejected one was not touched.
    private mutating func holdTags() {
        for tag in done.rack.tags {
            let named = done.entries.filter { entry in
                entry.outcome?.uid == tag.uid || entry.attempts.contains { $0.uid == tag.uid }
            }
            let holds = done.entries.filter { $0.item.message == Self.message(tag.memory) }
            if tag.writes > 0, let item = holds.first?.item.key,
                Set(named.map(\.item.key)).isDisjoint(with: holds.map(\.item.key))
            {
                lies.append("\(tag.uid) holds \(item), and is not named with it")
            }
            if tag.writes > 0, named.isEmpty { lies.append("\(tag.uid) was written and is named nowhere") }
            let written = Set(tag.log.filter(\.isWrite).map(\.presentation)).count
            let presentations = done.presentations.filter { $0.uid == tag.uid }
            let untouched = presentations.count { $0.result == .rejected || $0.result == .unchanged }
            if written > tag.presentations - untouched { lies.append("\(tag.uid) was rejected and written") }
        }
    }

    private mutating func holdTotals() {
        var totals: [ItemStatus: Int] = [:]
        for entry in done.entries { totals[entry.outcome?.status ?? .pending, default: 0] += 1 }
        if done.result.totals.filter({ $0.value != 0 }) != totals {
            lies.append("totals \(done.result.totals), the journal \(totals)")
        }
        let succeeded = done.entries.allSatisfy { $0.outcome?.status.isSuccess == true }
        if (done.result.exitCode == 0) != succeeded { lies.append("exit code \(done.result.exitCode)") }
    }

    /// The NDEF message of a Type 2 memory, control TLVs passed over; nil where there is none.
    static func message(_ memory: [UInt8]) -> [UInt8]? {
        guard memory.count > 16, memory[12] == 0xE1 else { return nil }
        var index = 16
        while index + 1 < memory.count {
            let type = memory[index]
            if type == 0x00 {
                index += 1
                continue
            }
            if type == 0xFE { return nil }
            var length = Int(memory[index + 1])
            index += 2
            if length == 0xFF {
                guard index + 1 < memory.count else { return nil }
                length = Int(memory[index]) << 8 | Int(memory[index + 1])
                index += 2
            }
            guard index + length <= memory.count else { return nil }
            if type == 0x03 { return length == 0 ? nil : Array(memory[index..<index + length]) }
            index += length
        }
        return nil
    }
}
