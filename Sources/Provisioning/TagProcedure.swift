import Jobs
import ReaderModels
import Tags

/// The procedure for one tag: identify, claim, judge, plan, intend, write, activate anew, read back, compare, conclude.
///
/// Plain synchronous code on the reader's own thread, over one connected tag. It meets the run three times, at its desk.
public struct TagProcedure {
    let reader: ReaderInfo
    let desk: any TagDesk
    let clock: any WallClock
    let order: TagOrder
    let findings: ReaderFindings

    /// - Parameter findings: what the reader was found to do by the tags before; nil: this is its first.
    public init(
        reader: ReaderInfo, desk: any TagDesk, clock: any WallClock, order: TagOrder = TagOrder(),
        findings: ReaderFindings? = nil
    ) {
        self.reader = reader
        self.findings = findings ?? ReaderFindings(of: reader.model)
        self.desk = desk
        self.clock = clock
        self.order = order
    }

    /// Provisions the tag on the channel, if the run has an item for it.
    public func perform(on channel: inout any CardChannel & ~Copyable) {
        let presentedAt = clock.now()
        defer { Type2Session.close(findings, &channel) }
        var identification = Type2Identification(session: Type2Session(findings), passwords: order.passwords)
        let tag: IdentifiedTag
        do throws(UnfitTag) {
            tag = try identification.identify(&channel)
        } catch {
            _ = desk.claim(
                PresentedTag(
                    reader: reader.name, uid: error.uid, chip: error.chip, lockState: error.lockState,
                    vendor: identification.session.chipVersion?.vendor, rejection: error.rejection,
                    presentedAt: presentedAt))
            return
        }
        var session = identification.session
        var presented = presented(tag, session, at: presentedAt)
        if order.formatsBlank, tag.contents.verdict == .unformatted {
            foretellFormat(&presented, tag, &session, &channel)
        }
        if order.requiresGenuine, presented.rejection == nil {
            examine(&presented, tag, &session, &channel)
        }
        guard case .take(let assignment) = desk.claim(presented) else { return }
        var writing = TagWriting(
            tag: tag, assignment: assignment, order: order, session: session, desk: desk)
        let result = writing.perform(&channel)
        desk.conclude(result, lockState: writing.lockState)
    }

    /// Records that the tag could not even be connected to.
    public func unreachable(_ error: ChannelError) {
        _ = desk.claim(
            PresentedTag(reader: reader.name, uid: nil, rejection: Rejection(error), presentedAt: clock.now()))
    }

    /// What comes behind `tag-damaged` in the contract's order where only genuine tags are taken.
    private func examine(
        _ presented: inout PresentedTag, _ tag: IdentifiedTag, _ session: inout Type2Session,
        _ channel: inout any CardChannel & ~Copyable
    ) {
        do throws(Rejection) {
            let originality = try Originality.ask(tag, &session, verify: order.verifySignature, &channel)
            presented.genuine = originality.verdict
            presented.rejection = originality.objection.map { Rejection(.notGenuine, $0) }
        } catch {
            presented.rejection = error
        }
    }

    /// What a tag without container takes once it has one, or why it can get none. What is read for that, its judgement
    /// needs too.
    private func foretellFormat(
        _ presented: inout PresentedTag, _ tag: IdentifiedTag, _ session: inout Type2Session,
        _ channel: inout any CardChannel & ~Copyable
    ) {
        // Whether a password keeps page 3 is judged later.
        switch FormatPlan.make(session.memory, layout: tag.layout, isOpen: true) {
        case .plan(let plan):
            do throws(Rejection) {
                presented.capacityBytes = try capacity(plan, tag.layout, &session, &channel)
            } catch {
                presented.rejection = error
            }
        case .impossible(let why): presented.rejection = Rejection(.tagUnformatted, why)
        case .done, .needsPassword: break
        }
    }

    private func capacity(
        _ plan: FormatPlan, _ layout: Type2Layout, _ session: inout Type2Session,
        _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Int? {
        for _ in 0...layout.pageCount {
            let contents = interpret(plan.applied(to: session.memory), layout: layout)
            guard case .needs(let pages) = contents.verdict else { return contents.capacityBytes }
            try session.read(pages, pageCount: layout.pageCount, &channel)
        }
        return nil
    }

    private func presented(
        _ tag: IdentifiedTag, _ session: borrowing Type2Session, at presentedAt: Timestamp
    ) -> PresentedTag {
        var message: [UInt8]?
        var rejection: Rejection?
        switch tag.contents.verdict {
        case .message(let bytes): message = unveiled(tag, session.memory) ?? bytes
        case .unformatted where !order.formatsBlank:
            rejection = Rejection(
                .tagUnformatted, "it has no capability container: it was never formatted for NDEF")
        case .notNDEF(let detail): rejection = Rejection(.tagNotNDEF, detail)
        case .damaged(let detail): rejection = Rejection(.tagDamaged, detail)
        case .unformatted, .empty, .broken, .passwordRead, .needs, .missing: break
        }
        return PresentedTag(
            reader: reader.name, uid: tag.uid, chip: tag.chip, message: message, lockState: tag.contents.lockState,
            capacityBytes: tag.contents.capacityBytes, vendor: session.chipVersion?.vendor, rejection: rejection,
            presentedAt: presentedAt)
    }

    /// The message as items have it: without the mirror that this order switches on. Nil: it is as it was read.
    private func unveiled(_ tag: IdentifiedTag, _ memory: PageMemory) -> [UInt8]? {
        guard let mirror = order.mirror, tag.contents.mirror != nil,
            case .message(let bytes) = interpret(mirror.unveiled(memory, layout: tag.layout), layout: tag.layout)
                .verdict
        else { return nil }
        return bytes
    }
}
