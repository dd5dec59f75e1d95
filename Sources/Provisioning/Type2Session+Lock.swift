import ReaderModels
import Tags

/// Steps that set bits for ever. Each is read back after a new activation, and tried again where the read-back shows that
/// it did not come about: the tag decides what happened, not the status.
extension Type2Session {
    /// How often, within one attempt, the tag may be activated again and what differs be written again.
    static let repairs = 2

    /// Locks the tag, whose message was compared. Nil: every bit that was asked for reads back as set; else which pages are
    /// still writable.
    mutating func lock(
        _ plan: LockPlan, of layout: Type2Layout, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        var missing = plan.steps
        for _ in 0...Self.repairs {
            try write(missing, &channel)
            try readLocksAnew(of: layout, &channel)
            missing = plan.missing(in: memory)
            if missing.isEmpty { return nil }
        }
        return Rejection(.lockIncomplete, wordsOfUnlocked(missing, of: plan, layout))
    }

    /// Writes these steps until one is refused: the last would keep the first from ever being made up for. For the same reason
    /// the container is read back at once, and nothing else is set before it is stored.
    private mutating func write(
        _ steps: [LockPlan.Step], _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        for step in steps {
            guard try write(step.write.data, to: step.write.page, &channel) else { return }
            guard step.write.page == 3 else { continue }
            guard let answer = try readAnswer(at: 3, &channel) else { return }
            keep(answer, pages: 1, from: 3)
            guard step.isDone(in: memory) else { return }
        }
    }

    /// Writes the capability container. Nil: page 3 reads back as it.
    mutating func format(
        _ plan: FormatPlan, of layout: Type2Layout, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        var isAcknowledged = true
        for _ in 0...Self.repairs {
            isAcknowledged = try write(plan.write.data, to: plan.write.page, &channel)
            try activateAgain(&channel)
            try read(2..<4, pageCount: layout.pageCount, &channel)
            guard let page = memory[plan.write.page] else { continue }
            if page == plan.write.data { return nil }
            guard page.word | plan.write.data.word != plan.write.data.word else { continue }
            // A bit that was read wrongly looks the same: what is said to be so for ever is read twice.
            try activateAgain(&channel)
            try read(2..<4, pageCount: layout.pageCount, &channel)
            if memory[plan.write.page] == plan.write.data { return nil }
            guard memory[plan.write.page] != page else {
                return Rejection(.verifyMismatch, "page 3 holds \(page) instead of \(plan.write.data), for ever")
            }
        }
        return Rejection(
            isAcknowledged ? .verifyMismatch : .writeFailed,
            "the capability container did not come onto page 3: the tag holds the message, and no phone will read it")
    }

    /// A new activation, and the container, the static and the dynamic lock bits read: in one FAST_READ where that reaches so
    /// far. Pages 0 and 1 are read with them: they show that it is the same tag.
    private mutating func readLocksAnew(
        of layout: Type2Layout, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        guard let dynamic = layout.dynamicLockPage else { return try readAnew([0..<4], of: layout, &channel) }
        let isNear = usesPassThrough && dynamic < model.pagesPerFastRead
        try readAnew(isNear ? [0..<(dynamic + 1)] : [0..<4, dynamic..<(dynamic + 1)], of: layout, &channel)
    }

    /// What the read-back shows, for a person.
    private func wordsOfUnlocked(
        _ missing: [LockPlan.Step], of plan: LockPlan, _ layout: Type2Layout
    ) -> String {
        var parts: [String] = []
        let gaps = LockGaps(memory: memory, layout: layout)
        if gaps.isUnknown { parts.append("the lock bits could not be read back") }
        if !gaps.writablePages.isEmpty {
            let pages = gaps.writablePages
            parts.append("\(pageList(pages)) \(pages.count == 1 ? "is" : "are") still writable")
        }
        if let step = missing.first(where: { $0.write.page == 3 }), let page = memory[3] {
            parts.append("the capability container is \(page), not \(step.write.data)")
        }
        if parts.isEmpty { parts.append("page 3 is still writable") }
        if let why = gaps.obstacle {
            parts.append("it can never be finished: \(why)")
        } else if plan.steps.allSatisfy({ $0.isUntouched(in: memory) }) {
            parts.append("nothing was set for ever: the tag can be erased and written again")
        }
        return "its lock is incomplete: " + parts.joined(separator: "; ")
    }
}
