/// Says what is on a tag of this chip, from its memory alone, as it is read from a tag on a reader; `interpret(_:chip:)` of
/// an image ends in the same code.
///
/// While pages are missing the verdict is `needs`; read them (or mark them refused) and ask again. It always makes
/// progress, and ends after at most as many rounds as the chip has pages. Pages behind the message are not needed.
///
/// - Parameter chip: a Type 2 chip with a `type2Layout`.
public func interpret(_ memory: PageMemory, chip: Chip) -> TagContents { interpret(memory, layout: chip.layout) }

/// As `interpret(_:chip:)`, for a tag whose layout is known.
public func interpret(_ memory: PageMemory, layout: Type2Layout) -> TagContents {
    switch Look(memory, layout) {
    case .needs(let pages, let container): return TagContents(.needs(pages), container: container)
    case .told(let contents): return contents
    case .area(let area, let container, let locks):
        let chain = TLVChain(memory: memory, area: area, layout: layout)
        return TagContents(memory, chain, container, locks, unread: .canBeRead)
    }
}

/// What is on a tag, or what must be read first.
package enum Interpretation {
    case needs(Range<Int>)
    case contents(TagContents)
}

/// As `interpret`, which while pages are missing also tells what can be said all the same.
package func interpretation(of memory: PageMemory, layout: Type2Layout) -> Interpretation {
    switch Look(memory, layout) {
    case .needs(let pages, _): return .needs(pages)
    case .told(let contents): return .contents(contents)
    case .area(let area, let container, let locks):
        let chain = TLVChain(memory: memory, area: area, layout: layout)
        if let pages = chain.pagesNeeded(of: memory) { return .needs(pages) }
        return .contents(TagContents(memory, chain, container, locks, unread: .canBeRead))
    }
}

/// How writable the tag is, as `interpret` says it, where nothing else is asked; nil while pages are missing.
package func lockState(of memory: PageMemory, layout: Type2Layout) -> LockState? {
    switch Look(memory, layout) {
    case .needs: return nil
    case .told(let contents): return contents.lockState
    case .area(let area, let container, let locks):
        if memory.hasUnread(in: area.pages),
            TLVChain(memory: memory, area: area, layout: layout).pagesNeeded(of: memory) != nil
        {
            return nil
        }
        return locks.state(container: container, area: area.pages)
    }
}

/// What container, locks and protection say of a tag, before its TLVs are looked at.
private enum Look {
    case needs(Range<Int>, CapabilityContainer?)
    /// All that can be said.
    case told(TagContents)
    /// The container is a right one, and the locks are known as far as they can be.
    case area(DataArea, CapabilityContainer, Type2Locks)

    init(_ memory: PageMemory, _ layout: Type2Layout) {
        if let pages = memory.firstUnreadRun(in: 0..<4) ?? memory.firstUnreadRun(in: layout.lockPages) {
            self = .needs(pages, nil)
            return
        }
        let container = memory[3].map { CapabilityContainer($0) }
        if let container, let foreign = TagContents.foreign(container) {
            let locks = Type2Locks(memory: memory, layout: layout)
            self = .told(TagContents(foreign, lockState: .notNDEF, container: container, locks: locks))
            return
        }
        if let container, let locks = Type2Locks(ofOpen: memory, layout: layout) {
            self = .area(DataArea(container: container, layout: layout), container, locks)
            return
        }
        switch Protection(memory: memory, layout: layout) {
        case .needs(let pages): self = .needs(pages, container)
        case .damaged(let what): self = .told(TagContents(.damaged(what), container: container))
        case .password(let from):
            self = .told(
                TagContents(.passwordRead(from: from), lockState: .passwordReadWrite, container: container))
        case .known(let locks):
            guard let container else {
                // Not reached: a refused page 3 is damage or a password.
                self = .told(TagContents(.damaged(Protection.unexplained([3]))))
                return
            }
            self = .area(DataArea(container: container, layout: layout), container, locks)
        }
    }
}

/// What it means that a page was not read.
enum Unread: Hashable, Sendable {
    /// The tag lies there: read it.
    case canBeRead
    /// An image is all there is.
    case isMissing
}

extension TagContents {
    /// What is said of a container that is absent or none of NDEF; nil where it is a right one.
    static func foreign(_ container: CapabilityContainer) -> Verdict? {
        if container.isAbsent { return .unformatted }
        return container.notNDEFReason.map { .notNDEF($0) }
    }

    /// The contents of an area whose container is right (nil: not known), whose locks are known as far as they can be, and
    /// whose TLVs are this chain.
    init(
        _ memory: PageMemory, _ chain: TLVChain, _ container: CapabilityContainer?, _ locks: Type2Locks,
        unread: Unread
    ) {
        let layout = locks.layout
        let mirror = AsciiMirror(memory: memory, layout: layout)
        let said = Said(on: chain, memory, mirror, unread)
        let capacity: Int?
        switch said.verdict {
        case .broken, .empty, .message: capacity = chain.placement(on: layout)?.capacity
        case .needs, .missing, .unformatted, .notNDEF, .damaged, .passwordRead: capacity = nil
        }
        self.init(
            Facts(
                verdict: said.verdict, lockState: locks.state(container: container, area: chain.area.pages),
                capacityBytes: capacity, container: container, locks: locks, mirror: mirror,
                filledSpans: said.filledSpans, brokenMessage: said.brokenMessage),
            notes: ContentNotes(on: chain.controls, said.notes))
    }
}

/// What a chain and the value it leads to say.
private struct Said {
    let verdict: TagContents.Verdict
    var notes: [String] = []
    var filledSpans: [Range<Int>] = []
    var brokenMessage: [UInt8]?

    init(on chain: TLVChain, _ memory: PageMemory, _ mirror: AsciiMirror?, _ unread: Unread) {
        switch chain.end {
        case .needs(let pages):
            verdict = unread == .canBeRead ? .needs(pages) : .missing("\(pageList(pages)) is not in the image")
        case .refused(let page): verdict = .damaged(Protection.unexplained([page]))
        case .broken(let fault): verdict = .broken(fault.words)
        case .noMessage: verdict = .empty
        case .ndef(let tlv) where tlv.length == 0: verdict = .empty
        case .ndef(let tlv):
            switch chain.value(of: tlv, in: memory) {
            case .needs(let pages) where unread == .canBeRead:
                verdict = .needs(pages)
                notes = ["TLV says \(tlv.length), \(chain.known(of: tlv, in: memory).present) read so far"]
            case .needs(let pages):
                let known = chain.known(of: tlv, in: memory)
                let what = known.isCutOff ? "\(known.present) present" : "\(pageList(pages)) not in the image"
                verdict = .missing("truncated: TLV says \(tlv.length), \(what)")
            // No user page is refused here (`Protection`); a refusal is still answered with what it would be.
            case .refused(let page): verdict = .damaged(Protection.unexplained([page]))
            case .truncated(let present):
                let what = "TLV says \(tlv.length), \(present) present"
                verdict = chain.area.isOpenEnded ? .missing("truncated: \(what)") : .broken(what)
            case .bytes(let bytes):
                verdict = .of(message: bytes)
                if case .broken = verdict {
                    brokenMessage = bytes
                } else if let mirror {
                    filledSpans = mirror.spans(over: chain.places(of: tlv))
                }
            }
        }
    }
}

extension TLVChain {
    /// Where the bytes of an NDEF TLV's value stand, in order; fewer than its length where the area ends before.
    func places(of tlv: NDEFTLV) -> Places { area.usable(from: tlv.valueOffset, most: tlv.length) }

    /// How many bytes of the value are known before the first that is not, and whether none is known behind it.
    fileprivate func known(of tlv: NDEFTLV, in memory: PageMemory) -> (present: Int, isCutOff: Bool) {
        let places = places(of: tlv)
        let present = places.prefix { memory[$0 / 4] != nil }
        return (present.count, places.dropFirst(present.count).allSatisfy { memory[$0 / 4] == nil })
    }
}
