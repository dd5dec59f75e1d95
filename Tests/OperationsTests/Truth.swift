import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport

/// Holds a finished run against the memories of its tags, by a decoder of its own.
struct Truth {
    let done: Finished
    private(set) var lies: [String] = []

    /// - Parameter before: the same tags as they were before the run, where they are known.
    init(_ done: Finished, before: [VirtualTag] = []) {
        self.done = done
        holdItems()
        holdTags()
        holdTotals()
        for (old, new) in zip(before, done.rack.tags) {
            holdPages(old, new)
            holdEveryMoment(old, new)
        }
    }

    /// An item that succeeded is on the tag that the journal names, and on that alone.
    private mutating func holdItems() {
        var taken: Set<UID> = []
        for entry in done.entries {
            let status = entry.outcome?.status ?? .pending
            if status == .inDoubt, entry.outcome?.uid == nil { lies.append("\(entry.item.key) in doubt on no tag") }
            guard status.isSuccess else { continue }
            guard let uid = entry.outcome?.uid, let tag = done.rack.tags.first(where: { $0.uid == uid }) else {
                lies.append("\(entry.item.key) \(status) on a tag that is not there")
                continue
            }
            if !taken.insert(uid).inserted { lies.append("\(uid) carries two items") }
            if Self.message(tag.memory) != entry.item.message {
                lies.append("\(entry.item.key) \(status): not on \(uid)")
            }
        }
    }

    /// A tag that was touched, or that holds an item, is named with it; a rejected one was not touched.
    private mutating func holdTags() {
        for tag in done.rack.tags {
            let named = done.entries.filter { entry in
                entry.outcome?.uid == tag.uid || entry.attempts.contains { $0.uid == tag.uid }
            }
            let holds = done.entries.filter { $0.item.message == Self.message(tag.memory) }
            if tag.writes > 0, let item = holds.first?.item.key,
                Set(named.map(\.item.key)).isDisjoint(with: holds.map(\.item.key))
            {
                lies.append("\(tag.uid) holds \(item), and is not named with it")
            }
            if tag.writes > 0, named.isEmpty { lies.append("\(tag.uid) was written and is named nowhere") }
            let written = Set(tag.log.filter(\.isWrite).map(\.presentation)).count
            let presentations = done.presentations.filter { $0.uid == tag.uid }
            let untouched = presentations.count { $0.result == .rejected || $0.result == .unchanged }
            if written > tag.presentations - untouched { lies.append("\(tag.uid) was rejected and written") }
        }
    }

    /// UID, locks, capability container and configuration are as they were: nothing but the message was asked for.
    private mutating func holdPages(_ old: VirtualTag, _ new: VirtualTag) {
        // Pages 4 to the last user page (data sheets of NTAG213/215/216, 8.5).
        let user = 16..<4 * [VirtualChip.ntag213: 40, .ntag215: 130, .ntag216: 226][old.chip, default: 4]
        if old.memory[..<16] != new.memory[..<16] || old.memory[user.upperBound...] != new.memory[user.upperBound...] {
            lies.append("\(old.uid): pages were changed that hold no message")
        }
    }

    /// After each write a phone reads the old message, none, or the new one, whenever the tag is lifted. What a fault of the
    /// memory itself stored is not told by the log.
    private mutating func holdEveryMoment(_ old: VirtualTag, _ new: VirtualTag) {
        let storing: [Fault] = [.torn, .flip, .noWrite]
        guard new.writes > 0, !new.log.contains(where: { $0.faults.contains(where: storing.contains) }) else { return }
        var allowed = [nil, Self.message(old.memory)]
        for entry in done.entries where entry.attempts.contains(where: { $0.uid == new.uid }) {
            allowed.append(entry.item.message)
        }
        var memory = old.memory
        let landed = new.log.flatMap { record in
            record.frames.filter { $0.isWrite && ($0.isAccepted || record.faults.contains(.lostAcknowledgement)) }
        }
        for frame in landed {
            let (page, data) = (Int(frame.command[1]), frame.command[2...])
            memory.replaceSubrange(4 * page..<4 * page + 4, with: data.prefix(4))
            if !allowed.contains(Self.message(memory)) { lies.append("\(new.uid) held half a message at page \(page)") }
        }
        if memory != new.memory { lies.append("\(new.uid) does not hold what was written to it") }
    }

    private mutating func holdTotals() {
        var totals: [ItemStatus: Int] = [:]
        for entry in done.entries { totals[entry.outcome?.status ?? .pending, default: 0] += 1 }
        if done.result.totals.filter({ $0.value != 0 }) != totals {
            lies.append("totals \(done.result.totals), the journal \(totals)")
        }
        let succeeded = done.entries.allSatisfy { $0.outcome?.status.isSuccess == true }
        if (done.result.exitCode == 0) != succeeded { lies.append("exit code \(done.result.exitCode)") }
    }

    /// The NDEF message of a Type 2 memory, control TLVs passed over; nil where there is none.
    static func message(_ memory: [UInt8]) -> [UInt8]? {
        guard memory.count > 16, memory[12] == 0xE1 else { return nil }
        var index = 16
        while index + 1 < memory.count {
            let type = memory[index]
            if type == 0x00 {
                index += 1
                continue
            }
            if type == 0xFE { return nil }
            var length = Int(memory[index + 1])
            index += 2
            if length == 0xFF {
                guard index + 1 < memory.count else { return nil }
                length = Int(memory[index]) << 8 | Int(memory[index + 1])
                index += 2
            }
            guard index + length <= memory.count else { return nil }
            if type == 0x03 { return length == 0 ? nil : Array(memory[index..<index + length]) }
            index += length
        }
        return nil
    }
}
