/// What brings a password onto a tag: whether PWD and PACK are to be written, and the values of CFG1 and CFG0.
///
/// The order is that of safety: PWD and PACK act at once, and are tried with AUTH0 still untouched; CFG1 next, CFG0 with
/// AUTH0 last, since the configuration acts from the next activation on; CFGLCK only by name, after everything else. Every
/// other bit stays as it was read.
///
/// Source: NXP NTAG213/215/216 data sheet rev. 3.2, 8.5.7 and 8.8.
public struct ProtectionPlan: Hashable, Sendable {
    /// What came of planning.
    public enum Making: Hashable, Sendable {
        /// The tag is protected as asked, with this very password.
        case done
        /// The chip has no password, or it is not known well enough.
        case unsupported(String)
        /// The tag can never be protected as asked; why.
        case impossible(String)
        /// A password protects the tag already, from this page on, and was not given.
        case needsPassword(from: Int)
        case plan(ProtectionPlan)
    }

    public let request: ProtectionRequest
    /// The tag is open already: PWD is the password that is asked for.
    public let isOpen: Bool
    /// PWD and PACK are to be written.
    public let setsPassword: Bool
    /// CFG1, then CFG0; those that differ.
    public let writes: [PageWrite]
    /// CFG1 once more, with CFGLCK; nil where that was not asked for, or is set.
    public let closing: PageWrite?
    /// What CFG0 and CFG1 must hold afterwards.
    public let expected: [Int: Page]
    /// The last protected user page whose lock bit is not set, and that no mirror hides: an unauthenticated write of the bytes it holds must fail.
    public let testPage: Int?
    /// The first of PWD and PACK.
    public let passwordPage: Int
    /// CFG0 and CFG1 are as the chip is delivered, for sure. Of any other tag their old bits are written again with the new
    /// ones: they are read twice before.
    public let isOfTagAsDelivered: Bool

    /// - Parameters:
    ///   - opened: what the tag answered to the password of the request, in this activation; nil: it was not asked.
    ///   - mirrored: pages over which a mirror will be switched on: what they hold cannot be read then.
    public static func make(
        _ memory: PageMemory, layout: Type2Layout, request: ProtectionRequest, opened: [UInt8]? = nil,
        mirrored: Range<Int>? = nil
    ) -> Making {
        guard let chip = layout.chip, chip.passwordIsKnown, case .password(let page) = layout.accessControl else {
            return .unsupported(layout.words { "\($0) has no password that is known for sure" })
        }
        if let doubt = layout.wordsOfDoubt { return .unsupported(doubt) }
        if let limit = request.wrongPasswordLimit, !(1...7).contains(limit) {
            return .impossible("so many wrong passwords cannot be counted: 1 to 7")
        }
        let locks = Type2Locks(memory: memory, layout: layout)
        if opened == nil, let from = locks?.protectedFrom { return .needsPassword(from: from) }
        guard let locks, let cfg0 = memory[page], let cfg1 = memory[page + 1] else {
            return .needsPassword(from: page)
        }
        let configuration = Configuration(page: page, cfg0: cfg0, cfg1: cfg1)
        let wanted = configuration.protected(
            from: layout.userPages.lowerBound, request, isProtected: locks.protectedFrom != nil)
        let mirror = AsciiMirror(memory: memory, layout: layout)
        let isPasswordSet = opened == request.password.acknowledgement
        if wanted == configuration, isPasswordSet { return .done }
        guard !locks.isConfigurationLocked else {
            return .impossible("its configuration is locked for ever (CFGLCK): how it is protected can never change")
        }
        return .plan(
            ProtectionPlan(
                request: request, isOpen: opened != nil, setsPassword: !isPasswordSet,
                writes: configuration.writes(to: wanted.unlocked),
                closing: wanted.isLocked ? PageWrite(page: page + 1, data: wanted.cfg1) : nil,
                expected: [page: wanted.cfg0, page + 1: wanted.cfg1],
                testPage: layout.userPages.last { page in
                    !locks.isLocked(page) && ![mirror?.pages, mirrored].contains { $0?.contains(page) == true }
                }, passwordPage: page + 2, isOfTagAsDelivered: configuration.isAsDelivered(of: chip)))
    }

    /// PROT will be set, by the request or because it is.
    public var protectsReading: Bool { expected[passwordPage - 1].map { $0[0] & 0x80 != 0 } ?? false }

    /// The memory once the tag is protected.
    public func applied(to memory: PageMemory) -> PageMemory {
        memory.merging(expected)
    }

    /// What CFG0 and CFG1 must hold before CFGLCK is set.
    public var expectedWithoutClosing: [Int: Page] {
        guard let closing, var page = expected[closing.page] else { return expected }
        page[0] &= 0xBF
        return expected.merging([closing.page: page]) { $1 }
    }

    /// The writes of CFG1 and CFG0 that are still missing.
    public func missingWithoutClosing(in memory: PageMemory) -> [PageWrite] {
        writes.filter { memory[$0.page] != $0.data }
    }
}

extension Chip {
    /// Whether AUTH0, PROT, AUTHLIM, CFGLCK, PWD and PACK stand where the data sheets of NTAG21x and Ultralight EV1 say.
    ///
    /// NTAG I2C plus is none of them: it counts wrong passwords otherwise.
    package var passwordIsKnown: Bool {
        switch self {
        case .mf0ul11, .mf0ul21, .ntag210, .ntag212, .ntag213, .ntag213F, .ntag215, .ntag216, .ntag216F: true
        default: false
        }
    }
}
