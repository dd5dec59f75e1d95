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
        .delay(milliseconds: 5),
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

    @Test(arguments: VirtualReaderModel.laid, contents.keys.sorted())
    func noReportLies(model: VirtualReaderModel, contents: String) throws {
        let pages = try #require(Self.contents[contents])
        let before = try Rack(
            RackFile(readers: [RackReader("Reader", model: model, tags: tags(pages, RackFault(.exchange(1), .remove)))])
        ).tags
        for fault in Self.faults {
            // A UID that the reader gave wrongly is looked at below.
            for exchange in ((fault == .flip ? 2 : 1)...25).spread(8) {
                for count in 1...2 {
                    let done = try run(count, model, pages, RackFault(.exchange(exchange), fault))
                    for lie in Truth(done, before: before).lies {
                        Issue.record("\(fault) at \(exchange), \(count) rows, \(contents), \(model): \(lie)")
                    }
                }
            }
        }
    }

    @Test(arguments: VirtualReaderModel.laid, contents.keys.sorted())
    func aUIDThatWasReadWronglyIsNamedNowhere(model: VirtualReaderModel, contents: String) throws {
        let pages = try #require(Self.contents[contents])
        let done = try run(2, model, pages, RackFault(.exchange(1), .flip))
        // Pages 0 and 1, which are read anyway, show it.
        #expect(Truth(done).lies.isEmpty)
    }

    /// A tag that leaves for good holds the old message, none, or the new one.
    @Test(arguments: VirtualReaderModel.laid, contents.keys.sorted())
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

    /// One bit read wrongly in the container or in the TLVs, and a message looks like none: it is not written over where that
    /// was not asked for.
    @Test(arguments: VirtualReaderModel.laid)
    func aBitReadWronglyCostsNoMessage(model: VirtualReaderModel) throws {
        let old = ["another message", "behind the control TLV"]
        let pages = [
            "behind the control TLV": [
                4: "0103A00C", 5: "34030BD1", 6: "01075504", 7: "782E6465", 8: "2F61FE00",
            ]
        ].merging(Self.contents) { $1 }
        var seenWrongly = 0
        for name in old {
            let before = try #require(pages[name])
            for exchange in 2...8 {
                for seed in (1...60 as ClosedRange<UInt64>).spread(20) {
                    let fault = RackFault(.exchange(exchange), .flip)
                    var scenario = Scenario(items(1), model, [tag(.ntag213, bad1, pages: before, faults: [fault])])
                    scenario.seed = seed
                    let done = try scenario.run()
                    let place = Comment("\(name), exchange \(exchange), seed \(seed)")
                    #expect(done.tag(bad1)?.writes == 0, place)
                    if done.presentation(bad1)?.reason == .tagNotBlank { seenWrongly += 1 }
                }
            }
        }
        #expect(seenWrongly > 0)
    }

    /// What the second look costs where there is something to lose, a message or the chain that leads to it: one exchange on a
    /// reader with pass-through. A tag that holds nothing costs none.
    @Test func aSecondLookCostsOneExchange() throws {
        func exchanges(_ pages: [Int: String], _ overwrite: OverwritePolicy) throws -> Int {
            var scenario = Scenario(items(1), .acr122u, [tag(.ntag213, good1, pages: pages)])
            scenario.settings.overwrite = overwrite
            let done = try scenario.run()
            #expect(done.status(1) == .written)
            return done.exchanges(good1)
        }
        let erased = [4: "0300FE01", 5: "05550478", 6: "2E6465FE"]
        let blank = [4: "0300FE00", 5: "00000000"]
        for overwrite in [OverwritePolicy.blank, .always] {
            #expect(try exchanges(erased, overwrite) == exchanges(blank, overwrite) + 1)
        }
        #expect(try exchanges(blank, .blank) == exchanges(blank, .always))
        #expect(try exchanges([:], .blank) == exchanges([:], .always))
    }

    /// The first tag with a fault, a good one, and the first again: by itself where the fault removed it, and once more.
    private func tags(_ pages: [Int: String], _ fault: RackFault) -> [RackTag] {
        let first = tag(.ntag213, bad1, pages: pages, faults: [fault])
        var again = first
        again.faults = []
        return [first, tag(.ntag213, good1), again]
    }

    private func run(
        _ count: Int, _ model: VirtualReaderModel, _ pages: [Int: String], _ fault: RackFault
    ) throws -> Finished {
        var scenario = Scenario(items(count), model, tags(pages, fault))
        scenario.settings.overwrite = .always
        return try scenario.run()
    }
}
