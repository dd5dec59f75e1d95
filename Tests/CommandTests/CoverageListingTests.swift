import Tags
import Testing

@testable import Simulator
@testable import tagmill

@Suite struct CoverageListingTests {
    private static let never = "never: not so far; a long run must reach it"
    private static let needless = "-: need not be reached"

    private func lines(_ listing: CoverageListing) -> [String] {
        listing.text.split(separator: "\n").map(String.init)
    }

    private func reasons(_ coverage: Coverage) -> [Coverage.Row] { coverage.rows.filter { $0.kind == .reasons } }

    /// So all of them can be.
    @Test func countsAreOfWhatMustBeReached() {
        var coverage = Coverage()
        let all = reasons(coverage)
        let required = all.count { $0.isRequired }
        #expect(required < all.count)
        #expect(lines(CoverageListing(coverage)).contains("reasons: 0 of \(required) reached"))
        for reason in Reason.allCases where all.contains(where: { $0.name == reason.rawValue && $0.isRequired }) {
            coverage.reach(reason)
        }
        #expect(lines(CoverageListing(coverage)).contains("reasons: \(required) of \(required) reached"))
        // What was reached all the same counts.
        coverage.reach(Reason.leaseLost)
        #expect(lines(CoverageListing(coverage)).contains("reasons: \(required + 1) of \(required + 1) reached"))
    }

    @Test func whatItSaysOfWhatWasNotReachedIsExplained() {
        let text = CoverageListing(Coverage()).text
        #expect(text.hasSuffix("\n\(Self.never); \(Self.needless)"))
        #expect(text.contains(" lease-lost ") && text.contains(" never"))
    }

    /// Nobody says what a job can reach.
    @Test func ofAGivenJobNothingIsClaimed() {
        var coverage = Coverage()
        coverage.reach(Reason.tagLocked)
        let listing = CoverageListing(coverage, isOfGivenJob: true)
        #expect(lines(listing).contains("reasons: 1 reached"))
        #expect(!listing.text.contains("never") && !listing.text.contains(" -") && !listing.text.contains(" of "))
        #expect(listing.summary == "1 states reached")
    }

    /// A terminal wraps what is longer.
    @Test(arguments: [false, true]) func linesFitATerminal(isOfGivenJob: Bool) {
        let lines = lines(CoverageListing(Coverage(), isOfGivenJob: isOfGivenJob))
        #expect(lines.count > 12)
        for line in lines { #expect(line.count <= 80, "\(line)") }
    }
}
