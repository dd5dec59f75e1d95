import TestSupport
import Testing

/// The part of a long table that `make check` takes.
@Suite struct SpreadTests {
    @Test(arguments: [1, 3, 10, 24, 99, 100] as [Int]) func oneOfEachStretch(most: Int) {
        let table = Array(0..<100)
        for seed in 1...50 as ClosedRange<UInt64> {
            let part = table.spread(most, seed: seed)
            #expect(part.count == most && part == table.spread(most, seed: seed))
            for (index, element) in part.enumerated() {
                #expect((index * 100 / most..<(index + 1) * 100 / most).contains(element))
            }
        }
    }

    @Test func aShortTableIsTakenWhole() {
        #expect([1, 2, 3].spread(3, seed: 1) == [1, 2, 3] && [1, 2, 3].spread(9, seed: 2) == [1, 2, 3])
        #expect([Int]().spread(4, seed: 1).isEmpty)
    }

    /// With other seeds every element has its turn.
    @Test func everyElementHasItsTurn() {
        let table = Array(0..<30)
        #expect(Set((1...200 as ClosedRange<UInt64>).flatMap { table.spread(5, seed: $0) }) == Set(table))
    }
}
