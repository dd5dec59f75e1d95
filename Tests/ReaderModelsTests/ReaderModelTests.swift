import ReaderModels
import Testing

/// What each model is said to do.
@Suite struct ReaderModelTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let way: PassThrough
        var evidence = Evidence.seen
        let pages: Int
        var recovery = Recovery.reconnect
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "acr122u", way: .inCommunicateThru, pages: 60, recovery: .inListPassiveTarget),
        Row(name: "acr1252u", way: .direct, pages: 32),
        Row(name: "acr1552u", way: .transparentSession, evidence: .documented, pages: 31),
        Row(name: "utrust", way: .identiv, evidence: .hypothesis, pages: 60),
        Row(name: "scl3711", way: .none, pages: 0), Row(name: "omnikey", way: .none, pages: 0),
        Row(name: "springcard", way: .springCard, evidence: .documented, pages: 60),
        Row(name: "feitian", way: .none, pages: 0),
        Row(name: "rcs300", way: .transparentSession, evidence: .hypothesis, pages: 31),
        Row(name: "part3", way: .none, pages: 0),
    ]

    @Test(arguments: rows) func models(_ row: Row) throws {
        let model = try #require(ReaderModel.model(named: row.name))
        #expect(model.slot == .contactless)
        #expect(model.passThrough == row.way)
        #expect(model.evidence == row.evidence)
        #expect(model.pagesPerFastRead == row.pages)
        #expect(model.recovery == row.recovery)
        #expect(model.title != model.name && !model.title.isEmpty)
    }

    @Test func namesAreTheirsAlone() {
        #expect(ReaderModel.contactless.map(\.name) == Self.rows.map(\.name))
        for name in ["", "ACR122U", "sam", "contact", "security-key", "acr"] {
            #expect(ReaderModel.model(named: name) == nil)
        }
    }

    /// A FAST_READ of as many pages as a model takes fits the way of passing it, there and back.
    @Test(arguments: rows) func framesFit(_ row: Row) throws {
        let model = try #require(ReaderModel.model(named: row.name))
        let most =
            switch model.passThrough {
            case .none: 0
            // The frame of the PN532, its code and status.
            case .inCommunicateThru: 255 - 3
            case .transparentSession: 127
            case .direct, .identiv, .springCard: 256 - 2
            }
        #expect(4 * model.pagesPerFastRead <= most)
    }
}
