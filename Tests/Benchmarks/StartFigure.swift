import Testing

/// What a user waits for before anything happens.
@Suite("Figures: start") struct StartFigure {
    /// `tagmill --version` against an empty Swift program of the same build: best of many starts, taken in turn, so that
    /// a busy moment of the machine meets both.
    static let mostTimesAnEmptyProgram = 4.0

    @Test func versionStartsFast() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let version = ProgramStart(arguments: [root + "/.build/debug/tagmill", "--version"])
        let empty = ProgramStart(arguments: [root + "/.build/debug/EmptyProgram"])
        let ratio = try #require(startRatio(of: version, to: empty, rounds: 60))
        #expect(ratio <= Self.mostTimesAnEmptyProgram)
        print("tagmill --version starts in \(Double(Int(ratio * 100)) / 100) times the time of an empty program")
    }
}
