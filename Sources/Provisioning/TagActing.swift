public import ReaderModels
import Tags

/// The procedure for one act on one tag: identify, judge, say what will be done and ask, write, activate anew, read back.
///
/// Plain synchronous code on the reader's own thread, over one connected tag, in one transaction.
public struct TagActing {
    /// Told what lies there and what will be done to it; false: nothing is written.
    public typealias Confirm = (_ tag: TagInspection, _ plan: TagActPlan) -> Bool

    /// Does `act` to the tag on the channel, if it can take it and `confirm` allows it.
    public static func perform(
        _ act: TagAct, on channel: inout any CardChannel & ~Copyable, model: ReaderModel, confirm: Confirm
    ) -> TagActOutcome {
        var identification = Type2Identification(session: Type2Session(model: model))
        let tag: IdentifiedTag
        do throws(UnfitTag) {
            tag = try identification.identify(&channel)
        } catch {
            let seen = TagInspection(
                uid: error.uid, chip: error.chip, lockState: error.lockState, rejection: error.rejection)
            return TagActOutcome(tag: seen, result: .rejected(error.rejection))
        }
        var acting = TagActing(act: act, layout: tag.layout, session: identification.session)
        return acting.perform(on: TagInspection(tag, identification.session), &channel, confirm)
    }

    private let act: TagAct
    private let layout: Type2Layout
    private var session: Type2Session
    private var hasBegun = false

    private init(act: TagAct, layout: Type2Layout, session: Type2Session) {
        self.act = act
        self.layout = layout
        self.session = session
    }

    private mutating func perform(
        on tag: TagInspection, _ channel: inout any CardChannel & ~Copyable, _ confirm: Confirm
    ) -> TagActOutcome {
        var outcome = TagActOutcome(tag: tag, result: .notConfirmed)
        do throws(Rejection) {
            let work = try judged(&channel)
            guard !work.isDone else {
                outcome.result = .nothingToDo(work.doneSentence)
                outcome.after = tag.contents
                return outcome
            }
            let plan = work.plan(on: layout)
            outcome.plan = plan
            guard confirm(tag, plan) else { return outcome }
            // Time went by: the tag is asked for its UID again before the first write.
            try session.wake(&channel)
            outcome.result = try performed(work, &channel)
            outcome.after = contentsNow(&channel)
        } catch {
            outcome.result = hasBegun ? .lost(error) : .rejected(error)
            if !hasBegun { outcome.tag.rejection = error }
        }
        return outcome
    }

    // MARK: Judging

    /// Judges the tag, reading the pages that the judgement asks for.
    private mutating func judged(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> TagWork {
        for _ in 0...layout.pageCount {
            switch TagWork.judge(act, session.memory, layout) {
            case .needs(let pages): try session.read(pages, pageCount: layout.pageCount, &channel)
            case .rejected(let reason, let detail): throw Rejection(reason, detail)
            case .plan(let work): return work
            }
        }
        throw Rejection(.internal, "the tag's memory was not understood after reading all of it")
    }

    // MARK: Doing

    private mutating func performed(
        _ work: TagWork, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagActResult {
        switch work {
        case .erase(let plan, _): return try written(plan, &channel)
        case .restore(let plan): return try restored(plan, &channel)
        }
    }

    private mutating func written(
        _ plan: PagePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagActResult {
        hasBegun = true
        var writing = PageWriting(layout: layout, session: session)
        defer { session = writing.session }
        return try writing.perform(plan, &channel)
    }

    private mutating func restored(
        _ plan: RestorePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagActResult {
        let user = try written(plan.user, &channel)
        guard case .done = user, !plan.extra.isEmpty else { return user }
        var refused: [Int] = []
        for extra in plan.extra where try !session.write(extra.write.data, to: extra.write.page, &channel) {
            refused.append(extra.write.page)
            try session.wake(&channel)
        }
        try session.activateAgain(&channel)
        var different: [Int] = []
        for extra in plan.extra {
            let page = extra.write.page
            try session.read(page..<(page + 1), pageCount: layout.pageCount, &channel)
            if !extra.isDone(session.memory[page]) { different.append(page) }
        }
        if different.isEmpty { return user }
        return .failed(
            Rejection(
                different.allSatisfy { refused.contains($0) } ? .writeFailed : .verifyMismatch,
                "the user pages are restored; \(pageList(different)) did not read back as written"))
    }

    /// The tag after the act; nil where it cannot be read any more, which changes nothing of what was done.
    private mutating func contentsNow(_ channel: inout any CardChannel & ~Copyable) -> TagContents? {
        do throws(Rejection) {
            try session.activateAgain(&channel)
            var identification = Type2Identification(session: session)
            let contents = try identification.contents(of: layout, &channel)
            session = identification.session
            return contents
        } catch {
            return nil
        }
    }
}
