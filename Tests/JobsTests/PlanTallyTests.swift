import Tags
import Testing

@testable import Jobs

@Suite struct PlanTallyTests {
    private func tally(_ sizes: [Int?], _ settings: Settings = Settings(), chips: [Int: Chip] = [:]) -> PlanTally {
        var tally = PlanTally(Job(name: "job", settings: settings, columns: [], items: [], issues: []))
        for (index, bytes) in sizes.enumerated() {
            var row = PlannedRow(row: index + 1, line: index + 2)
            row.messageBytes = bytes
            row.chip = chips[index + 1]
            row.lock = settings.lock
            if bytes == nil { row.issues = [JobIssue(severity: .error, code: "x", row: index + 1, message: "x")] }
            tally.add(row)
        }
        return tally
    }

    @Test func counts() {
        let tally = tally([20, nil, 300, 20, 90])
        #expect(tally.rows == 5)
        #expect(tally.invalid == 1)
        #expect(tally.good == 4)
        #expect(tally.errors == 1)
        #expect(tally.messageBytes == .init(least: 20, median: 20, most: 300))
        #expect(tally.tlvBytes == .init(least: 22, median: 22, most: 304))
    }

    @Test(arguments: [([7], 7), ([9, 7], 7), ([9, 7, 8], 8), ([4, 4, 9, 9], 4), ([1, 2, 3, 4, 100], 3)])
    func median(sizes: [Int], median: Int) { #expect(tally(sizes.map { $0 }).messageBytes?.median == median) }

    /// The smallest chip for all rows, and who asks for it.
    @Test func needs() throws {
        var sizes = [Int?](repeating: 100, count: 100)
        (sizes[6], sizes[89]) = (400, 450)
        let tally = tally(sizes, Settings(chips: [.ntag213, .ntag215, .ntag216]))
        #expect(tally.chipsForAll == [.ntag215, .ntag216])
        #expect(tally.smallestForAll == .ntag215)
        let smaller = try #require(tally.nextSmaller)
        #expect(smaller.chip == .ntag213)
        #expect(smaller.rows == .init(count: 2, first: [7, 90]))
        #expect(tally.misfits(.ntag216).count == 0)
        #expect(tally.histogram.map(\.limit) == [Chip.ntag213, .ntag215].map(\.deliveredCapacity))
        #expect(tally.histogram.map(\.rows) == [98, 2])
    }

    @Test func atMostFiveRowsAreNamed() throws {
        let tally = tally([Int?](repeating: 200, count: 17), Settings(chips: [.ntag213, .ntag215]))
        #expect(try #require(tally.nextSmaller).rows == .init(count: 17, first: [1, 2, 3, 4, 5]))
    }

    @Test func theSmallestChipNeedsNoReason() {
        let tally = tally([20], Settings(chips: [.ntag213, .ntag215]))
        #expect(tally.smallestForAll == .ntag213)
        #expect(tally.nextSmaller == nil)
    }

    /// Without a word of the job on chips it is one of the three that are sold everywhere, where one of them does.
    @Test func theCheapestIsOneThatIsSold() throws {
        #expect(tally([20], Settings()).smallestForAll == .ntag213)
        #expect(tally([20], Settings()).nextSmaller == nil)
        #expect(try #require(tally([20, 200], Settings()).nextSmaller).chip == .ntag213)
        #expect(tally([20, 200], Settings()).chipsForAll.contains(.myDNFC))
        #expect(
            try #require(tally([900], Settings()).smallestForAll).deliveredCapacity > Chip.ntag216.deliveredCapacity)
        #expect(tally([20], Settings(chips: [.ultralight, .ntag213])).smallestForAll == .ultralight)
    }

    /// Rows whose own cells name chips: no chip is for all.
    @Test func rowsThatNameTheirChip() {
        let both = tally([20, 20, 20], chips: [1: .ntag213, 2: .ntag216])
        #expect(both.chipsForAll.isEmpty)
        #expect(both.smallestForAll == nil)
        #expect(both.misfits(.ntag213) == .init(count: 1, first: [2]))
        #expect(both.misfits(.ntag215) == .init(count: 2, first: [1, 2]))
        let one = tally([20, 20], chips: [1: .ntag216])
        #expect(one.chipsForAll == [.ntag216])
    }

    @Test func nothingIsSaidOfNothing() {
        for tally in [tally([]), tally([nil, nil])] {
            #expect(tally.messageBytes == nil)
            #expect(tally.chipsForAll.isEmpty)
            #expect(tally.nextSmaller == nil)
            #expect(tally.histogram.isEmpty)
        }
    }

    /// By the sizes of every chip, one row at each limit and one beyond it.
    @Test func everyLimit() {
        let limits = Chip.written.map(\.deliveredCapacity)
        let tally = tally(limits.map { $0 })
        for chip in Chip.written {
            #expect(tally.misfits(chip).count == limits.count { $0 > chip.deliveredCapacity }, "\(chip)")
        }
        #expect(tally.histogram.map(\.rows).reduce(0, +) == limits.count)
        #expect(tally.histogram.flatMap(\.chips).count == Chip.written.count)
    }

    @Test func sameTags() {
        var tally = tally([])
        for number in 1...9 {
            var row = PlannedRow(row: number, line: number + 1)
            row.messageBytes = 20
            if number > 2 { row.sameTagAs = .init(row: 1, line: 2) }
            tally.add(row)
        }
        #expect(tally.sameTags == 7)
        #expect(tally.sameTagExamples.map(\.row.row) == [3, 4, 5, 6, 7])
    }
}
