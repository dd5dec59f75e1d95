/// What is to be done with a tag for a message.
public enum Judgement: Hashable, Sendable {
    /// These pages must be read before the tag can be judged. They are all unread.
    case needs(Range<Int>)
    /// The tag holds exactly this message; nothing is to be written, whatever its locks.
    case unchanged
    case write(WritePlan)
    /// The tag cannot take the message; the detail is a sentence without payload.
    case rejected(Reason, detail: String)
}

/// Judges a tag of this chip for a message, from its memory alone, in the order of the contract (section 5), from
/// `tag-unformatted` on.
///
/// `mayOverwrite` is what the overwrite policy says of another message on the tag; a tag without message, or with broken
/// contents, is written in any case. Locks and password count only on pages that would be written.
public func judge(_ memory: PageMemory, chip: Chip, message: [UInt8], mayOverwrite: Bool) -> Judgement {
    judge(memory, layout: chip.layout, message: message, mayOverwrite: mayOverwrite)
}

/// As `judge(_:chip:message:mayOverwrite:)`, for a tag whose layout is known.
public func judge(_ memory: PageMemory, layout: Type2Layout, message: [UInt8], mayOverwrite: Bool) -> Judgement {
    let contents = interpret(memory, layout: layout)
    switch contents.verdict {
    case .needs(let pages): return .needs(pages)
    case .unformatted:
        return .rejected(.tagUnformatted, detail: "page 3 is 00000000: the tag was never formatted for NDEF")
    case .notNDEF(let what): return .rejected(.tagNotNDEF, detail: what)
    case .damaged(let what): return .rejected(.tagDamaged, detail: what)
    case .missing(let what): return .rejected(.internal, detail: what)
    case .message(message): return .unchanged
    case .passwordRead(let from):
        return .rejected(.tagPassword, detail: "a password keeps pages from \(from) on from being read")
    case .broken, .empty, .message: break
    }
    guard let container = contents.container, let locks = contents.locks else {
        return .rejected(.internal, detail: "the tag's locks are not known")
    }
    let plan: WritePlan
    switch WritePlan.make(memory, layout, message) {
    case .needs(let pages): return .needs(pages)
    case .tooLarge(let capacity):
        return .rejected(
            .messageTooLarge, detail: "the message has \(message.count) bytes, the tag takes \(capacity)")
    case .unknownChain: return .rejected(.internal, detail: "the tag's TLVs are not known")
    case .plan(let made): plan = made
    }
    if let (reason, detail) = obstacle(to: plan, container, locks) { return .rejected(reason, detail: detail) }
    if case .message(let old) = contents.verdict, !contents.isBlank, !mayOverwrite {
        return .rejected(.tagNotBlank, detail: "the tag holds another message, of \(old.count) bytes")
    }
    if let mirror = contents.mirror, mirror.pages.overlaps(plan.expectedPages) {
        return .rejected(
            .verifyMismatch,
            detail: "an ASCII mirror of the \(mirror.content.rawValue) is switched on over \(pageList(mirror.pages)), "
                + "which would hide part of the message; nothing was written")
    }
    return .write(plan)
}

/// Password, container and lock bits, in this order.
private func obstacle(
    to plan: WritePlan, _ container: CapabilityContainer, _ locks: Type2Locks
) -> (Reason, String)? {
    let pages = Set(plan.writes.map(\.page)).sorted()
    if let from = locks.protectedFrom, pages.contains(where: { locks.needsPassword($0) }) {
        return (.tagPassword, "a password protects pages from \(from) on; the message needs \(pageList(pages))")
    }
    if container.writeAccess != 0 {
        return (.tagReadOnly, "the capability container \(container.page) forbids writing")
    }
    let fixed = pages.filter { locks.isStaticallyLocked($0) }
    let dynamic = pages.filter { locks.isDynamicallyLocked($0) }
    if fixed.isEmpty && dynamic.isEmpty { return nil }
    var parts: [String] = []
    if !fixed.isEmpty { parts.append("static lock bits: \(pageList(fixed))") }
    if !dynamic.isEmpty { parts.append("dynamic lock bits: \(pageList(dynamic))") }
    return (.tagLocked, parts.joined(separator: "; "))
}
