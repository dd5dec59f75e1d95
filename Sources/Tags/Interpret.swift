import NDEF

/// Says what is on a tag of this chip, from its memory alone; an image file and a presented tag both end here.
///
/// While pages are missing the verdict is `needs`; read them (or mark them refused) and ask again. It always makes
/// progress, and ends after at most as many rounds as the chip has pages. Pages behind the message are not needed.
public func interpret(_ memory: PageMemory, chip: Chip) -> TagContents {
    let layout = chip.layout
    let lockPages = layout.dynamicLockPage..<(layout.configurationPage + 2)
    if let pages = memory.firstUnreadRun(in: 0..<4) ?? memory.firstUnreadRun(in: lockPages) {
        return TagContents(.needs(pages))
    }
    let container = memory[3].map { CapabilityContainer($0) }
    if let container, let foreign = foreignVerdict(of: container) {
        var contents = TagContents(foreign, lockState: .notNDEF)
        contents.container = container
        contents.locks = Type2Locks(memory: memory, chip: chip)
        return contents
    }
    var contents: TagContents
    switch Protection(memory: memory, chip: chip) {
    case .needs(let pages): contents = TagContents(.needs(pages))
    case .damaged(let what): contents = TagContents(.damaged(what))
    case .password(let from): contents = TagContents(.passwordRead(from: from), lockState: .passwordReadWrite)
    case .known(let locks):
        guard let container else {
            // Not reached: a refused page 3 is damage or a password.
            contents = TagContents(.damaged(Protection.unexplained([3])))
            break
        }
        contents = readable(memory, chip: chip, container: container, locks: locks)
    }
    contents.container = container
    return contents
}

private func foreignVerdict(of container: CapabilityContainer) -> TagContents.Verdict? {
    if container.isAbsent { return .unformatted }
    return container.notNDEFReason.map { .notNDEF($0) }
}

/// The contents of a tag whose container is right and whose locks are known.
private func readable(
    _ memory: PageMemory, chip: Chip, container: CapabilityContainer, locks: Type2Locks
) -> TagContents {
    let area = DataArea(container: container, layout: chip.layout)
    let chain = TLVChain(memory: memory, area: area, layout: chip.layout)
    let mirror = AsciiMirror(memory: memory, chip: chip)
    var contents = TagContents(.empty, lockState: locks.state(container: container, area: area.pages))
    contents.locks = locks
    contents.mirror = mirror
    contents.notes = notes(on: container, chain, locks, mirror)
    contents.verdict = verdict(of: chain, memory, notes: &contents.notes)
    switch contents.verdict {
    case .broken, .empty, .message:
        contents.capacityBytes = Placement(chain: chain, layout: chip.layout)?.capacity
    case .needs, .missing, .unformatted, .notNDEF, .damaged, .passwordRead: break
    }
    return contents
}

/// No user page is refused here (`Protection`); a refusal is still answered with what it would be.
private func verdict(of chain: TLVChain, _ memory: PageMemory, notes: inout [String]) -> TagContents.Verdict {
    switch chain.end {
    case .needs(let pages): return .needs(pages)
    case .refused(let page): return .damaged(Protection.unexplained([page]))
    case .broken(let what): return .broken(what)
    case .noMessage: return .empty
    case .ndef(let tlv):
        if tlv.length == 0 { return .empty }
        switch chain.value(of: tlv, in: memory) {
        case .needs(let pages):
            let present = chain.area.usable(from: tlv.valueOffset).prefix(tlv.length)
                .prefix { memory[$0 / 4] != nil }.count
            notes.append("TLV says \(tlv.length), \(present) read so far")
            return .needs(pages)
        case .refused(let page): return .damaged(Protection.unexplained([page]))
        case .truncated(let present): return .broken("TLV says \(tlv.length), \(present) present")
        case .bytes(let bytes):
            do throws(NDEFError) {
                _ = try Message(decoding: bytes)
                return .message(bytes)
            } catch {
                return .broken("no NDEF message: \(error)")
            }
        }
    }
}

private func notes(
    on container: CapabilityContainer, _ chain: TLVChain, _ locks: Type2Locks, _ mirror: AsciiMirror?
) -> [String] {
    let layout = locks.layout
    let delivered = CapabilityContainer(layout.factoryContainer).areaBytes
    let userBytes = layout.userPages.count * 4
    var notes: [String] = []
    if container.areaBytes != delivered {
        notes.append("CC \(container.areaBytes) bytes, chip area \(delivered)/\(userBytes); a CC cannot be cleared")
    }
    if container.readAccess != 0 {
        notes.append("the CC says read access \([container.readAccess].hex.suffix(1))")
    }
    let deliveredControl = Array(layout.factoryControl.dropFirst(2))
    for control in chain.controls.prefix(8) where control.type != 0x01 || control.value != deliveredControl {
        notes.append("\(control.name) \(control.value.hex), which is not the one as delivered")
    }
    if locks.isContainerLocked { notes.append("the CC page is locked") }
    let locked = locks.hasLocks ? layout.userPages.filter { locks.isLocked($0) } : []
    if !locked.isEmpty { notes.append("lock bits are set: \(pageList(locked)) can never be written again") }
    let frozen =
        locks.hasBlockLocks ? layout.userPages.filter { locks.isLockBitFrozen($0) && !locks.isLocked($0) } : []
    if !frozen.isEmpty { notes.append("block-lock bits are set: \(pageList(frozen)) can never be locked") }
    if let from = locks.protectedFrom {
        notes.append("a password protects pages from \(from) on\(locks.protectsReading ? ", reading too" : "")")
    }
    if let mirror {
        notes.append("an ASCII mirror of the \(mirror.content.rawValue) lies over \(pageList(mirror.pages))")
    }
    return notes
}
