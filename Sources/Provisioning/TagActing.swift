import ReaderModels
import Tags

/// The procedure for one act on one tag: identify, judge, say what will be done and ask, write, activate anew, read back.
///
/// Plain synchronous code on the reader's own thread, over one connected tag, in one transaction.
public struct TagActing {
    /// Told what lies there and what will be done to it; false: nothing is written.
    public typealias Confirm = (_ tag: TagInspection, _ plan: TagActPlan) -> Bool

    /// Does `act` to the tag on the channel, if it can take it and `confirm` allows it.
    ///
    /// - Parameter passwords: opens a tag that is protected; asked with one password once, and told when it is refused.
    public static func perform(
        _ act: TagAct, on channel: inout any CardChannel & ~Copyable, reader: ReaderFindings,
        passwords: (any PasswordSource)? = nil, confirm: Confirm
    ) -> TagActOutcome {
        var identification = Type2Identification(session: Type2Session(reader))
        defer { Type2Session.close(reader, &channel) }
        let tag: IdentifiedTag
        do throws(UnfitTag) {
            tag = try identification.identify(&channel)
        } catch {
            let seen = TagInspection(error, identification.session)
            return TagActOutcome(tag: seen, result: .rejected(error.rejection))
        }
        var acting = TagActing(act: act, tag: tag, session: identification.session, passwords: passwords)
        return acting.perform(on: TagInspection(tag, identification.session), &channel, confirm)
    }

    private let act: TagAct
    let tag: IdentifiedTag
    let passwords: (any PasswordSource)?
    var session: Type2Session
    /// The tag was opened with this password, and answered so; the session opens it again after each activation.
    var opening: (password: TagPassword, acknowledgement: [UInt8])?
    private var wasRefused = false
    /// A write was sent.
    var hasBegun = false

    private init(act: TagAct, tag: IdentifiedTag, session: Type2Session, passwords: (any PasswordSource)?) {
        self.act = act
        self.tag = tag
        self.session = session
        self.passwords = passwords
    }

    var layout: Type2Layout { tag.layout }

    private mutating func perform(
        on seen: TagInspection, _ channel: inout any CardChannel & ~Copyable, _ confirm: Confirm
    ) -> TagActOutcome {
        var outcome = TagActOutcome(tag: seen, result: .notConfirmed)
        do throws(Rejection) {
            if let obstacle = readerObstacle { throw obstacle }
            let work = try judged(&channel)
            if case .nothing(let sentence) = work {
                outcome.result = .nothingToDo(sentence)
                outcome.after = tag.contents
                return outcome
            }
            let plan = work.plan(on: layout)
            outcome.plan = plan
            guard confirm(outcome.tag, plan) else { return outcome }
            // Time went by, and bits that are set for ever are read twice before.
            try readAnew(&channel)
            guard try judged(&channel) == work else {
                throw Rejection(.readerError, "the tag read otherwise when it was read again; nothing was written")
            }
            outcome.result = try performed(work, &channel)
            outcome.after = contentsNow(&channel)
        } catch {
            outcome.result = hasBegun ? .lost(error) : .rejected(error)
        }
        return outcome
    }

    // MARK: Judging

    private var readerObstacle: Rejection? {
        switch act {
        case .protect, .unprotect:
            return session.passwordObstacle.map { Rejection(.readerError, "\($0): lay the tag on another one") }
        case .erase, .format, .lock, .restore: return nil
        }
    }

    /// Judges the tag, reading the pages that the judgement asks for, and opens it where that is all it lacks.
    private mutating func judged(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> TagWork {
        // One round a page at most, and once more when the tag was opened.
        for _ in 0...(2 * layout.pageCount) {
            let password = opening?.password ?? passwords?.password(of: tag.uid)
            switch TagWork.judge(
                act, session.memory, layout, password: password, opened: opening?.acknowledgement)
            {
            case .needs(let pages): try session.read(pages, pageCount: layout.pageCount, &channel)
            case .rejected(.tagPassword, let detail) where opening == nil:
                guard try open(&channel) else { throw Rejection(.tagPassword, detail + refusalDetail) }
            case .rejected(let reason, let detail): throw Rejection(reason, detail)
            case .plan(let work):
                if case .lock = work, session.isKeptBySession, session.maySessionClose {
                    throw Rejection(.readerError, session.wordsOfClosing)
                }
                return work
            }
        }
        throw Rejection(.internal, "the tag's memory was not understood after reading all of it")
    }

    private var refusalDetail: String {
        guard !wasRefused else { return "; the password that was given was refused" }
        let isNotPassed = !session.passes && passwords?.password(of: tag.uid) != nil
        return isNotPassed ? "; its password was given, and this reader passes none" : ""
    }

    /// Opens the tag with the password that was given for it. False: there is none, or it was refused.
    private mutating func open(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> Bool {
        guard let password = passwords?.password(of: tag.uid) else { return false }
        switch try session.open(with: password, &channel) {
        case .accepted(let acknowledgement):
            opening = (password, acknowledgement)
            return true
        case .refused:
            wasRefused = true
            passwords?.wasRefused(by: tag.uid)
            return false
        case .notPassed: return false
        }
    }

    /// A new activation, and everything that the contents need read again.
    private mutating func readAnew(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        try session.activateAgain(&channel)
        _ = try session.readContents(of: layout, &channel)
    }
}
