import Provisioning
import ReaderModels
import Synchronization
import Tags
import TestSupport
import Testing

/// Status words that are no refusal in the plain sense, answers too short or too long, and what a refusal is told with.
@Suite struct StatusWordTests {
    private func look(
        _ name: String, _ instead: @escaping @Sendable ([UInt8], Int) -> [UInt8]?
    ) throws -> (seen: TagInspection, log: ReaderLog) {
        let log = ReaderLog()
        var reader = ScriptedReader(name, log: log)
        reader.instead = instead
        var channel: any CardChannel & ~Copyable = reader
        let model = try #require(ReaderModel.model(named: name))
        return (TagInspection.inspect(&channel, reader: ReaderFindings(of: model)), log)
    }

    // Field case 39
    /// 63 7F announces no bytes to be fetched, and neither does 61 xx of a storage card: refusals, asked once more after a new
    /// activation. No GET RESPONSE is ever sent.
    @Test(arguments: ["637F", "6110", "61FF", "6200", "6282", "6C20", "6CFF", "6400", "6F00"], [1, 2])
    func aRefusalIsARefusal(_ status: String, at exchange: Int) throws {
        let bytes = try #require([UInt8](hex: status))
        let (seen, log) = try look("part3") { _, number in number == exchange ? bytes : nil }
        #expect(seen.rejection == nil)
        #expect(seen.chip == .ntag213 && seen.contents?.verdict == .empty)
        #expect(log.sent.allSatisfy { $0[0] == 0xFF && [0xCA, 0xB0].contains($0[1]) && $0.count == 5 })
        #expect(log.sent[exchange - 1] == log.sent[exchange == 1 ? 1 : 3])
    }

    /// An answer to READ of neither one page nor four is none.
    @Test(arguments: [0, 1, 3, 5, 15, 17, 64, 256]) func answersOfOtherLengths(_ count: Int) throws {
        let (seen, _) = try look("part3") { _, number in
            number == 2 ? [UInt8](repeating: 0x11, count: count) + [0x90, 0x00] : nil
        }
        #expect(seen.rejection == nil && seen.chip == .ntag213)
    }

    /// A length that the reader names is taken, and kept for the tags after.
    @Test(arguments: [UInt8(0x04), 0x10]) func aNamedLengthIsTaken(_ length: UInt8) throws {
        let findings = ReaderFindings(of: try #require(ReaderModel.model(named: "scl3711")))
        for round in 0..<2 {
            let (log, tag) = (ReaderLog(), ScriptedTag())
            var reader = ScriptedReader("scl3711", tag, log: log)
            reader.instead = { command, _ in
                guard command.starts(with: [0xFF, 0xB0]) else { return nil }
                if command[4] != length { return [0x6C, length] }
                guard let data = tag.answer([0x30, command[3]]) else { return [0x63, 0x00] }
                return data.prefix(Int(length)) + [0x90, 0x00]
            }
            var channel: any CardChannel & ~Copyable = reader
            let seen = TagInspection.inspect(&channel, reader: findings)
            #expect(seen.rejection == nil)
            #expect(seen.chip == .ntag213 && seen.contents?.verdict == .empty)
            let others = log.sent.filter { $0[1] == 0xB0 && $0[4] != length }
            #expect(others.count == (round == 0 && length != 0x10 ? 1 : 0))
        }
    }

    /// A UID of a named length.
    @Test func aNamedLengthOfTheUID() throws {
        let (seen, log) = try look("scl3711") { command, _ in
            command == [0xFF, 0xCA, 0x00, 0x00, 0x00] ? [0x6C, 0x07] : nil
        }
        #expect(seen.rejection == nil && seen.chip == .ntag213)
        #expect(log.sent[1] == [0xFF, 0xCA, 0x00, 0x00, 0x07])
    }

    /// One that names another length each time is a refusal.
    @Test func aLengthThatIsNeverRight() throws {
        let (seen, log) = try look("scl3711") { command, _ in
            command[1] == 0xB0 ? [0x6C, command[4] == 0x04 ? 0x10 : 0x04] : nil
        }
        #expect(seen.rejection?.reason == .chipUnsupported)
        #expect(log.sent.count < 12)
    }

    // Field case 38
    /// The same APDU that one reader refuses another takes: the reader's model, the command and what it answered are named.
    @Test(
        arguments: [
            ("acr122u", "ACS ACR122U", "6300"), ("acr1252u", "ACS ACR1252U family", "6581"),
            ("utrust", "Identiv uTrust 37xx / 47xx", "6982"), ("part3", "PC/SC part 3", "6F00"),
        ])
    func aRefusedWriteIsToldWithReaderAndCommand(_ name: String, _ title: String, _ status: String) throws {
        let bytes = try #require([UInt8](hex: status))
        let log = ReaderLog()
        var reader = ScriptedReader(name, log: log)
        reader.instead = { command, _ in command.starts(with: [0xFF, 0xD6, 0x00, 0x07]) ? bytes : nil }
        let result = provisioned(reader)
        guard case .failed(let rejection)? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(rejection.reason == .writeFailed)
        #expect(rejection.detail.contains("page 7 was refused (FF D6) by the \(title) (\(status))"))
        // One page a command, four bytes each.
        #expect(log.sent.filter { $0[1] == 0xD6 }.allSatisfy { $0.count == 9 && $0[2] == 0 && $0[4] == 4 })
    }

    // Field case 38
    @Test func aRefusedReadIsToldWithReaderAndCommand() throws {
        let (seen, _) = try look("acr122u") { command, _ in
            command[1] == 0xB0 || command[1] == 0x00 ? [0x63, 0x00] : nil
        }
        #expect(seen.rejection?.detail.contains("(FF B0)") == true)
        #expect(seen.rejection?.detail.contains("ACS ACR122U: 6300") == true)
        let (unnamed, _) = try look("acr122u") { command, _ in command[1] == 0xCA ? [0x63, 0x00] : nil }
        #expect(unnamed.rejection?.reason == .notATag)
        #expect(unnamed.rejection?.detail.contains("ACS ACR122U") == true)
    }

    // MARK: A tag that does not wake

    private static let uid: [UInt8] = [0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5]

    /// After a refusal nothing is answered any more. What the PN532 finds, and what comes of it.
    @Test(
        arguments: [
            // The same tag, and it answers again.
            ("acr122u", "D54B01010044000704A1B29FC3D4E59000", true, nil, nil),
            // The same tag, which goes on refusing.
            (
                "acr122u", "D54B01010044000704A1B29FC3D4E59000", false, Reason.readerError,
                "lift the tag and lay it again"
            ),
            ("acr122u", "6300", false, .readerError, "lift the tag and lay it again"),
            ("acr122u", "D54B009000", false, .tagRemoved, "no longer answers"),
            ("acr122u", "D54B01010044000704A1B29FC3D4E69000", false, .tagChanged, "04A1B29FC3D4E6"),
            ("part3", "6D00", false, .readerError, "lift the tag and lay it again"),
            ("acr1552u", "6D00", false, .readerError, "lift the tag and lay it again"),
        ] as [(String, String, Bool, Reason?, String?)])
    func aTagThatDoesNotWake(
        _ name: String, _ found: String, _ wakes: Bool, _ reason: Reason?, _ words: String?
    ) throws {
        let answer = try #require([UInt8](hex: found))
        let (seen, log) = try look(name) { [state = AsleepState()] command, number in
            state.answer(command, number, found: answer, wakes: wakes)
        }
        #expect(seen.rejection?.reason == reason)
        if let words { #expect(seen.rejection?.detail.contains(words) == true) }
        #expect(log.sent.contains(InListPassiveTarget.command) == (name == "acr122u"))
        if reason == nil { #expect(seen.chip == .ntag213) }
    }

    /// The first command of the tag's own or READ is refused; from then on everything is, until the PN532 looks for a tag.
    private final class AsleepState: Sendable {
        let isAsleep = Mutex(false)

        func answer(_ command: [UInt8], _ number: Int, found: [UInt8], wakes: Bool) -> [UInt8]? {
            if command == InListPassiveTarget.command {
                if wakes { isAsleep.withLock { $0 = false } }
                return found
            }
            if number == 2 { isAsleep.withLock { $0 = true } }
            return isAsleep.withLock { $0 } ? [0x63, 0x00] : nil
        }
    }
}

/// One item, provisioned on a reader.
func provisioned(
    _ reader: consuming ScriptedReader, findings: ReaderFindings? = nil, order: TagOrder = TagOrder()
) -> TagResult? {
    let desk = ScriptedDesk(item(1, url: "https://example.com/t/S1"))
    let info = ReaderInfo(name: "Reader A 00 00", model: reader.model)
    let procedure = TagProcedure(
        reader: info, desk: desk, clock: SteppingClock.shared, order: order, findings: findings)
    var channel: any CardChannel & ~Copyable = reader
    procedure.perform(on: &channel)
    return desk.result
}
