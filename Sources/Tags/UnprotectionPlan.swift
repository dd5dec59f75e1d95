/// What takes a password off a tag that was opened: PROT 0 and AUTH0 FF, then PWD and PACK as they are delivered. Every
/// other bit stays as it was read.
public struct UnprotectionPlan: Hashable, Sendable {
    public enum Making: Hashable, Sendable {
        case unsupported(String)
        case impossible(String)
        /// A password protects the tag from this page on, and was not given.
        case needsPassword(from: Int)
        case plan(UnprotectionPlan)
    }

    /// CFG1, then CFG0; those that differ. Empty where nothing is protected.
    public let writes: [PageWrite]
    /// What CFG0 and CFG1 must hold afterwards.
    public let expected: [Int: Page]
    /// The first of PWD and PACK.
    public let passwordPage: Int

    /// - Parameter isOpen: the tag was opened with its password, in this activation.
    public static func make(_ memory: PageMemory, layout: Type2Layout, isOpen: Bool = false) -> Making {
        guard let chip = layout.chip, chip.passwordIsKnown, case .password(let page) = layout.accessControl else {
            let name = layout.chip?.description ?? Chip.unknown.description
            return .unsupported("\(name) has no password that is known for sure")
        }
        let locks = Type2Locks(memory: memory, layout: layout)
        if !isOpen, let from = locks?.protectedFrom { return .needsPassword(from: from) }
        guard let locks, let cfg0 = memory[page], let cfg1 = memory[page + 1] else {
            return .needsPassword(from: page)
        }
        let configuration = Configuration(page: page, cfg0: cfg0, cfg1: cfg1)
        let wanted = configuration.unprotected
        guard wanted == configuration || !locks.isConfigurationLocked else {
            return .impossible("its configuration is locked for ever (CFGLCK): the password stays")
        }
        return .plan(
            UnprotectionPlan(
                writes: configuration.writes(to: wanted), expected: [page: wanted.cfg0, page + 1: wanted.cfg1],
                passwordPage: page + 2))
    }

    /// The writes of CFG1 and CFG0 that are still missing.
    public func missing(in memory: PageMemory) -> [PageWrite] {
        writes.filter { memory[$0.page] != $0.data }
    }
}
