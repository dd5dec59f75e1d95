import Jobs
import Operations
import Provisioning
import Simulation
import Synchronization
import Tags
import TestSupport
import Testing

/// One tag laid on a reader for one item, and what came of it.
struct Laying {
    let each: ChipCase
    let model: VirtualReaderModel
    let expected: ExpectedVerdict
    let done: Finished
    private let before: [UInt8]
    private let after: VirtualTag

    init(_ each: ChipCase, _ model: VirtualReaderModel) throws {
        self.each = each
        self.model = model
        expected = Judging(each.tag, each.asked, model).verdict
        var item = item(1, url: "https://example.com/t/S1")
        item.message = each.asked.message
        item.lock = each.asked.locks
        var settings = Settings()
        settings.overwrite = each.asked.overwrite
        var scenario = try Scenario([item], model, [each.tag.rackTag()], settings: settings)
        scenario.order = TagOrder(
            formatsBlank: each.asked.formats, requiresGenuine: each.asked.requiresGenuine,
            protection: each.asked.protects ? TagOrder.ProtectionWish() : nil,
            passwords: GivenPassword(each.asked.password))
        done = try scenario.run()
        before = each.tag.memory
        after = try #require(done.rack.tags.first)
    }

    func check() throws {
        var problems = verdictProblems
        // What follows from another verdict is not told again.
        problems += problems.isEmpty ? logProblems + memoryProblems : forbiddenWrites
        for problem in problems {
            Issue.record("\(each.tag.chip), \(model.rawValue), \(each.name): \(problem)")
        }
    }

    private var verdictProblems: [String] {
        let presentation = done.presentations.first
        let outcome = done.outcome(1)
        let got: String
        if done.status(1) == .written || done.status(1) == .unchanged {
            got = "\(done.status(1))"
        } else {
            got = "\(presentation?.result.rawValue ?? "nothing") \(presentation?.reason?.rawValue ?? "-")"
        }
        let wanted: String =
            switch expected.result {
            case .written: "written"
            case .unchanged: "unchanged"
            case .rejected(let reason): "rejected \(reason.rawValue)"
            }
        var problems: [String] = []
        let detail = presentation?.detail ?? ""
        if got != wanted { problems.append("expected \(wanted), got \(got) (\(detail))") }
        let state = outcome?.lockState ?? presentation?.lockState
        if got == wanted, let lockState = expected.lockState, state != lockState {
            problems.append("expected lock state \(lockState.rawValue), got \(state?.rawValue ?? "none")")
        }
        return problems
    }

    // MARK: The exchange log

    private var logProblems: [String] {
        var problems: [String] = []
        let tries = after.passwordAttempts.filter { $0.verdict != .right }.count
        if tries > (each.asked.password == .wrong ? 1 : 0) { problems.append("\(tries) wrong passwords were sent") }
        if each.asked.password == .none, !each.asked.protects, !after.passwordAttempts.isEmpty {
            problems.append("a password was sent that nobody gave")
        }
        for write in after.pageWrites where !write.isPermitted {
            problems.append("refused write to \(write.address): \(write.data.hex)")
        }
        return problems + forbiddenWrites + lockProblems(after.pageWrites)
    }

    /// No write at all where none is called for; else none outside the message, and what was asked for beside it.
    private var forbiddenWrites: [String] {
        let allowed = expected.result == .written ? expected.special.union(expected.messagePages.map(Set.init) ?? []) : []
        var problems = after.pageWrites.filter { !allowed.contains($0.page ?? -1) }.map {
            "forbidden write to \($0.address): \($0.data.hex)"
        }
        if allowed.isEmpty, problems.isEmpty, after.writes > 0 { problems.append("\(after.writes) forbidden writes") }
        return problems
    }

    /// Irreversible pages: each once, after everything of the message was read back, and with no bit that was not asked for.
    private func lockProblems(_ writes: [Simulation.PageWrite]) -> [String] {
        var problems: [String] = []
        let frames = after.log.flatMap(\.frames)
        let irreversible = expected.special.filter { $0 == 2 || $0 == 3 || $0 == each.tag.facts.dynamicLock?.page }
        for page in irreversible {
            let own = writes.filter { $0.page == page }
            let limit = page == 3 && each.asked.formats && each.asked.locks ? 2 : 1
            if own.count > limit { problems.append("page \(page) was written \(own.count) times") }
            for write in own {
                for index in 0..<4 {
                    let place = 4 * page + index
                    // Bytes 0 and 1 of page 2 are the chip's own, and sent as they are.
                    let wanted = expected.memory[place]
                    if write.data[index] & ~(wanted | before[place]) != 0 { problems.append("page \(page) got \(write.data.hex)") }
                }
            }
        }
        guard let pages = expected.messagePages,
            let last = frames.lastIndex(where: { $0.pageWrite.map { pages.contains($0.page ?? -1) } ?? false }),
            let first = frames.firstIndex(where: { $0.pageWrite.map { irreversible.contains($0.page ?? -1) } ?? false })
        else { return problems }
        if first < last { return problems + ["an irreversible page was written before the message was"] }
        let read = Set(frames[last..<first].flatMap(Self.pagesRead))
        if let missing = pages.first(where: { !read.contains($0 % 256) }) {
            problems.append("an irreversible page was written before page \(missing) was read back")
        }
        return problems
    }

    private static func pagesRead(_ frame: ExchangeRecord.Frame) -> [Int] {
        guard frame.isAccepted, frame.command.count > 1 else { return [] }
        let page = Int(frame.command[1])
        switch frame.command[0] {
        case 0x30: return Array(page..<page + 4)
        case 0x3A where frame.command.count > 2: return Array(page...max(page, Int(frame.command[2])))
        default: return []
        }
    }

    // MARK: Memory

    private var memoryProblems: [String] {
        var problems: [String] = []
        let pages = expected.messagePages
        for page in 0..<before.count / 4 where pages?.contains(page) != true {
            let (got, wanted) = (after.memory[4 * page..<4 * page + 4], expected.memory[4 * page..<4 * page + 4])
            if got != wanted { problems.append("page \(page) is \(Array(got).hex), expected \(Array(wanted).hex)") }
        }
        guard expected.result == .written else { return problems }
        let end = min(each.tag.facts.areaEnd(container: expected.memory[14]), after.memory.count)
        let held = MemoryReading(after.memory, end: end).held
        if held != .message(each.asked.message) { problems.append("it does not hold the message") }
        return problems
    }
}

/// The password that the user gave for all tags.
final class GivenPassword: PasswordSource {
    private let given: TagPassword?
    private let refused = Mutex<Set<UID>>([])

    init(_ password: Asked.Password) {
        given =
            switch password {
            case .none: nil
            case .right: TagPassword(password: LaidTag.password, acknowledgement: LaidTag.acknowledgement)
            case .wrong: TagPassword(password: [1, 2, 3, 4], acknowledgement: [5, 6])
            }
    }

    func password(of uid: UID) -> TagPassword? { refused.withLock { $0.contains(uid) } ? nil : given }

    func wasRefused(by uid: UID) { refused.withLock { _ = $0.insert(uid) } }
}
