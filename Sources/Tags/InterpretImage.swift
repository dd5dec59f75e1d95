/// Says what is on a Type 2 tag, from an image of its memory.
///
/// The same walk as that of a tag on a reader, but an unread page cannot be had: it is neither asked for nor taken to be
/// zero, and one that the image marks as refused is no more than unread. A message that the image holds is what its maker
/// could read, whatever a password keeps from others. Pages with a password or key are not looked at.
func interpretType2(_ image: PageMemory, chip: Chip?) -> TagContents {
    let secretPages = Chip.secretPages(of: image, chip: chip)
    let memory = image.without(secretPages)
    let layout = chip?.type2Layout ?? Type2Layout(of: memory)
    let container = memory[3].map { CapabilityContainer($0) }
    if let container, let foreign = TagContents.foreign(container) {
        return TagContents(foreign, lockState: .notNDEF, container: container)
    }
    let area =
        container.map { DataArea(container: $0, layout: layout) }
        ?? DataArea(openEnded: 16..<max(16, min(layout.userPages.upperBound, memory.end) * 4))
    let locks = Type2Locks(knownOf: memory, layout: layout)
    let chain = TLVChain(memory: memory, area: area, layout: layout)
    var contents = TagContents(memory, chain, container, locks, unread: .isMissing)
    if container == nil {
        contents.capacityBytes = nil
        if case .message = contents.verdict {
            contents.notes.append("page 3, the capability container, is not in the image")
        } else {
            contents.verdict = .missing("page 3, the capability container, is not in the image")
        }
    } else if layout.chip == nil, area.pages.upperBound > memory.end {
        // Without the chip nothing but its container says how much the tag has, and it may say too much.
        contents.capacityBytes = nil
    }
    contents.keepBack(by: locks)
    if chip == nil { contents.noteSecrets(secretPages.filter { image[$0] != nil && area.pages.contains($0) }) }
    if mayMirror(memory, layout) {
        contents.notes.append("an ASCII mirror may be switched on; over which bytes is not known")
    }
    if !locks.isKnown(2..<layout.pageCount) || !locks.isProtectionKnown { contents.locks = nil }
    return contents
}

extension TagContents {
    /// What a password keeps from being read holds no message, unless the image has it: on the tag nobody sees whether
    /// there is one.
    fileprivate mutating func keepBack(by locks: Type2Locks) {
        guard lockState == .passwordReadWrite, let from = locks.protectedFrom else { return }
        switch verdict {
        case .empty, .broken:
            verdict = .passwordRead(from: from)
            capacityBytes = nil
            brokenMessage = nil
        default: break
        }
    }

    /// Why bytes that are in the image count as missing.
    fileprivate mutating func noteSecrets(_ pages: Set<Int>) {
        guard case .missing = verdict, !pages.isEmpty else { return }
        notes.append("\(pageList(pages)) may hold a password, as the chip is not known, and are not looked at")
    }
}

/// Whether a mirror that is not known could be on: MIRROR_PAGE is above 3 on every chip with a mirror that shows one.
func mayMirror(_ memory: PageMemory, _ layout: Type2Layout) -> Bool {
    guard layout.mirror == .unknown, let page = layout.configurationPage else { return false }
    return memory[page].map { $0[2] > 3 } ?? false
}

/// Says what is in a data area of which nothing else is known: neither its size, nor what is locked.
func interpretDataArea(_ bytes: [UInt8]) -> TagContents {
    let bytes = bytes.prefix((PageMemory.pageLimit - 4) * 4)
    var memory = PageMemory()
    memory.store(bytes, from: 4)
    // Of a whole memory whose first pages were left out, what stands behind the user pages is no part of the area.
    let ends = Chip.allCases.filter { $0.isSure(of: memory, pageCount: memory.end) }
        .compactMap { $0.type2Layout?.userPages.upperBound }
    let area = DataArea(openEnded: 16..<min(16 + bytes.count, (ends.min() ?? PageMemory.pageLimit) * 4))
    let secretPages = Chip.secretPages(of: memory, chip: nil)
    // The bytes that fill the last page up stand behind the area and are not looked at.
    memory.store(bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4), from: 4)
    let layout = Type2Layout(of: PageMemory())
    let locks = Type2Locks(knownOf: PageMemory(), layout: layout)
    memory = memory.without(secretPages)
    let chain = TLVChain(memory: memory, area: area, layout: layout)
    var contents = TagContents(memory, chain, nil, locks, unread: .isMissing)
    contents.noteSecrets(secretPages.filter { area.pages.contains($0) })
    contents.locks = nil
    contents.capacityBytes = nil
    return contents
}

/// Says what a message without a tag is; no bytes at all are no message.
func interpretMessage(_ bytes: [UInt8]) -> TagContents {
    var contents = TagContents(bytes.isEmpty ? .empty : .of(message: bytes))
    if case .broken = contents.verdict { contents.brokenMessage = bytes }
    return contents
}

extension PageMemory {
    /// The same memory with these pages and every refused one unread.
    fileprivate func without(_ pages: Set<Int>) -> PageMemory {
        var memory = self
        for page in 0..<end where pages.contains(page) || memory[state: page] == .refused { memory[page] = nil }
        return memory
    }
}
