/// What is to be done with a tag for a message.
public enum Judgement: Hashable, Sendable {
    /// These pages must be read before the tag can be judged. They are all unread.
    case needs(Range<Int>)
    /// The tag holds exactly this message, and everything that was asked for beside it; nothing is to be written, whatever
    /// its locks.
    case unchanged
    indirect case write(TagPlan)
    /// The tag cannot take the message; the detail is a sentence without payload.
    case rejected(Reason, detail: String)
}

/// Judges a tag of this chip for a message, from its memory alone, in the order of the contract (section 5), from
/// `tag-unformatted` on.
///
/// `mayOverwrite` is what the overwrite policy says of another message on the tag; a tag without message, or with broken
/// contents, is written in any case. Locks and password count only on pages that would be written.
public func judge(
    _ memory: PageMemory, chip: Chip, message: [UInt8], mayOverwrite: Bool, demand: TagDemand = TagDemand()
) -> Judgement {
    judge(memory, layout: chip.layout, message: message, mayOverwrite: mayOverwrite, demand: demand)
}

/// As `judge(_:chip:message:mayOverwrite:demand:)`, for a tag whose layout is known.
public func judge(
    _ memory: PageMemory, layout: Type2Layout, message: [UInt8], mayOverwrite: Bool, demand: TagDemand = TagDemand()
) -> Judgement {
    judge(memory, layout: layout, contents: nil, message: message, mayOverwrite: mayOverwrite, demand: demand)
}

/// As `judge(_:layout:message:mayOverwrite:demand:)`.
///
/// - Parameter contents: what `interpret` says of this memory and layout, where that was asked before.
package func judge(
    _ memory: PageMemory, layout: Type2Layout, contents: TagContents?, message: [UInt8], mayOverwrite: Bool,
    demand: TagDemand
) -> Judgement {
    if let pages = memory.firstUnreadRun(in: 0..<4) ?? memory.firstUnreadRun(in: layout.lockPages) {
        return .needs(pages)
    }
    do throws(Finding) {
        return try Case(
            memory, layout: layout, message: message, mayOverwrite: mayOverwrite, demand: demand
        ).judged(known: contents)
    } catch {
        return error.judgement
    }
}

/// A judgement that ends the matter.
private struct Finding: Error {
    let judgement: Judgement

    init(_ reason: Reason, _ detail: String) { judgement = .rejected(reason, detail: detail) }

    init(needs pages: Range<Int>) { judgement = .needs(pages) }
}

/// One tag and what is asked of it, on the way through the contract's order. There is one of a judgement: a class, since it
/// is handed on to each part of it.
private final class Case {
    /// The pages as the message stands in them: with the container that the tag is to get, and without the mirror that was
    /// asked for.
    let memory: PageMemory
    let layout: Type2Layout
    let message: [UInt8]
    let mayOverwrite: Bool
    let demand: TagDemand
    let format: FormatPlan?

    init(
        _ memory: PageMemory, layout: Type2Layout, message: [UInt8], mayOverwrite: Bool, demand: TagDemand
    ) throws(Finding) {
        let format = try Self.format(memory, layout, demand)
        let formatted = format?.applied(to: memory) ?? memory
        self.memory = demand.mirror?.unveiled(formatted, layout: layout) ?? formatted
        self.layout = layout
        self.message = message
        // Without a container no phone reads what stands behind it.
        self.mayOverwrite = mayOverwrite || format != nil
        self.demand = demand
        self.format = format
    }

    /// Whether a password keeps page 3 is judged with the other pages.
    private static func format(
        _ memory: PageMemory, _ layout: Type2Layout, _ demand: TagDemand
    ) throws(Finding) -> FormatPlan? {
        guard demand.formatsBlank, let page = memory[3], CapabilityContainer(page).isAbsent else { return nil }
        switch FormatPlan.make(memory, layout: layout, isOpen: true) {
        case .plan(let plan): return plan
        case .impossible(let why): throw Finding(.tagUnformatted, why)
        case .needsPassword(let from):
            throw Finding(
                .tagPassword, "a password keeps pages from \(from) on, and the tag has no capability container")
        case .done: return nil
        }
    }

    /// - Parameter contents: of the memory as it was given.
    func judged(known contents: TagContents?) throws(Finding) -> Judgement {
        guard let contents, format == nil, demand.mirror == nil else {
            return try judged(interpret(memory, layout: layout))
        }
        return try judged(contents)
    }

    private func judged(_ contents: TagContents) throws(Finding) -> Judgement {
        try requireReadable(contents)
        guard let container = contents.container, let locks = contents.locks else {
            throw Finding(.internal, "the tag's locks are not known")
        }
        var holdsMessage = false
        if case .message(let held) = contents.verdict { holdsMessage = held == message }
        let extras = demand.isForMessageAlone ? nil : try Extras(self, holdsMessage: holdsMessage)
        let written = holdsMessage ? nil : try messagePlan()
        if let from = locks.protectedFrom, !demand.isOpen {
            let pages = pagesWritten(by: written)
            if pages.contains(where: { locks.needsPassword($0) }) {
                throw Finding(
                    .tagPassword, "a password protects pages from \(from) on; the message needs \(pageList(pages))")
            }
        }
        if let extras, let from = extras.passwordFrom {
            throw Finding(.tagPassword, "a password protects pages from \(from) on; \(extras.wordsOfPassword)")
        }
        if !holdsMessage { try obstacles(to: written, container, locks, contents) }
        if let why = extras?.impossible { throw Finding(.lockImpossible, why) }
        if let written { try requireUnhidden(written, contents.mirror, asked: extras?.mirrorAsked) }
        var plan = TagPlan(message: written, format: format)
        if let extras { plan.add(extras.mirror, extras.protection, extras.lock) }
        return plan.isEmpty ? .unchanged : .write(plan)
    }

    /// No mirror may lie over the message that was not asked for.
    private func requireUnhidden(
        _ written: WritePlan, _ mirror: AsciiMirror?, asked: AsciiMirror?
    ) throws(Finding) {
        if let mirror, mirror.pages.overlaps(written.expectedPages), mirror != asked {
            throw Finding(
                .verifyMismatch,
                "an ASCII mirror of the \(mirror.content.rawValue) is switched on over \(pageList(mirror.pages)), "
                    + "which would hide part of the message; nothing was written")
        }
        if let from = unknownMirror, from < written.expectedPages.upperBound {
            throw Finding(
                .verifyMismatch,
                "an ASCII mirror may be switched on from page \(from) on, which would hide part of the message; "
                    + "nothing was written")
        }
    }

    /// Up to `tag-damaged`, and what a password keeps from being read.
    private func requireReadable(_ contents: TagContents) throws(Finding) {
        switch contents.verdict {
        case .needs(let pages): throw Finding(needs: pages)
        case .unformatted:
            throw Finding(.tagUnformatted, "page 3 is 00000000: the tag was never formatted for NDEF")
        case .notNDEF(let what): throw Finding(.tagNotNDEF, what)
        case .damaged(let what): throw Finding(.tagDamaged, what)
        case .missing(let what): throw Finding(.internal, what)
        case .passwordRead(let from):
            throw Finding(.tagPassword, "a password keeps pages from \(from) on from being read")
        case .broken, .empty, .message: break
        }
    }

    /// The page at which a mirror begins that may be on, where what a mirror of this chip shows is not known.
    private var unknownMirror: Int? {
        guard layout.mirror == .unknown, let page = layout.configurationPage, let cfg0 = memory[page] else {
            return nil
        }
        let isSwitchedOff = layout.chip == .ntag213TT && cfg0[0] & 0xE0 == 0
        return cfg0[2] > 3 && !isSwitchedOff ? Int(cfg0[2]) : nil
    }

    /// Each page that message and container are written to, in order.
    private func pagesWritten(by plan: WritePlan?) -> [Int] {
        var pages = plan?.writes.map(\.page) ?? []
        if format != nil { pages.append(3) }
        return pages.inOrderOnce
    }

    private func messagePlan() throws(Finding) -> WritePlan {
        switch WritePlan.make(memory, layout, message) {
        case .needs(let pages): throw Finding(needs: pages)
        case .tooLarge(let capacity):
            throw Finding(.messageTooLarge, "the message has \(message.count) bytes, the tag takes \(capacity)")
        case .unknownChain: throw Finding(.internal, "the tag's TLVs are not known")
        case .plan(let plan): return plan
        }
    }

    /// Container, lock bits, and another message, in this order.
    private func obstacles(
        to plan: WritePlan?, _ container: CapabilityContainer, _ locks: Type2Locks, _ contents: TagContents
    ) throws(Finding) {
        if container.writeAccess != 0 {
            throw Finding(.tagReadOnly, "the capability container \(container.page) forbids writing")
        }
        if locks.hasLocks, let what = locks.wordsOfLocks(on: pagesWritten(by: plan)) { throw Finding(.tagLocked, what) }
        if case .message(let old) = contents.verdict, !contents.isBlank, !mayOverwrite {
            let why = hidesPart(of: old, contents) ?? ""
            throw Finding(.tagNotBlank, "the tag holds another message, of \(old.count) bytes" + why)
        }
    }

    /// What is added of a tag that holds this message but for the bytes over which its mirror lies: people would look for another
    /// message on it, and there is none. Nil of any other.
    private func hidesPart(of old: [UInt8], _ contents: TagContents) -> String? {
        guard let mirror = contents.mirror, old.count == message.count else { return nil }
        let isEqual = old.indices.allSatisfy { index in
            old[index] == message[index] || contents.filledSpans.contains { $0.contains(index) }
        }
        guard isEqual else { return nil }
        return ": it differs from this one only where an ASCII mirror of the \(mirror.content.rawValue) lies over "
            + pageList(mirror.pages)
    }
}

/// What is asked for beside the message: how each part is brought about, or what stands in its way. There is one of a
/// judgement.
private final class Extras {
    private(set) var mirror: MirrorPlan?
    private(set) var protection: ProtectionPlan?
    private(set) var lock: LockPlan?
    /// The mirror that was asked for, whether it stands there or not.
    private(set) var mirrorAsked: AsciiMirror?
    /// A password that was not given keeps some part of it, from this page on.
    private(set) var passwordFrom: Int?
    private(set) var wordsOfPassword = ""
    private(set) var impossible: String?

    /// Each part is planned on the memory that the one before leaves. Throws `chip-unsupported` where the chip lacks what
    /// is asked for: no tag of its kind would do.
    init(_ tag: Case, holdsMessage: Bool) throws(Finding) {
        var memory = tag.memory
        if let request = tag.demand.mirror { try add(request, tag, holdsMessage: holdsMessage, &memory) }
        // The lock comes last, but the protection that comes before it is no obstacle: the tag is open then.
        let unprotected = memory
        if let request = tag.demand.protection {
            switch ProtectionPlan.make(
                memory, layout: tag.layout, request: request, opened: tag.demand.opened, mirrored: mirrorAsked?.pages)
            {
            case .done: break
            case .unsupported(let why): throw Finding(.chipUnsupported, why)
            case .impossible(let why): impossible = impossible ?? why
            case .needsPassword(let from): needsPassword(from, "it is to be protected")
            case .plan(let plan): protection = plan
            }
        }
        guard tag.demand.locks else { return }
        switch LockPlan.make(unprotected, layout: tag.layout, isOpen: tag.demand.isOpen) {
        case .done: break
        case .impossible(let why): impossible = impossible ?? why
        case .needsPassword(let from): needsPassword(from, "it is to be locked")
        case .plan(let plan): lock = plan
        }
    }

    private func add(
        _ request: MirrorRequest, _ tag: Case, holdsMessage: Bool, _ memory: inout PageMemory
    ) throws(Finding) {
        guard let span = request.span(in: tag.message) else {
            throw Finding(
                .internal, "the message does not hold the placeholder of the \(request.content.rawValue) just once")
        }
        let place = tag.place(of: span, holdsMessage: holdsMessage)
        if let place { mirrorAsked = AsciiMirror(request.content, bytes: place) }
        switch MirrorPlan.make(memory, layout: tag.layout, request: request, over: place, isOpen: tag.demand.isOpen) {
        case .done: break
        case .unsupported(let why): throw Finding(.chipUnsupported, why)
        case .impossible(let why): impossible = why
        case .needsPassword(let from): needsPassword(from, "a mirror is to be set")
        case .plan(let plan):
            mirror = plan
            memory = plan.applied(to: memory)
        }
    }

    private func needsPassword(_ from: Int, _ words: String) {
        guard passwordFrom == nil else { return }
        (passwordFrom, wordsOfPassword) = (from, words)
    }
}

extension Case {
    /// Where a span of the message stands, or comes to stand.
    fileprivate func place(of span: Range<Int>, holdsMessage: Bool) -> Range<Int>? {
        guard let container = memory[3].map({ CapabilityContainer($0) }) else { return nil }
        let area = DataArea(container: container, layout: layout)
        let chain = TLVChain(memory: memory, area: area, layout: layout)
        if holdsMessage, case .ndef(let tlv) = chain.end { return contiguous(chain.places(of: tlv), span) }
        return chain.placement(on: layout)?.place(of: span, ofMessageOf: message.count)
    }
}
