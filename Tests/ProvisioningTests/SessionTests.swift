import Provisioning
import ReaderModels
import Synchronization
import Tags
import TestSupport
import Testing

/// Transparent sessions: begun when one is needed, never left open, and what a reader cannot do for them.
@Suite struct SessionTests {
    static let models = ["acr1552u", "rcs300"]
    private static let start = TransparentSession.opening[0]
    private static let password = [UInt8]([0xA1, 0xB2, 0xC3, 0xD4])

    /// Whether a session was begun and no end was sent after it.
    private func isOpen(_ sent: some Sequence<[UInt8]>) -> Bool {
        var isOpen = false
        for command in sent {
            if command == Self.start { isOpen = true }
            if command == TransparentSession.end { isOpen = false }
        }
        return isOpen
    }

    private func findings(_ name: String) throws -> ReaderFindings {
        ReaderFindings(of: try #require(ReaderModel.model(named: name)))
    }

    @Test(arguments: models) func aTagIsWritten(_ name: String) throws {
        let (log, tag) = (ReaderLog(), ScriptedTag())
        let result = provisioned(ScriptedReader(name, tag, log: log))
        guard case .written? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(tag.state.withLock { Array($0.memory[23..<25]) } == [0xD1, 0x01])
        #expect(!isOpen(log.sent))
        // None of the reader's own commands while a session is open: it would refuse them.
        for (index, command) in log.sent.enumerated() where command[1] != 0xC2 {
            #expect(!isOpen(log.sent.prefix(index)))
        }
        // One session for telling the chip and reading it; what few pages are read back come without.
        #expect(log.sent.filter { $0 == Self.start }.count == 1)
    }

    /// The tag is taken away at each exchange in turn. Where the end of a session is not answered, it is sent again before
    /// anything is asked of the next tag.
    @Test(arguments: models) func noSessionStaysOpen(_ name: String) throws {
        let whole = ReaderLog()
        _ = provisioned(ScriptedReader(name, log: whole))
        #expect(whole.sent.count > 15)
        for exchange in 1...whole.sent.count {
            let (findings, log, next) = (try findings(name), ReaderLog(), ReaderLog())
            var reader = ScriptedReader(name, log: log)
            reader.removedAt = exchange
            _ = provisioned(reader, findings: findings)
            #expect(!isOpen(log.sent), "removed at \(exchange)")
            let result = provisioned(ScriptedReader(name, log: next), findings: findings)
            guard case .written? = result else {
                Issue.record("removed at \(exchange): \(String(describing: result))")
                continue
            }
            let isUnanswered = log.sent.prefix(exchange - 1).last { $0[1] == 0xC2 && $0[3] == 0 } == Self.start
            let isStartLost = log.sent[exchange - 1] == Self.start
            #expect((next.sent.first == TransparentSession.end) == (isUnanswered || isStartLost), "\(exchange)")
            #expect(!isOpen(next.sent))
        }
    }

    /// Each exchange in turn is refused; whatever comes of it, no session stays open.
    @Test(arguments: models, ["6300", "6A81", "C0030164019000", "C003016A819000", "9000"])
    func noSessionStaysOpenAfterARefusal(_ name: String, answer: String) throws {
        let bytes = try #require([UInt8](hex: answer))
        for exchange in 1...25 {
            let log = ReaderLog()
            var reader = ScriptedReader(name, log: log)
            reader.instead = { _, number in number == exchange ? bytes : nil }
            let result = provisioned(reader)
            // A start that the reader says it does not know begins nothing.
            let isBegun = log.sent.indices.contains(exchange - 1) && log.sent[exchange - 1] == Self.start
            let isUnknown = isBegun && ["6A81", "C003016A819000"].contains(answer)
            let rest = isUnknown ? log.sent.prefix(exchange - 1) + log.sent.dropFirst(exchange) : log.sent[...]
            #expect(!isOpen(rest), "refused at \(exchange)")
            if case .written? = result { continue }
            // A refusal at the end of a session, or of its UID, is made up for.
            Issue.record("refused at \(exchange) with \(answer): \(String(describing: result))")
        }
    }

    /// A reader that takes its own commands after a session only when the tag was activated again: found once.
    @Test(arguments: models) func aReaderThatNeedsAnActivation(_ name: String) throws {
        let findings = try findings(name)
        for _ in 0..<3 {
            let log = ReaderLog()
            var reader = ScriptedReader(name, log: log)
            reader.needsActivation = true
            let result = provisioned(reader, findings: findings)
            guard case .written? = result else {
                Issue.record("\(String(describing: result))")
                return
            }
        }
    }

    // MARK: Passwords

    private func protected(
        _ name: String, _ findings: ReaderFindings, closesAtEnd: Bool
    ) -> (result: TagResult?, log: ReaderLog, tag: ScriptedTag) {
        let (log, tag) = (ReaderLog(), ScriptedTag(password: Self.password))
        var reader = ScriptedReader(name, tag, log: log)
        reader.closesAtEnd = closesAtEnd
        let passwords = TestPasswords([tag.uid.hex: "A1B2C3D41234"])
        return (provisioned(reader, findings: findings, order: TagOrder(passwords: passwords)), log, tag)
    }

    @Test(arguments: models + ["acr122u", "acr1252u"]) func aTagThatStaysOpenIsWritten(_ name: String) throws {
        let (result, log, _) = protected(name, try findings(name), closesAtEnd: false)
        guard case .written? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(!isOpen(log.sent))
    }

    /// The tag is closed again when the session ends: the reader cannot, which is said, and asked of no second tag.
    @Test(arguments: models) func aTagThatIsClosedAgainIsTheReadersFault(_ name: String) throws {
        let findings = try findings(name)
        let (result, _, tag) = protected(name, findings, closesAtEnd: true)
        guard case .failed(let first)? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(first.reason == .readerError && first.detail.contains("cannot write a tag that its password keeps"))
        let untouched = ScriptedTag(password: Self.password).state.withLock { $0.memory }
        #expect(tag.state.withLock { $0.memory } == untouched)
        let (again, log, _) = protected(name, findings, closesAtEnd: true)
        guard case .rejected(let second)? = again else {
            Issue.record("\(String(describing: again))")
            return
        }
        #expect(second.reason == .readerError)
        #expect(log.count("FFD6") == 0)
    }
}
