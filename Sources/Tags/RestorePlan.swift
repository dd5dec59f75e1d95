/// How an image is brought back onto a tag: its user pages first, read back, then what was asked for by name.
public struct RestorePlan: Hashable, Sendable {
    /// The user pages that the image knows.
    public let user: PagePlan
    /// Written when the user pages were read back and are equal; in this order.
    public let extra: [MaskedWrite]
    /// User pages that the image does not know: they stay as they are.
    public let unknownPages: [Int]
    /// These, for a person; nil where there are none.
    public let wordsOfUnknownPages: String?

    /// Every page that is written, in order.
    public var writtenPages: [Int] { Set(user.writtenPages + extra.map(\.write.page)).sorted() }
}

/// A page of which some bits alone are asked for, and read back under the mask of these.
public struct MaskedWrite: Hashable, Sendable {
    public let kind: RestoreRequest.ExtraPage
    public let write: PageWrite
    public let mask: Page
    /// Bits that are set for ever; zero where the page can be written again.
    public let setForEver: Page

    /// Whether a page that was read back is as asked.
    public func isDone(_ page: Page?) -> Bool {
        page.map { $0.word & mask.word == write.data.word & mask.word } ?? false
    }
}

/// Judges a tag for an image, from its memory alone: it must have the image's pages, and every page that would be written
/// must take it. Nothing is planned where one of them does not.
///
/// - Parameter isOpen: the tag was opened with its password, in this activation.
public func judgeRestoring(
    _ request: RestoreRequest, onto memory: PageMemory, layout: Type2Layout, isOpen: Bool = false
) -> PlanJudgement<RestorePlan> {
    guard layout.chip != nil else {
        return .rejected(
            .chipMismatch, detail: "the image is of \(request.layout.named); of the tag, \(Chip.wordsOfUntold)")
    }
    guard layout.hasSamePages(as: request.layout) else {
        return .rejected(
            .chipMismatch, detail: "the image is of \(request.layout.named), and the tag is \(layout.named)")
    }
    switch interpret(memory, layout: layout).verdict {
    case .damaged(let what): return .rejected(.tagDamaged, detail: what)
    case .passwordRead(let from):
        return .rejected(.tagPassword, detail: "a password keeps pages from \(from) on from being read")
    case .needs, .missing, .unformatted, .notNDEF, .broken, .empty, .message: break
    }
    for pages in [0..<4, layout.userPages, layout.lockPages] {
        if let unread = memory.firstUnreadRun(in: pages) { return .needs(unread) }
    }
    guard let locks = Type2Locks(memory: memory, layout: layout) else {
        return layout.locksAreTold
            ? .rejected(.tagPassword, detail: "what a password or key protects is not known")
            : .rejected(
                .chipUnsupported,
                detail: layout.words { "which bits lock and protect which pages of \($0) is not known for sure" })
    }
    if let (reason, detail) = unknownMirror(memory, layout) { return .rejected(reason, detail: detail) }
    let user = request.userPlan(onto: memory, layout)
    // A container that is none of NDEF says nothing of writing.
    let container = memory[3].map { CapabilityContainer($0) }.flatMap { $0.isOfNDEF ? $0 : nil }
    let need = "the image needs"
    if let (reason, detail) = locks.obstacle(toWriting: user.writtenPages, container, isOpen: isOpen, need) {
        return .rejected(reason, detail: detail)
    }
    var extra: [MaskedWrite] = []
    for page in request.extraPages {
        switch request.masked(page, onto: memory, locks) {
        case .needs(let pages): return .needs(pages)
        case .rejected(let reason, let detail): return .rejected(reason, detail: detail)
        case .plan(let write?): extra.append(write)
        case .plan(nil): break
        }
    }
    if let (reason, detail) = locks.obstacle(toWriting: extra.map(\.write.page), nil, isOpen: isOpen, need) {
        return .rejected(reason, detail: detail)
    }
    return .plan(
        RestorePlan(
            user: user, extra: extra, unknownPages: request.unknownPages,
            wordsOfUnknownPages: request.wordsOfUnknownPages))
}

extension RestoreRequest {
    fileprivate func userPlan(onto memory: PageMemory, _ layout: Type2Layout) -> PagePlan {
        var target = memory
        var expected: [Int: Page] = [:]
        for page in layout.userPages {
            guard let data = image[page] else { continue }
            expected[page] = data
            target[page] = data
        }
        let order = Self.order(from: memory, to: target, layout)
        switch order {
        case .length(let offset): expected[offset / 4] = target[offset / 4]
        case .emptied: expected[4] = target[4]
        case .besideTheMessage: break
        }
        return PagePlan(
            expected: expected, from: memory, mirror: AsciiMirror(memory: memory, layout: layout), order: order)
    }

    private static func order(
        from memory: PageMemory, to target: PageMemory, _ layout: Type2Layout
    ) -> PagePlan.Order {
        let (now, then) = (place(in: memory, layout), place(in: target, layout))
        let mirrored = AsciiMirror(memory: memory, layout: layout)?.pages ?? 0..<0
        let different = layout.userPages.filter { memory[$0] != target[$0] || mirrored.contains($0) }
        if let now, let then, different.allSatisfy({ $0 > max(now.lastPage, then.lastPage) }) {
            return .besideTheMessage
        }
        return then.map { .length(at: $0.firstLengthOffset) } ?? .emptied
    }

    /// Where the first NDEF TLV stands; nil where none does.
    private static func place(
        in memory: PageMemory, _ layout: Type2Layout
    ) -> (firstLengthOffset: Int, lastPage: Int)? {
        guard let container = memory[3].map({ CapabilityContainer($0) }), container.isOfNDEF else {
            return nil
        }
        let area = DataArea(container: container, layout: layout)
        let chain = TLVChain(memory: memory, area: area, layout: layout)
        guard case .ndef(let tlv) = chain.end else { return nil }
        return (tlv.firstLengthOffset, (chain.places(of: tlv).last ?? tlv.firstLengthOffset + 2) / 4)
    }

    /// Nil where the tag has these bits already.
    fileprivate func masked(
        _ kind: ExtraPage, onto memory: PageMemory, _ locks: Type2Locks
    ) -> PlanJudgement<MaskedWrite?> {
        guard let wanted = image[kind.page] else { return .plan(nil) }
        guard let now = memory[kind.page] else {
            return .rejected(.tagPassword, detail: "page \(kind.page) is not read")
        }
        if let doubt = layout.wordsOfDoubt { return .rejected(.lockImpossible, detail: doubt) }
        switch kind {
        case .dynamicLock where layout.chip?.locksAreKnown != true:
            return .rejected(
                .lockImpossible,
                detail: layout.words { "which bits of page \(kind.page) lock what on \($0) is not known for sure" })
        case .container, .dynamicLock:
            // Byte 3 of the dynamic lock page is the chip's own (NTAG21x data sheet, 8.5.3).
            let mask: UInt32 = kind == .container ? 0xFFFF_FFFF : 0xFFFF_FF00
            let (old, new) = (now.word & mask, wanted.word & mask)
            if old == new { return .plan(nil) }
            guard old | new == new else {
                return .rejected(
                    .tagLocked,
                    detail: "page \(kind.page) holds \(now), whose bits can be set and never cleared: "
                        + "\(wanted) cannot be made of it")
            }
            if let obstacle = locks.obstacle(toSettingBitsOf: kind, Page(word: new & ~old)) {
                return .rejected(.lockImpossible, detail: obstacle)
            }
            return .plan(
                MaskedWrite(
                    kind: kind, write: PageWrite(page: kind.page, data: Page(word: new)), mask: Page(word: mask),
                    setForEver: Page(word: new & ~old)))
        case .cfg0: return configuration(kind, now, wanted, mask: 0xFFFF_FF00, locks)
        // ACCESS: PROT 80, CFGLCK 40, AUTHLIM 07 stay (NTAG21x data sheet, 8.5.7).
        case .cfg1: return configuration(kind, now, wanted, mask: 0x38FF_FFFF, locks)
        }
    }

    private func configuration(
        _ kind: ExtraPage, _ now: Page, _ wanted: Page, mask: UInt32, _ locks: Type2Locks
    ) -> PlanJudgement<MaskedWrite?> {
        let data = Page(word: now.word & ~mask | wanted.word & mask)
        if data == now { return .plan(nil) }
        if locks.isConfigurationLocked {
            return .rejected(
                .tagLocked, detail: "page \(kind.page): the configuration is locked for ever (CFGLCK)")
        }
        return .plan(
            MaskedWrite(
                kind: kind, write: PageWrite(page: kind.page, data: data), mask: Page(word: 0xFFFF_FFFF),
                setForEver: Page(word: 0)))
    }
}

extension Type2Locks {
    /// Why bits of a page that can only be set cannot be set any more; nil where they can.
    fileprivate func obstacle(toSettingBitsOf kind: RestoreRequest.ExtraPage, _ bits: Page) -> String? {
        switch kind {
        case .container: isContainerLocked ? "page 3, the capability container, is locked" : nil
        case .dynamicLock(let lockPage):
            layout.userPages.first { page in
                guard page >= 16, isLockBitFrozen(page), let bit = dynamicBits(of: page) else { return false }
                return bits[bit.lock / 8] & 1 << UInt8(bit.lock % 8) != 0
            }.map { "page \(lockPage): a block-lock bit keeps page \($0) from being locked" }
        case .cfg0, .cfg1: nil
        }
    }
}

extension Type2Layout {
    /// Whether it is known where locks and protection stand.
    fileprivate var locksAreTold: Bool { dynamicLocks != .unknown && accessControl != .unknown }

    fileprivate var named: String { chip.map { "a \($0)" } ?? "a chip that is not known" }
}
