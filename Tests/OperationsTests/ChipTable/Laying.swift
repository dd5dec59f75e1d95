import Crypto
import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// One tag laid on a reader for one item, and what came of it.
struct Laying {
    let each: ChipCase
    let reader: TableReader
    let expected: ExpectedVerdict
    let done: Finished
    private let before: [UInt8]
    private let after: VirtualTag

    init(_ each: ChipCase, _ reader: TableReader) throws {
        self.each = each
        self.reader = reader
        expected = Judging(each.tag, each.asked, reader).verdict
        var item = item(1, url: "https://example.com/t/S1")
        item.message = each.asked.message
        item.lock = each.asked.locks
        var settings = Settings()
        settings.overwrite = each.asked.overwrite
        var scenario = Scenario([item], reader.model, [each.tag.rackTag()], settings: settings)
        scenario.order = TagOrder(
            formatsBlank: each.asked.formats, requiresGenuine: each.asked.requiresGenuine,
            verifySignature: { signature, uid, _ in Self.isPublished(signature, uid) },
            protection: each.asked.protects ? TagOrder.ProtectionWish() : nil,
            passwords: GivenPassword(each.asked.password))
        done = try scenario.run()
        before = each.tag.memory
        after = try #require(done.rack.tags.first)
    }

    /// Whether NXP's key of NTAG213, 215 and 216 made the signature.
    @Sendable private static func isPublished(_ signature: [UInt8], _ uid: [UInt8]) -> Bool? {
        let point = [UInt8](hex: "04494E1A386D3D3CFE3DC10E5DE68A499B1C202DB5B132393E89ED19FE5BE8BC61") ?? []
        do { return try VerifyingKey(curve: .secp128r1, point: point).verifies(signature, of: uid) } catch {
            return nil
        }
    }

    func check() throws {
        var problems = verdictProblems
        // What follows from another verdict is not told again.
        problems += problems.isEmpty ? logProblems + memoryProblems : forbiddenWrites
        let place = "\(each.tag.chip), \(reader), \(each.name): "
        for problem in problems { Issue.record("\(place)\(problem)") }
    }

    private var isMade: Bool { expected.result == .written || expected.result == .open && done.status(1) == .written }

    private var verdictProblems: [String] {
        let presentation = done.presentations.first
        let outcome = done.outcome(1)
        let got: String
        if done.status(1) == .written || done.status(1) == .unchanged {
            got = "\(done.status(1))"
        } else {
            got = "\(presentation?.result.rawValue ?? "nothing") \(presentation?.reason?.rawValue ?? "-")"
        }
        let isRejected = presentation?.result == .rejected && done.status(1) == .pending
        let wanted: String
        switch expected.result {
        case .written: wanted = "written"
        case .unchanged: wanted = "unchanged"
        case .rejected(let reason): wanted = "rejected \(reason.rawValue)"
        case .refused: wanted = isRejected ? got : "rejected"
        case .open: wanted = isRejected || isMade || got == "unchanged" ? got : "written, unchanged or rejected"
        }
        var problems: [String] = []
        let detail = presentation?.detail ?? ""
        if got != wanted { problems.append("expected \(wanted), got \(got) (\(detail))") }
        let state = outcome?.lockState ?? presentation?.lockState
        let isUnpublished = !each.tag.facts.isLockable && state == .unknown
        if got == wanted, let lockState = expected.lockState, state != lockState, !isUnpublished {
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
        for write in after.pageWrites where !write.isPermitted && !isProof(write) {
            problems.append("refused write to \(write.address): \(write.data.hex)")
        }
        return problems + forbiddenWrites + lockProblems(after.pageWrites) + cutProblems
    }

    /// The one write that proves a password: of the last user page, with the bytes that it holds, refused.
    private func isProof(_ write: Simulation.PageWrite) -> Bool {
        each.asked.protects && isMade && write.page == each.tag.facts.lastUserPage && !write.isPermitted
            && after.memory[4 * each.tag.facts.lastUserPage..<4 * each.tag.facts.lastUserPage + 4].elementsEqual(
                write.data)
    }

    /// No write at all where none is called for; else none outside the message, and what was asked for beside it.
    private var forbiddenWrites: [String] {
        let allowed = isMade ? expected.special.union(expected.messagePages.map(Set.init) ?? []) : []
        let forbidden = after.pageWrites.filter { !allowed.contains($0.page ?? -1) && !isProof($0) }.map {
            "\($0.address)"
        }
        var problems = forbidden.isEmpty ? [] : ["forbidden writes to \(forbidden.joined(separator: ", "))"]
        if allowed.isEmpty, problems.isEmpty, after.writes > 0 { problems.append("\(after.writes) forbidden writes") }
        return problems
    }

    /// Cut off after any of its writes, the tag reads as before, as empty, or as the item.
    private var cutProblems: [String] {
        var memory = before
        let allowed: Set<MemoryReading.Held> = [held(before), .empty, .nothing, .message(each.asked.message)]
        var wasWhole = held(before) != .nothing
        for (number, write) in after.pageWrites.enumerated() where write.isPermitted {
            guard let page = write.page, page > 2 else { continue }
            let span = 4 * page..<4 * page + 4
            let bits = page == 3 ? zip(before[span], write.data).map { $0 | $1 } : write.data
            memory.replaceSubrange(span, with: bits)
            let now = held(memory)
            let reads = allowed.contains(now) && !(now == .nothing && wasWhole)
            if !reads { return ["cut off after write \(number + 1), of page \(page), it reads as \(now)"] }
            wasWhole = wasWhole || now != .nothing
        }
        return []
    }

    private func held(_ memory: [UInt8]) -> MemoryReading.Held {
        guard memory[12] == 0xE1 else { return .nothing }
        return MemoryReading(memory, end: min(each.tag.facts.areaEnd(container: memory[14]), memory.count)).held
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
                    let wanted = (expected.result == .open ? expected.takenMemory : expected.memory)[place]
                    if write.data[index] & ~(wanted | before[place]) != 0 {
                        problems.append("page \(page) got \(write.data.hex)")
                    }
                }
            }
        }
        // The container, the dynamic locks, and page 2 last: it locks the container.
        let order = writes.compactMap(\.page).filter(irreversible.contains)
        let wanted = [3, each.tag.facts.dynamicLock?.page ?? 2, 2]
        let places = order.compactMap(wanted.firstIndex)
        if places != places.sorted() { problems.append("irreversible pages were written in the order \(order)") }
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
        let wanted = expected.result == .open && isMade ? expected.takenMemory : expected.memory
        for page in 0..<before.count / 4 where !(isMade && pages?.contains(page) == true) {
            let span = 4 * page..<4 * page + 4
            if after.memory[span] != wanted[span] {
                problems.append("page \(page) is \(Array(after.memory[span]).hex), expected \(Array(wanted[span]).hex)")
            }
        }
        guard isMade else { return problems }
        if held(after.memory) != .message(each.asked.message) { problems.append("it does not hold the message") }
        return problems
    }
}

/// The password that the user gave for all tags.
final class GivenPassword: PasswordSource {
    private let given: TagPassword?
    private let refused = Guarded<Set<UID>>([])

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
