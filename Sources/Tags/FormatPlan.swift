/// The one write that makes a tag an NDEF tag which was delivered without a capability container.
///
/// Page 3 is one-time programmable: bits go from 0 to 1 alone, for ever (NXP MF0ICU2 data sheet rev. 3.3, 7.5.4). So the
/// container is written last, when the message stands behind it and was compared, and only where old and new bits together
/// are the container that is wanted.
public struct FormatPlan: Hashable, Sendable {
    /// What came of planning.
    public enum Making: Hashable, Sendable {
        /// The container is a right one.
        case done
        case impossible(String)
        /// A password protects page 3.
        case needsPassword(from: Int)
        case plan(FormatPlan)
    }

    /// Page 3, with the container.
    public let write: PageWrite

    /// - Parameter isOpen: the tag was opened with its password, in this activation.
    public static func make(_ memory: PageMemory, layout: Type2Layout, isOpen: Bool = false) -> Making {
        guard let page = memory[3] else { return .impossible("the capability container is not known") }
        let old = CapabilityContainer(page)
        if old.isOfNDEF { return .done }
        guard let chip = layout.chip, let wanted = container(of: chip) else {
            return .impossible(
                "unsupported chip for formatting: "
                    + layout.words { "which container \($0) takes is not known for sure" })
        }
        if let doubt = layout.wordsOfDoubt { return .impossible(doubt) }
        guard page.word | wanted.word == wanted.word else {
            return .impossible(
                "the capability container \(page) can never become \(wanted): its bits go from 0 to 1 alone")
        }
        guard let locks = Type2Locks(memory: memory, layout: layout) else {
            if let page = layout.configurationPage, memory[state: page] == .refused {
                return .needsPassword(from: page)
            }
            return .impossible("the lock bits of the tag are not known")
        }
        if locks.isContainerLocked { return .impossible("page 3 is locked: it takes no capability container any more") }
        if !isOpen, let from = locks.protectedFrom, from <= 3 { return .needsPassword(from: from) }
        return .plan(FormatPlan(write: PageWrite(page: 3, data: wanted)))
    }

    /// The memory once the container is written.
    public func applied(to memory: PageMemory) -> PageMemory {
        var memory = memory
        memory[write.page] = write.data
        return memory
    }

    /// The container that the chip takes: the one that it is delivered with, or, on chips that are delivered without, version
    /// 1.0 with the room of the user pages (NFC Forum Type 2 Tag 1.2, 6.1). Nil where that is not known for sure.
    static func container(of chip: Chip) -> Page? {
        guard chip.locksAreKnown else { return nil }
        let layout = chip.layout
        guard layout.factoryContainer.word == 0 else { return layout.factoryContainer }
        return Page(0xE1, 0x10, UInt8(truncatingIfNeeded: layout.userPages.count * 4 / 8), 0x00)
    }
}
