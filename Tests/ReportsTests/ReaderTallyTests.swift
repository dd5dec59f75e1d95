import Jobs
import Reports
import Testing

@Suite("What a report says of readers")
struct ReaderTallyTests {
    private func presentation(
        _ result: Presentation.Result, reader: String = "A", station: String = "s", duration: Int64 = 0
    ) -> Presentation {
        Presentation(
            reader: reader, station: station, result: result, presentedAt: SampleRun.start,
            durationMilliseconds: duration)
    }

    @Test("ignored presentations count for nothing; rejected, failed and in-doubt are failures")
    func counts() {
        var tally = ReaderTally(readers: [ReaderRecord(name: "A", model: "acr122u", station: "s")])
        let results: [(Presentation.Result, Int64)] = [
            (.written, 30), (.unchanged, 10), (.rejected, 1), (.failed, 2), (.inDoubt, 3), (.ignored, 4),
        ]
        for (result, duration) in results { tally.add(presentation(result, duration: duration)) }
        #expect(tally.lines.map(\.name) == ["A"])
        #expect(tally.lines.map(\.model) == ["acr122u"])
        #expect(tally.lines.map(\.tags) == [5])
        #expect(tally.lines.map(\.failures) == [3])
        #expect(tally.lines.map(\.medianMilliseconds) == [20])
    }

    @Test("readers stand in their order; one that nobody noted comes last, one of another station apart")
    func order() {
        var tally = ReaderTally(readers: [
            ReaderRecord(name: "B", model: "m", station: "s"), ReaderRecord(name: "A", model: "m", station: "s"),
        ])
        tally.add(presentation(.written, reader: "A", station: "t", duration: 5))
        tally.add(presentation(.rejected, reader: "A"))
        #expect(tally.lines.map(\.name) == ["B", "A", "A"])
        #expect(tally.lines.map(\.tags) == [0, 1, 1])
        #expect(tally.lines.map(\.model) == ["m", "m", nil])
        #expect(tally.lines.map(\.medianMilliseconds) == [nil, nil, 5])
    }

    @Test(
        "the median",
        arguments: [
            ([], nil), ([7], 7), ([3, 1], 2), ([1, 2], 1), ([5, 1, 9], 5), ([4, 1, 2, 3], 2), ([3, 3, 5, 5], 4),
            ([.max, .max], .max), ([.min, .max], -1), ([-3, -2], -3),
        ] as [([Int64], Int64?)])
    func median(durations: [Int64], expected: Int64?) {
        #expect(ReaderTally.median(of: Dictionary(durations.map { ($0, 1) }, uniquingKeysWith: +)) == expected)
    }
}
