import Jobs
import Simulation
import Tags

/// The judging of one tag.
struct Judging {
    let tag: LaidTag
    let facts: ChipFacts
    let asked: Asked
    let reader: TableReader
    let memory: [UInt8]

    init(_ tag: LaidTag, _ asked: Asked, _ reader: TableReader) {
        self.tag = tag
        facts = tag.chip.facts
        self.asked = asked
        self.reader = reader
        memory = tag.memory
    }

    var verdict: ExpectedVerdict {
        if let early { return early }
        // A page 3 that is locked takes no container any more.
        if isUnformatted, !(asked.formats && facts.isFormattable && isProved) || isLocked(3) {
            return rejected(.tagUnformatted)
        }
        if !isUnformatted, container[0] != 0xE1 { return rejected(.tagNotNDEF) }
        if asked.requiresGenuine, !(tag.isGenuine && passesThrough) { return rejected(.notGenuine) }
        // Where reading needs the password too, what stands behind it is not known.
        if hidesMessage { return rejected(.tagPassword) }
        if reading.held == .message(asked.message) { return equalVerdict }
        guard let laid else { return rejected(.messageTooLarge) }
        let needed = pages(of: laid)
        if isKept(needed.union(asked.locks ? keptForLock : [])) { return rejected(.tagPassword) }
        if container[3] & 0x0F != 0 { return rejected(.tagReadOnly) }
        if needed.contains(where: mayBeLocked) { return rejected(.tagLocked) }
        if case .message = reading.held, asked.overwrite != .always { return rejected(.tagNotBlank) }
        if asked.locks, !canLock { return rejected(.lockImpossible) }
        if asked.protects, !canProtect { return refused }
        if hidesUnderMirror(laid) { return rejected(.verifyMismatch) }
        if mayClose(needed) { return rejected(.readerError) }
        return made(pages: 4...laid.pages.upperBound)
    }

    /// What is not looked at any closer.
    private var early: ExpectedVerdict? {
        if tag.isSizeLie {
            // Reads end as where a password begins: with a chip that can have one nobody can tell.
            // Nothing is done for ever to what may be another chip.
            guard tellsVersion else { return asked.locks ? refused : open }
            // Configuration that is read says that none does.
            let mayBeKept = facts.configuration.map { $0 > tag.traits.lastPage ?? 0 } ?? false
            return ExpectedVerdict(result: .rejected(mayBeKept ? .tagPassword : .tagDamaged), memory: memory)
        }
        // Where no version is to be had, reads that end too early are those of a smaller chip, or of none that is known.
        if keepsReading, !tellsVersion, let first = firstKept, first >= facts.lastUserPage { return open }
        // And a container that says more than reads bring may be a password's doing.
        if container[0] == 0xE1, container[2] == 0xFE, !tellsVersion { return open }
        if reachesPastSector0 { return rejected(.readerError) }
        if asked.protects {
            if !passesThrough { return rejected(.readerError) }
            // A password is sent only where the reader is known to pass it.
            if facts.configuration != nil, !reader.isProved, !tellsVersion { return rejected(.readerError) }
            if facts.configuration == nil || !facts.isLockable || !isProved { return rejected(.chipUnsupported) }
        }
        return nil
    }

    /// The message stands there: only what is missing beside it counts.
    private var equalVerdict: ExpectedVerdict {
        if hasLock, hasProtection {
            return ExpectedVerdict(result: .unchanged, lockState: lockState(memory), memory: memory)
        }
        if !hasLock, isKept(keptForLock) { return rejected(.tagPassword) }
        if !hasProtection, let page = facts.configuration, isKept([page]) { return rejected(.tagPassword) }
        if !hasLock, !canLock { return rejected(.lockImpossible) }
        if !hasProtection, !canProtect { return refused }
        if !hasLock || !hasProtection, mayClose([]) { return rejected(.readerError) }
        return made(pages: nil)
    }

    var passesThrough: Bool { reader.passesThrough }

    var tellsVersion: Bool { passesThrough && facts.hasVersion && tag.traits.version != .refused }

    /// A message that goes on where a reader without SECTOR_SELECT does not come.
    private var reachesPastSector0: Bool {
        guard !reader.selectsSectors, facts.moreUserPages > 0, let start = reading.start, memory[start + 1] == 0xFF
        else {
            return false
        }
        let last = start + 4 + Int(memory[start + 2]) << 8 + Int(memory[start + 3])
        return last > 1024 && last <= facts.areaEnd(container: container[2])
    }

    // MARK: Message

    var container: [UInt8] { Array(memory[12..<16]) }

    var isUnformatted: Bool { container.allSatisfy { $0 == 0 } }

    private var end: Int {
        let end = facts.areaEnd(container: isUnformatted ? facts.size : container[2])
        let reach = facts.moreUserPages > 0 && !reader.selectsSectors ? 1024 : Int.max
        return min(end, reach, 4 * ((tag.traits.lastPage ?? tag.chip.lastPage) + 1))
    }

    private var reading: MemoryReading {
        MemoryReading(isUnformatted ? Array(memory[0..<16]) : memory, end: isUnformatted ? 16 : end)
    }

    private var laid: LaidMessage? {
        if let start = reading.start { return LaidMessage(asked.message, in: memory, at: start, end: end) }
        var clean = memory
        guard 16 + facts.chain.count <= end else { return nil }
        clean.replaceSubrange(16..<16 + facts.chain.count, with: facts.chain)
        return LaidMessage(asked.message, in: clean, at: 16 + facts.chain.count, end: end)
    }

    /// Pages that differ, and the page of the length.
    private func pages(of laid: LaidMessage) -> Set<Int> {
        Set(
            (4...laid.pages.upperBound).filter {
                !laid.memory[4 * $0..<4 * $0 + 4].elementsEqual(memory[4 * $0..<4 * $0 + 4])
            }
        )
        .union([laid.lengthPage])
    }

    // MARK: Verdicts

    private var refused: ExpectedVerdict { ExpectedVerdict(result: .refused, memory: memory) }

    private var open: ExpectedVerdict {
        var verdict = ExpectedVerdict(result: .open, memory: memory, messagePages: laid.map { 4...$0.pages.upperBound })
        let taken = made(pages: nil)
        (verdict.special, verdict.takenMemory) = (taken.special, taken.memory)
        return verdict
    }

    private func rejected(_ reason: Reason) -> ExpectedVerdict {
        let state: LockState? =
            switch reason {
            case .tagUnformatted, .tagNotNDEF: .notNDEF
            case .tagDamaged, .notGenuine, .readerError: nil
            default: lockState(memory)
            }
        return ExpectedVerdict(result: .rejected(reason), lockState: state, memory: memory)
    }

    /// Memory with all that was asked for beside the message.
    private func made(pages: ClosedRange<Int>?) -> ExpectedVerdict {
        var after = memory
        var special: Set<Int> = []
        if isUnformatted { after.replaceSubrange(12..<16, with: [0xE1, 0x10, facts.size, 0x00]) }
        if asked.locks, !hasLock {
            after[15] |= 0x0F
            after[10] |= 0xF8
            after[11] |= 0xFF
            if let dynamic = facts.dynamicLock {
                for (index, mask) in dynamic.mask.enumerated() { after[4 * dynamic.page + index] |= mask }
            }
        }
        if !hasProtection, let page = facts.configuration {
            after[4 * page + 3] = 4
            after.replaceSubrange(4 * page + 8..<4 * page + 12, with: LaidTag.password)
            after.replaceSubrange(4 * page + 12..<4 * page + 14, with: LaidTag.acknowledgement)
            special.formUnion(page...page + 3)
        }
        for page in lockPages.union([3]) where after[4 * page..<4 * page + 4] != memory[4 * page..<4 * page + 4] {
            special.insert(page)
        }
        return ExpectedVerdict(
            result: .written, lockState: lockState(after), memory: after, messagePages: pages, special: special)
    }

    private func lockState(_ memory: [UInt8]) -> LockState? {
        let container = Array(memory[12..<16])
        let first = firstKept(memory)
        if container == [0, 0, 0, 0] { return .notNDEF }
        // Of an area without pages nothing is said.
        if container[2] == 0 { return nil }
        let area = 4..<(facts.areaEnd(container: container[2]) + 3) / 4
        if let first, area.contains(where: { $0 >= first }) || hidesMessage {
            // Which of two that hold at once is told is not said.
            if area.contains(where: { Self.isLocked($0, memory, facts) }) || container[3] & 0x0F != 0 { return nil }
            return keepsReading ? .passwordReadWrite : .passwordWrite
        }
        let locked = area.count { Self.isLocked($0, memory, facts) }
        if locked == area.count { return .locked }
        if container[3] & 0x0F != 0 { return locked == 0 ? .readOnly : nil }
        return locked > 0 ? .partlyLocked : .writable
    }
}
