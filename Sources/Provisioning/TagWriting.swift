import Jobs
import ReaderModels
import Tags

/// Judging, writing and reading back one item on one tag: the message, and what was asked for beside it.
struct TagWriting: ~Copyable {
    private let tag: IdentifiedTag
    private let assignment: Assignment
    private let order: TagOrder
    private var session: Type2Session
    private let desk: any TagDesk

    /// What is known of the tag beside what the session has read since its last activation.
    private var known: PageMemory
    /// The tag holds the item from now on, or may hold it: the page that brings the new length was sent, or the message
    /// stood there before.
    private var mayHoldItem = false
    private var intended = false
    private var refusedPages: [Int] = []
    /// What is worth saying of the writing.
    private var notes: [String] = []
    /// What was made of the memory as it was.
    private let contentsBefore: TagContents

    init(
        tag: IdentifiedTag, assignment: Assignment, order: TagOrder, session: consuming Type2Session,
        desk: any TagDesk
    ) {
        self.tag = tag
        self.assignment = assignment
        self.order = order
        self.desk = desk
        known = session.memory
        contentsBefore = session.contents(of: tag.layout)
        self.session = session
    }

    private var uid: UID { tag.uid }
    private var layout: Type2Layout { tag.layout }
    private var message: [UInt8] { assignment.item.message }
    private var locks: Bool { assignment.item.lock }

    mutating func perform(_ channel: inout any CardChannel & ~Copyable) -> TagResult {
        do throws(Rejection) {
            return try result(of: try judgedBeforeLoss(&channel), &channel)
        } catch {
            return intended ? .lost(error, mayHoldItem: mayHoldItem) : .rejected(error)
        }
    }

    /// How writable the tag is now; nil where that is not known, and nothing was done to it.
    var lockState: LockState? {
        if let contents = session.knownContents(of: known, layout) { return contents.lockState }
        return Tags.lockState(of: known, layout: layout) ?? (intended ? .unknown : nil)
    }

    private mutating func result(
        of judgement: Judgement, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagResult {
        switch judgement {
        case .unchanged: return assignment.settles ? try settled(&channel) : .unchanged
        case .write(let plan) where assignment.mayWrite:
            return try written(try lookedAtTwice(plan, &channel), &channel)
        case .write(let plan): return unfinished(plan)
        case .rejected(let reason, let detail): return .rejected(Rejection(reason, detail))
        case .needs: return .rejected(Rejection(.internal, "the tag's memory was not understood"))
        }
    }

    /// No attempt is left for what the tag lacks.
    private func unfinished(_ plan: TagPlan) -> TagResult {
        if plan.message != nil || plan.format != nil || plan.mirror != nil {
            return .failed(Rejection(.verifyMismatch, "the tag does not hold the message"))
        }
        if plan.protection != nil {
            return .incomplete(
                Rejection(.protectIncomplete, "the tag holds the message, and is not protected as asked"), lock: .none)
        }
        return .incomplete(
            Rejection(.lockIncomplete, "the tag holds the message, and is not locked as asked"), lock: .incomplete)
    }

    /// The tag holds the message of an item in doubt: it is compared once more, after a new activation.
    private mutating func settled(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> TagResult {
        try readAnew(&channel)
        let judgement = try judgedBeforeLoss(&channel)
        guard case .unchanged = judgement else { return try result(of: judgement, &channel) }
        return .written(detail: "was in doubt; the tag holds the message", lock: locks ? .done : .none)
    }

    // MARK: Judging

    /// Judges the tag; once more, with the pages read anew, where a bit of container or TLVs that was read wrongly would cost
    /// a message, or the chain that leads to it: the tag seems to hold none, and bytes stand there all the same.
    private mutating func judgedBeforeLoss(
        _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Judgement {
        let judgement = try judged(&channel)
        guard case .write(let plan) = judgement, plan.format == nil,
            plan.message?.findsBytes(in: session.memory, layout: layout) == true
        else { return judgement }
        // One that stands there, and may be written over, is seen.
        if case .message = session.contents(of: layout).verdict { return judgement }
        let pages = (3..<layout.userPages.upperBound).filter { session.memory[$0] != nil }
        // What two looks agree on is believed: of one that differs from the first, the second may be the wrong one.
        for _ in 0..<3 {
            let before = session.memory
            for page in pages { session.memory[page] = nil }
            try session.read(3..<((pages.last ?? 3) + 1), pageCount: layout.pageCount, &channel)
            if pages.allSatisfy({ session.memory[$0] == before[$0] }) { return try judged(&channel) }
        }
        throw Rejection(.readerError, "the reader gave other bytes of the tag when it was read again")
    }

    /// Judges the tag, reading the pages that the judgement asks for.
    private mutating func judged(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> Judgement {
        if order.protection != nil {
            if let (reason, detail) = protectionObstacle { return .rejected(reason, detail: detail) }
        }
        for _ in 0...layout.pageCount {
            let judgement = judge(
                session.memory, layout: layout,
                contents: order.mirror == nil ? session.contents(of: layout) : nil,
                message: message, mayOverwrite: assignment.mayOverwrite, demand: demand)
            if case .needs(let pages) = judgement {
                try session.read(pages, pageCount: layout.pageCount, &channel)
                continue
            }
            if case .rejected(.tagPassword, let detail) = judgement {
                let words = [detail, session.passwordFailure].compactMap { $0 }
                return .rejected(.tagPassword, detail: words.joined(separator: "; "))
            }
            known = session.memory
            if session.maySessionClose, case .write(let plan) = judgement, let obstacle = sessionObstacle(to: plan) {
                return .rejected(.readerError, detail: obstacle)
            }
            return judgement
        }
        return .rejected(.internal, detail: "the tag's memory was not understood after reading all of it")
    }

    private var demand: TagDemand {
        TagDemand(
            formatsBlank: order.formatsBlank, locks: locks, mirror: order.mirror,
            protection: order.protection.flatMap { wish in
                password.map { ProtectionRequest(password: $0, protectsReading: wish.protectsReading) }
            },
            opened: session.isOpen ? session.acknowledgement : nil)
    }

    /// The password that was given for the tag; nil where there is none, or the tag has refused it.
    private var password: TagPassword? { session.password ?? order.passwords?.password(of: uid) }

    private var protectionObstacle: (Reason, String)? {
        if let obstacle = session.passwordObstacle { return (.readerError, "\(obstacle): protect on another one") }
        guard password == nil else { return nil }
        return (
            .tagPassword,
            session.passwordFailure
                ?? "it is to be protected, and no password is given for it, or it has refused it before"
        )
    }

    /// Why this reader cannot do to an open tag what is planned: it may close the tag again before a page is written. Pages of a
    /// message are tried, since a tag that refuses them is as it was; a lock is not.
    private func sessionObstacle(to plan: TagPlan) -> String? {
        if plan.protection != nil, plan.lock != nil {
            return "this reader (\(session.model.title)) may lose the password before the tag is locked: "
                + "do both on another one"
        }
        guard session.isKeptBySession else { return nil }
        let isProof = plan.message?.writes.contains { session.keeps($0.page) } ?? false
        let isMore = plan.format != nil || plan.mirror != nil || plan.protection != nil || plan.lock != nil
        let isRefused = session.findings.passwordOutlivesSession == .refused
        guard isRefused ? isProof || isMore : isMore && !isProof else { return nil }
        return session.wordsOfClosing
    }

    /// A new activation, and everything that the judgement needs read again.
    private mutating func readAnew(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        try session.activateAgain(&channel)
        _ = try session.readContents(of: layout, &channel)
    }

    /// A tag that holds the message already is compared once more, after a new activation, before anything is done to it:
    /// a bit that was read wrongly may have made it equal. Of a tag whose lock bits, configuration or control TLVs are not as
    /// delivered, old bits are written again with the new ones, some of them for ever: they must read the same twice.
    private mutating func lookedAtTwice(
        _ plan: TagPlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagPlan {
        let isOfTagAsDelivered =
            (plan.lock?.isOfTagAsDelivered ?? true) && (plan.protection?.isOfTagAsDelivered ?? true)
            && plan.message?.keepsForeignChain(layout: layout) != true
        guard plan.message == nil || !isOfTagAsDelivered else { return plan }
        try readAnew(&channel)
        guard case .write(let again) = try judged(&channel), again.lock == plan.lock,
            again.protection == plan.protection, again.message?.expected == plan.message?.expected
        else { throw Rejection(.readerError, "the reader gave other bytes of the tag when it was read again") }
        return again
    }

    // MARK: Writing

    /// Does everything that the tag lacks, each part when the one before was read back.
    private mutating func written(
        _ plan: TagPlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagResult {
        if let refusal = desk.intend() { return .rejected(refusal) }
        intended = true
        mayHoldItem = plan.message == nil
        if let message = plan.message, let failure = try bring(message, &channel) { return .failed(failure) }
        if let format = plan.format {
            forget([3])
            let failure = try session.format(format, of: layout, &channel)
            remember()
            if let failure { return .failed(failure) }
        }
        if let mirror = plan.mirror, let failure = try set(mirror, &channel) { return .failed(failure) }
        if let protection = plan.protection, let failure = try protect(protection, &channel) {
            return .incomplete(failure, lock: .none)
        }
        if let lock = plan.lock, let failure = try self.lock(lock, isAsleep: plan.protection != nil, &channel) {
            return .incomplete(failure, lock: .incomplete)
        }
        return .written(detail: notesNow.joined(separator: "; "), lock: locks ? .done : .none)
    }

    /// What is written now is not known until it was read back.
    private mutating func forget(_ pages: [Int?]) {
        for case let page? in pages { known[page] = nil }
    }

    /// Takes what the session has read into what is known of the tag.
    private mutating func remember() {
        known.take(session.memory)
    }

    /// Writes the message and reads it back; nil: it is equal.
    private mutating func bring(
        _ first: WritePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        var plan = first
        for repair in 0...Type2Session.repairs {
            let wasAcknowledged = try write(plan, &channel)
            let different = try readBack(plan, &channel)
            if different.isEmpty {
                if !wasAcknowledged, let page = refusedPages.last {
                    notes.append("page \(page) was not acknowledged, and holds what it should")
                }
                remember()
                return nil
            }
            guard repair < Type2Session.repairs else { return failure(plan, different, wasAcknowledged) }
            note(different, wasAcknowledged)
            plan = plan.replanned(on: unveiled)
        }
        return Rejection(.internal, "more repairs than there are")
    }

    /// Writes in order until a page is refused. True where every page was acknowledged.
    private mutating func write(
        _ plan: WritePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        for (index, write) in plan.writes.enumerated() {
            if index == plan.lengthWrite { mayHoldItem = true }
            guard try session.write(write.data, to: write.page, &channel) else {
                refusedPages.append(write.page)
                return false
            }
        }
        return true
    }

    /// Activates the tag anew, reads the pages of the plan, and gives those that differ. A read that fails is tried once
    /// more after another activation: the tag may have been asleep.
    private mutating func readBack(
        _ plan: WritePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [Int] {
        var different: [Int] = []
        for _ in 0..<2 {
            try session.activateAgain(&channel)
            try session.read(plan.expectedPages, pageCount: layout.pageCount, &channel)
            different = plan.mismatches(in: unveiled)
            guard different.contains(where: { session.memory[$0] == nil }) else { break }
        }
        return different
    }

    /// What was read since the last activation, as the message stands in it: without the mirror that was asked for.
    private var unveiled: PageMemory {
        guard let mirror = order.mirror else { return session.memory }
        return mirror.unveiled(session.memory, layout: layout, known: known)
    }

    // MARK: Beside the message

    /// Switches the mirror on; nil: the tag holds the message, and shows what was asked for over its placeholder.
    private mutating func set(
        _ first: MirrorPlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        var writes = first.writes
        for _ in 0...Type2Session.repairs {
            for write in writes {
                guard try session.write(write.data, to: write.page, &channel) else { break }
            }
            try readAnew(&channel)
            switch try judged(&channel) {
            case .unchanged: return nil
            case .write(let plan):
                if plan.message == nil, plan.mirror == nil { return nil }
                writes = first.missing(in: session.memory)
            case .rejected(_, let detail): return Rejection(.verifyMismatch, "the mirror was set: \(detail)")
            case .needs: break
            }
        }
        return Rejection(.verifyMismatch, "the mirror of the \(first.mirror.content.rawValue) did not come about")
    }

    private mutating func protect(
        _ plan: ProtectionPlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        forget([layout.configurationPage, layout.configurationPage.map { $0 + 1 }])
        let (passwords, uid) = (order.passwords, uid)
        let failure = try session.protect(plan, of: layout, refused: { passwords?.wasRefused(by: uid) }, &channel)
        remember()
        if failure == nil {
            known = plan.applied(to: known)
            session.acknowledgement = plan.request.password.acknowledgement
        }
        return failure
    }

    /// - Parameter isAsleep: the tag has just refused the write that proves its protection.
    private mutating func lock(
        _ plan: LockPlan, isAsleep: Bool, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        forget([2, 3, layout.dynamicLockPage])
        if isAsleep { try session.activateAgain(&channel) }
        let failure = try session.lock(plan, of: layout, &channel)
        remember()
        return failure.map { Rejection($0.reason, "the message is on the tag, and \($0.detail)") }
    }

    // MARK: Words

    /// What is worth saying of the tag once it is written: without what was said of it before, and is not so any more.
    private var notesNow: [String] {
        let notesBefore = notesBefore
        if notesBefore.isEmpty { return notes }
        let (then, now) = (contentsBefore.notes, interpret(known, layout: layout).notes)
        return (notesBefore + notes).filter { !then.contains($0) || now.contains($0) }
    }

    private var notesBefore: [String] {
        guard case .broken(let what) = tag.contents.verdict else { return tag.contents.notes }
        return ["the tag held no message before: \(what)"] + tag.contents.notes
    }

    private mutating func note(_ different: [Int], _ wasAcknowledged: Bool) {
        let pages = "\(pageList(different)) \(different.count == 1 ? "was" : "were") written"
        notes.append(
            wasAcknowledged
                ? "\(pageList(different)) read back different; \(pages) again"
                : "page \(refusedPages.last ?? 0) was not acknowledged; \(pages) after a new activation")
    }

    private func failure(_ plan: WritePlan, _ different: [Int], _ wasAcknowledged: Bool) -> Rejection {
        if wasAcknowledged {
            return Rejection(
                .verifyMismatch,
                "the tag acknowledged every write, but \(pageList(different)) did not read back as written")
        }
        return session.failure(ofWriting: refusedPages.last ?? 0, different)
    }
}
