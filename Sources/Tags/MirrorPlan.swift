/// The writes that switch an ASCII mirror on over a placeholder in the message: CFG1 where the counter must be switched on,
/// then CFG0. Every other bit stays as it was read. They act from the next activation on.
///
/// Source: NXP NTAG213/215/216 data sheet rev. 3.2, 8.5.7 and 8.7 to 8.9.
public struct MirrorPlan: Hashable, Sendable {
    /// What came of planning.
    public enum Making: Hashable, Sendable {
        /// The mirror stands there as asked.
        case done
        /// The chip has no such mirror, or it is not known well enough.
        case unsupported(String)
        /// The mirror can never be set, or not there; why.
        case impossible(String)
        /// A password protects the configuration, from this page on.
        case needsPassword(from: Int)
        case plan(MirrorPlan)
    }

    public let mirror: AsciiMirror
    /// CFG1, then CFG0; those that differ.
    public let writes: [PageWrite]
    /// What CFG0 and CFG1 must hold afterwards.
    public let expected: [Int: Page]

    /// - Parameters:
    ///   - bytes: where the placeholder stands, counted from the begin of page 0; nil where it does not stand in one piece.
    ///   - isOpen: the tag was opened with its password, in this activation.
    public static func make(
        _ memory: PageMemory, layout: Type2Layout, request: MirrorRequest, over bytes: Range<Int>?, isOpen: Bool = false
    ) -> Making {
        guard let chip = layout.chip, layout.shows(request.content),
            case .password(let page) = layout.accessControl
        else {
            return .unsupported(layout.words { "\($0) has no mirror of the \(request.content.rawValue)" })
        }
        if let doubt = layout.wordsOfDoubt { return .unsupported(doubt) }
        guard let bytes, bytes.upperBound <= layout.userPages.upperBound * 4 else {
            return .impossible("the mirror's placeholder does not lie in one piece on the tag")
        }
        let locks = Type2Locks(memory: memory, layout: layout)
        guard let locks, let cfg0 = memory[page], let cfg1 = memory[page + 1] else {
            return .needsPassword(from: page)
        }
        let now = Configuration(page: page, cfg0: cfg0, cfg1: cfg1)
        guard let wanted = now.mirroring(request.content, from: bytes.lowerBound, on: chip) else {
            return .impossible("the counter is shown to those alone who know the password (NFC_CNT_PWD_PROT)")
        }
        if wanted == now { return .done }
        if !isOpen, let from = locks.protectedFrom, from <= page + 1 { return .needsPassword(from: from) }
        guard !locks.isConfigurationLocked else {
            return .impossible("its configuration is locked for ever (CFGLCK): no mirror can be set")
        }
        return .plan(
            MirrorPlan(
                mirror: AsciiMirror(request.content, bytes: bytes), writes: now.writes(to: wanted),
                expected: [page: wanted.cfg0, page + 1: wanted.cfg1]))
    }

    /// The memory once the mirror is set, without what it lays over.
    public func applied(to memory: PageMemory) -> PageMemory { memory.merging(expected) }

    /// The writes that are still missing.
    public func missing(in memory: PageMemory) -> [PageWrite] { writes.filter { memory[$0.page] != $0.data } }
}

extension Type2Layout {
    fileprivate func shows(_ content: AsciiMirror.Content) -> Bool {
        switch mirror {
        case .none, .unknown: false
        case .uid: content == .uid
        case .uidAndCounter: true
        }
    }
}

extension Configuration {
    /// The same with the mirror from this byte on, counted from the begin of page 0; nil where a password keeps the counter
    /// that it would show.
    ///
    /// NTAG210 and NTAG212 have no MIRROR_CONF: there MIRROR_PAGE alone switches the mirror on.
    fileprivate func mirroring(_ content: AsciiMirror.Content, from start: Int, on chip: Chip) -> Configuration? {
        var wanted = self
        wanted.cfg0[0] = cfg0[0] & 0xCF | UInt8(start % 4) << 4
        wanted.cfg0[2] = UInt8(truncatingIfNeeded: start / 4)
        guard chip.layout.mirror == .uidAndCounter else { return wanted }
        wanted.cfg0[0] = wanted.cfg0[0] & 0x3F | content.setting << 6
        if content == .uid { return wanted }
        guard cfg1[0] & 0x08 == 0 else { return nil }
        wanted.cfg1[0] |= 0x10
        return wanted
    }
}

extension AsciiMirror.Content {
    /// MIRROR_CONF.
    fileprivate var setting: UInt8 {
        switch self {
        case .uid: 1
        case .counter: 2
        case .uidAndCounter: 3
        }
    }
}
