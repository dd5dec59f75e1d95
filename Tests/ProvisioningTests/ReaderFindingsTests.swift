import Provisioning
import ReaderModels
import Tags
import Testing

/// What a model leaves open is tried once, and decided for the run; all of it counted in exchanges.
@Suite struct ReaderFindingsTests {
    /// One tag looked at, as `inspect` does; its commands.
    private func look(
        _ findings: ReaderFindings, refusal: String? = nil,
        instead: (@Sendable ([UInt8], Int) -> [UInt8]?)? = nil
    ) -> (seen: TagInspection, log: ReaderLog) {
        let log = ReaderLog()
        var reader = ScriptedReader(findings.model.name, log: log)
        reader.refusal = refusal.flatMap { [UInt8](hex: $0) }
        reader.instead = instead
        var channel: any CardChannel & ~Copyable = reader
        return (TagInspection.inspect(&channel, reader: findings), log)
    }

    private func findings(_ name: String) throws -> ReaderFindings {
        ReaderFindings(of: try #require(ReaderModel.model(named: name)))
    }

    private static let hypotheses = ["acr1552u", "utrust", "springcard", "rcs300"]

    /// Commands of the tag's own, by the class that the model's way has.
    private func passed(_ log: ReaderLog, _ model: ReaderModel) -> Int {
        model.passThrough.commandClass.map { log.count($0.filter { $0 != " " }) } ?? 0
    }

    /// Commands and the most exchanges of one look at a blank NTAG213.
    @Test(
        arguments: [
            ("acr122u", 2, 3), ("acr1252u", 3, 4), ("acr1552u", 6, 7), ("utrust", 2, 3), ("springcard", 2, 3),
            ("rcs300", 6, 7), ("scl3711", 0, 5), ("omnikey", 0, 5), ("feitian", 0, 5), ("part3", 0, 5),
        ])
    func aTagIsToldByEveryModel(_ name: String, _ passes: Int, _ exchanges: Int) throws {
        let findings = try findings(name)
        for _ in 0..<2 {
            let (seen, log) = look(findings)
            #expect(seen.rejection == nil)
            #expect(seen.chip == .ntag213 && seen.contents?.verdict == .empty)
            #expect(passed(log, findings.model) == passes)
            #expect(log.sent.count <= exchanges)
        }
    }

    /// The reader itself says that it knows no such command: no later tag costs it again.
    @Test(arguments: hypotheses, ["6A81", "6D00", "6E00", "6800", "6B00", "6700", "6900"])
    func theFirstRefusalOfAReaderDecides(_ name: String, status: String) throws {
        let findings = try findings(name)
        let (first, log) = look(findings, refusal: status)
        #expect(first.chip == .ntag213 && first.rejection == nil)
        #expect(passed(log, findings.model) == 1)
        let plain = look(try self.findings("part3")).log.sent
        for _ in 0..<2 {
            let (seen, log) = look(findings, refusal: status)
            #expect(seen.chip == .ntag213 && seen.contents?.verdict == .empty)
            #expect(log.sent == plain)
        }
    }

    /// What a tag does decides nothing about its reader.
    @Test(arguments: hypotheses, ["6300", "6400", "6F01", "637F"])
    func silenceDecidesNothing(_ name: String, status: String) throws {
        let findings = try findings(name)
        for _ in 0..<3 {
            let (seen, log) = look(findings, refusal: status)
            #expect(seen.chip == .ntag213 && seen.contents?.verdict == .empty)
            #expect(passed(log, findings.model) >= 1)
        }
        let (seen, _) = look(findings)
        #expect(seen.version != nil)
    }

    /// Bytes that are no answer, twice.
    @Test func twoMisfitsDecide() throws {
        let findings = try findings("utrust")
        for passes in [1, 1, 0, 0] {
            let (seen, log) = look(findings, refusal: "11229000")
            #expect(seen.chip == .ntag213)
            #expect(passed(log, findings.model) == passes)
        }
    }

    /// A way that was seen to work is tried with each tag, whatever one of them brought.
    @Test(arguments: ["acr122u", "acr1252u"]) func aProvedWayStays(_ name: String) throws {
        let findings = try findings(name)
        _ = look(findings, refusal: "6D00")
        let (seen, log) = look(findings)
        #expect(seen.version != nil && passed(log, findings.model) > 1)
    }

    /// And so does one that worked once.
    @Test(arguments: hypotheses) func whatWorkedOnceStays(_ name: String) throws {
        let findings = try findings(name)
        _ = look(findings)
        _ = look(findings, refusal: "6D00")
        #expect(look(findings).seen.version != nil)
    }

    /// An answer with some of its bytes twice, as an ACR1252U gives about one in 4000: asked for once more.
    @Test func aLongAnswerIsAskedForAgain() throws {
        let findings = try findings("acr1252u")
        let (seen, log) = look(findings) { command, number in
            number == 3 ? [UInt8](repeating: 0, count: 132) + [0x90, 0x00] : nil
        }
        #expect(seen.chip == .ntag213 && seen.contents?.verdict == .empty && seen.rejection == nil)
        #expect(log.sent[2] == log.sent[3])
        #expect(log.count("FFB0") == 0)
    }

    /// Twice too long: by the reader's own commands then.
    @Test func anAnswerThatStaysTooLongIsLeft() throws {
        let (seen, log) = look(try findings("acr1252u")) { command, _ in
            command.starts(with: [0xFF, 0x00]) && command[5] == 0x3A
                ? [UInt8](repeating: 0, count: 145) + [0x90, 0x00] : nil
        }
        #expect(seen.chip == .ntag213 && seen.contents?.verdict == .empty && seen.rejection == nil)
        #expect(log.count("FF000000033A") == 2)
    }
}
