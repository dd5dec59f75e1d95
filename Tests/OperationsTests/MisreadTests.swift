import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// One bit of one answer comes wrongly, at every exchange of a presentation in turn: nothing that was read so is believed, and
/// none of it is written onto the tag. Which bit it is the seed of the rack draws.
@Suite("A bit that is read wrongly") struct MisreadTests {
    private static let row = item(1, url: "https://example.com/t/S1")

    /// Every run with one wrong bit, at each exchange up to the last that the same run without a fault has.
    /// - Parameter most: so many seeds, where not every long table is gone through.
    private func sweep(
        _ scenario: Scenario, seeds: ClosedRange<UInt64>, most: Int, exchanges: ClosedRange<Int>? = nil,
        _ look: (Finished, VirtualTag, Comment) throws -> Void
    ) throws {
        let clean = try scenario.run()
        #expect(clean.status(1) == .written)
        for number in exchanges ?? 1...clean.exchanges(good1) {
            for seed in seeds.spread(most) {
                var wrong = scenario
                wrong.seed = seed
                wrong.readers[0].tags[0].faults = [RackFault(.exchange(number), .flip)]
                let done = try wrong.run()
                let made = try #require(done.tag(good1))
                let what = done.presentations.map { "\($0.result) \($0.reason?.rawValue ?? "") \($0.detail)" }
                try look(done, made, "exchange \(number), seed \(seed): \(what)")
            }
        }
    }

    /// A write that stored one bit wrongly is the tag's own doing.
    private func isMisread(_ tag: VirtualTag) -> Bool {
        !tag.log.contains { $0.isWrite && $0.faults.contains(.flip) }
    }

    private func bytes(_ tag: VirtualTag, _ range: Range<Int>) -> String { Array(tag.memory[range]).hex }

    /// Whether the tag was put aside because two readings of it differed.
    private func isSeenTwice(_ done: Finished) -> Bool {
        done.presentations.contains { $0.reason == .readerError && $0.detail.contains("when it was read again") }
    }

    // MARK: UID

    static let i2c: [VirtualChip] = [.ntagI2C1K, .ntagI2C2K, .ntagI2CPlus1K, .ntagI2CPlus2K]

    private func expectTrueUID(_ done: Finished, _ made: VirtualTag, _ place: Comment) {
        done.expectTruth(place)
        for attempt in done.entries.flatMap(\.attempts) { #expect(attempt.uid == made.uid, place) }
        #expect(made.writes == 0 || done.entries[0].attempts.count > 0, place)
    }

    /// NTAG I2C has no check bytes in pages 0 and 1, and holds its UID there all the same.
    @Test(arguments: VirtualReaderModel.laid, i2c)
    func aTagWithoutCheckBytesIsNamedByItsTrueUID(model: VirtualReaderModel, chip: VirtualChip) throws {
        let scenario = Scenario([Self.row], model, [tag(chip, good1)])
        try sweep(scenario, seeds: 1...4, most: 2, expectTrueUID)
        // The answer to FF CA, of which every bit is the UID's.
        try sweep(scenario, seeds: 1...60, most: 12, exchanges: 1...1) { done, made, place in
            expectTrueUID(done, made, place)
            #expect(made.log.contains { $0.number == 1 && $0.faults.contains(.flip) }, place)
            // A reader that tries sector 1 asks for the UID again before the pages are looked at, and finds another.
            let isSeenBefore = done.presentation(good1) == nil && done.presentations.last?.reason == .tagChanged
            #expect(done.status(1) == .written || (isSeenBefore && made.writes == 0), place)
        }
    }

    // MARK: Configuration

    private static let protected: [(VirtualChip, Int)] = [(.ntag213, 41), (.ntag215, 131), (.ntag216, 227)]

    /// What is not asked for stays as it was in CFG0 and CFG1 (NXP NTAG213/215/216 data sheet rev. 3.2, 8.5.7): AUTH0 and PROT
    /// alone are.
    @Test(arguments: VirtualReaderModel.laid.filter(\.passesThrough), protected)
    func protectingKeepsEveryOtherBit(model: VirtualReaderModel, chip: (VirtualChip, Int)) throws {
        let (chip, page) = chip
        // As delivered, and with strong modulation off, NFC_CNT_EN and three wrong passwords allowed.
        for content in [[:], [page: "000000FF", page + 1: "13050000"]] {
            var scenario = Scenario([Self.row], model, [tag(chip, good1, pages: content)])
            let passwords = try #require(OnePassword("A1B2C3D4", "CAFE"))
            scenario.order = TagOrder(protection: TagOrder.ProtectionWish(protectsReading: false), passwords: passwords)
            let before = try #require(
                Rack(RackFile(readers: scenario.readers)).tags.first)
            var seen = 0
            try sweep(scenario, seeds: 1...40, most: 12) { done, made, place in
                guard isMisread(made) else { return }
                #expect(bytes(made, 4 * page..<4 * page + 3) == bytes(before, 4 * page..<4 * page + 3), place)
                #expect(bytes(made, 4 * page + 4..<4 * page + 8) == bytes(before, 4 * page + 4..<4 * page + 8), place)
                if isSeenTwice(done) { seen += 1 }
            }
            #expect(seen > 0, "no bit of the configuration was read wrongly: \(content)")
        }
    }

    // MARK: Control TLVs

    /// The lock control TLV of NTAG213 before the message is as delivered (data sheet, 8.5.6), and stays so.
    @Test(arguments: VirtualReaderModel.laid)
    func theControlTLVBeforeTheMessageStays(model: VirtualReaderModel) throws {
        var seen = 0
        try sweep(Scenario([Self.row], model, [tag(.ntag213, good1)]), seeds: 1...120, most: 60) { done, made, place in
            guard isMisread(made) else { return }
            done.expectTruth(place)
            if made.writes > 0 { #expect(bytes(made, 16..<22) == "0103A00C3403", place) }
            if isSeenTwice(done) { seen += 1 }
        }
        #expect(seen > 0, "no bit of the control TLV was read wrongly")
    }

    /// A message that may be written over is written over where it stands, here with its T at byte 16, and no chain is laid anew.
    @Test(arguments: VirtualReaderModel.laid)
    func theChainOfAMessageThatIsWrittenOverStays(model: VirtualReaderModel) throws {
        let old = tag(.ntag213, good1, pages: [4: "0308D101", 5: "04540265", 6: "6E41FE00"])
        var scenario = Scenario([Self.row], model, [old])
        scenario.settings.overwrite = .always
        try sweep(scenario, seeds: 1...120, most: 60) { done, made, place in
            guard isMisread(made), made.writes > 0 else { return }
            done.expectTruth(place)
            #expect(bytes(made, 16..<17) == "03", place)
        }
    }

    /// An item in doubt that its tag holds, with its T at byte 16, is compared once more, and no chain is laid anew.
    @Test(arguments: VirtualReaderModel.laid)
    func theChainOfAnItemInDoubtStays(model: VirtualReaderModel) throws {
        let area = [0x03, UInt8(Self.row.message.count)] + Self.row.message + [0xFE, 0, 0, 0]
        let pages = (0..<area.count / 4).map { (4 + $0, Array(area[4 * $0..<4 * $0 + 4]).hex) }
        let held = tag(.ntag213, good1, pages: Dictionary(uniqueKeysWithValues: pages))
        var scenario = Scenario([Self.row], model, [held])
        scenario.settings.overwrite = .always
        scenario.inDoubt = [Self.row.key: try #require(UID(hex: good1))]
        try sweep(scenario, seeds: 1...120, most: 60) { done, made, place in
            guard isMisread(made) else { return }
            done.expectTruth(place)
            #expect(bytes(made, 16..<17) == "03", place)
        }
    }

    /// Over a write that was begun another look is taken before the next one: it is that look's bit that comes wrongly here.
    @Test(arguments: VirtualReaderModel.laid)
    func theControlTLVOfATagThatIsHalfMadeStays(model: VirtualReaderModel) throws {
        let half = tag(.ntag213, good1, pages: [6: "01085504", 7: "65782E61"])
        try sweep(Scenario([Self.row], model, [half]), seeds: 1...120, most: 60) { done, made, place in
            guard isMisread(made) else { return }
            done.expectTruth(place)
            if made.writes > 0 { #expect(bytes(made, 16..<22) == "0103A00C3403", place) }
        }
    }
}
