import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Readers on which a new connection wakes no tag that refused a command.
@Suite struct WakingTests {
    /// Chips that refuse GET_VERSION, and one that refuses FAST_READ where its password begins.
    private static let tags: [(VirtualChip, [Int: String], TagOrder)] = [
        (.ntag203, [:], TagOrder()), (.ultralight, [:], TagOrder(formatsBlank: true)),
        (.ultralightC, [:], TagOrder(formatsBlank: true)),
    ]

    private func run(_ chip: VirtualChip, _ pages: [Int: String], _ order: TagOrder) throws -> Finished {
        let reader = RackReader(
            "Reader A 00 00", model: .acr122u, traits: ReaderTraits(wakes: .list),
            tags: [tag(chip, good1, pages: pages), tag(chip, good2, pages: pages)])
        var scenario = Scenario(
            [item(1, url: "https://example.com/a"), item(2, url: "https://example.com/b")], [reader])
        scenario.order = order
        return try scenario.run()
    }

    /// The reader goes on giving the UID of the tag that sleeps; the PN532 is told to look for it, and from then on each time.
    @Test(arguments: tags.indices) func theReaderIsToldToLookForTheTag(index: Int) throws {
        let (chip, pages, order) = Self.tags[index]
        let done = try run(chip, pages, order)
        #expect(done.status(1) == .written && done.status(2) == .written, "\(done.presentations)")
        done.expectTruth()
    }

    /// A password that keeps pages from the fourth on is told as such, not as one that keeps all.
    @Test func aPasswordIsToldFromSleep() throws {
        let done = try run(.ntag213, [41: "04000004", 42: "80050000"], TagOrder())
        #expect(done.presentation(good1)?.reason == .tagPassword)
        #expect(done.presentation(good1)?.detail.contains("from 4 on") == true, "\(done.presentations)")
    }

    /// What is said to be so for ever was read twice: one bit read wrongly at any exchange condemns no tag.
    @Test(arguments: [VirtualReaderModel.acr122u, .acr1552u, .part3], [VirtualChip.mf0ul11, .ultralight])
    func aBitReadWronglyIsNotForEver(model: VirtualReaderModel, chip: VirtualChip) throws {
        func run(_ faults: [RackFault]) throws -> Finished {
            var row = item(1, url: "https://example.com/a")
            row.lock = true
            var scenario = Scenario([row], model, [tag(chip, good1, faults: faults, again: 0)])
            scenario.order = TagOrder(formatsBlank: true)
            return try scenario.run()
        }
        let clean = try run([])
        for number in 1...clean.exchanges(good1) {
            let done = try run([RackFault(.exchange(number), .flip)])
            guard done.outcome(1)?.detail.contains("for ever") == true else { continue }
            let container = Array(try #require(done.tag(good1)).memory[12..<16]).hex
            #expect(!["00000000", "E1100600", "E110060F"].contains(container), "exchange \(number): \(container)")
        }
    }
}
