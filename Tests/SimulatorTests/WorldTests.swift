import Checker
import Simulator
import Testing

@Suite("Simulated worlds") struct WorldTests {
    /// The story of a world, line by line.
    private func story(_ seed: UInt64) -> [String] {
        var lines: [String] = []
        var (checker, coverage) = (RunChecker(tags: []), Coverage())
        _ = Simulator().play(World(seed: seed), checker: &checker, coverage: &coverage) { lines.append($0) }
        return lines
    }

    @Test(arguments: [1, 2, 3, 77] as [UInt64]) func aSeedTellsTheSameStoryAgain(seed: UInt64) {
        let first = story(seed)
        #expect(first.count > 1)
        #expect(first == story(seed))
        #expect(first != story(seed + 1000))
    }
}
