import Crypto
import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport

extension MortalRun {
    /// What the journal says against what lies in the tray. Empty: all of it is true.
    /// - Parameter delivered: the tags as they were before the first process.
    func lies(_ journal: any Journal, _ tray: Tray, delivered: Tray) throws -> [String] {
        guard try journal.runs().contains(where: { $0.record.id == Self.id }) else {
            return tray.isAs(delivered) ? [] : ["a tag was written before the run was there"]
        }
        var (lies, entries) = ([String](), [ItemEntry]())
        try journal.entries(run: Self.id) { entries.append($0) }
        let record = try journal.record(run: Self.id)
        var taken: Set<UID> = []
        for entry in entries {
            let row = ReportRow(run: record, entry: entry, digest: sha256)
            guard let item = items.first(where: { $0.key == entry.item.key }), item == entry.item else {
                lies.append("\(entry.item.key) is another item")
                continue
            }
            if row.attempts != entry.attempts.count { lies.append("\(item.key): attempts") }
            if row.status == .inDoubt, row.uid == nil { lies.append("\(item.key) is in doubt on no tag") }
            guard row.status.isSuccess, let uid = row.uid else { continue }
            if tray.message(on: uid) != item.message(for: uid) {
                lies.append("\(item.key) \(row.status): not on \(uid)")
            }
            if let tag = tray.tags.first(where: { $0.uid == uid }) { lies += liesOfWishes(item, tag) }
            if row.message != item.message(for: uid) { lies.append("\(item.key): the report has another message") }
            if !taken.insert(uid).inserted { lies.append("\(uid) carries two items") }
            if try journal.ledger(uid: uid)?.state != .carries { lies.append("the ledger does not know \(uid)") }
        }
        for old in delivered.tags {
            guard let new = tray.tags.first(where: { $0.uid == old.uid }) else { continue }
            lies += liesOf(new, old, entries.filter { $0.names(new.uid) })
        }
        return lies
    }

    /// An item that succeeded is locked and protected where that was asked for.
    private func liesOfWishes(_ item: Item, _ tag: Tray.Lying) -> [String] {
        var lies: [String] = []
        if item.lock, !LockTests.isLocked(tag.chip, tag.memory) { lies.append("\(item.key) is not locked") }
        if order().protection != nil, !ProtectTests.isProtected(tag.chip, tag.memory) {
            lies.append("\(item.key) is not protected")
        }
        return lies
    }

    private func liesOf(_ new: Tray.Lying, _ old: Tray.Lying, _ named: [ItemEntry]) -> [String] {
        guard new.memory != old.memory else { return [] }
        guard !named.isEmpty else { return ["\(new.uid) was written and is named nowhere"] }
        guard let message = Truth.message(new.memory) else {
            // Nothing is set for ever before the message was compared.
            return LockTests.hasLockBits(new.chip, new.memory) ? ["\(new.uid) is locked without a message"] : []
        }
        if LockTests.hasLockBits(new.chip, new.memory),
            !named.contains(where: { $0.item.message(for: new.uid) == message })
        {
            return ["\(new.uid) is locked with another message"]
        }
        return named.contains { $0.item.message(for: new.uid) == message }
            ? [] : ["\(new.uid) holds what it is not named with"]
    }

    /// What must be true besides once the run is complete.
    func liesOfTheEnd(_ journal: any Journal, _ left: Left, executions count: Int) throws -> [String] {
        var (lies, entries) = ([String](), [ItemEntry]())
        try journal.entries(run: Self.id) { entries.append($0) }
        let record = try journal.record(run: Self.id)
        if left.result?.ended != .complete || left.result?.exitCode != 0 || record.ended != .complete {
            lies.append("the run ended \(left.result?.ended.rawValue ?? "-"), exit \(left.result?.exitCode ?? -1)")
        }
        if left.result?.totals.filter({ $0.value != 0 }).keys.allSatisfy(\.isSuccess) != true {
            lies.append("totals \(left.result?.totals ?? [:])")
        }
        let executions = try journal.executions(run: Self.id)
        let ends = executions.map(\.ended)
        // One that died may have brought its end to the journal before.
        if ends.last != .complete || ends.contains(where: { $0 != nil && $0 != .complete }) || ends.count > count {
            lies.append("executions ended \(ends)")
        }
        for entry in entries {
            let row = ReportRow(run: record, entry: entry, digest: sha256)
            guard row.status.isSuccess else {
                lies.append("\(entry.item.key) is \(row.status)")
                continue
            }
            for tag in left.tray.tags
            where Truth.message(tag.memory) == entry.item.message(for: tag.uid) && tag.uid != row.uid {
                // Given to a new tag: then the report names both.
                let isNamed = row.detail?.contains("\(tag.uid) (released)") == true
                if !isNamed { lies.append("\(entry.item.key) is on \(tag.uid) too") }
            }
            if entry.releasedFrom.isEmpty, let uid = row.uid, entry.attempts.contains(where: { $0.uid != uid }) {
                lies.append("\(entry.item.key) left its tag")
            }
        }
        return lies
    }
}

extension ItemEntry {
    func names(_ uid: UID) -> Bool {
        outcome?.uid == uid || attempts.contains { $0.uid == uid } || releasedFrom.contains(uid)
    }
}
