/// Says what is on a Type 2 tag, from an image of its memory.
///
/// The same walk as that of a tag on a reader, but an unread page cannot be had: it is neither asked for nor taken to be
/// zero, and one that the image marks as refused is no more than unread. What the image holds is what its maker could
/// read, whatever a password keeps from others.
func interpretType2(_ memory: PageMemory, chip: Chip?) -> TagContents {
    let memory = memory.withoutRefusals
    let layout = chip?.type2Layout ?? Type2Layout(of: memory)
    let container = memory[3].map { CapabilityContainer($0) }
    if let container, let contents = TagContents(foreign: container) { return contents }
    let area =
        container.map { DataArea(container: $0, layout: layout) }
        ?? DataArea(openEnded: 16..<max(16, min(layout.userPages.upperBound, memory.end) * 4))
    let locks = Type2Locks(knownOf: memory, layout: layout)
    var contents = TagContents(memory, area, container, locks, unread: .isMissing)
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
    if mayMirror(memory, layout) {
        contents.notes.append("an ASCII mirror may be switched on; over which bytes is not known")
    }
    if !locks.isKnown(2..<layout.pageCount) || !locks.isProtectionKnown { contents.locks = nil }
    return contents
}

/// Whether a mirror that is not known could be on: MIRROR_PAGE is above 3 on every chip with a mirror that shows one.
private func mayMirror(_ memory: PageMemory, _ layout: Type2Layout) -> Bool {
    guard layout.mirror == .unknown, let page = layout.configurationPage else { return false }
    return memory[page].map { $0[2] > 3 } ?? false
}

/// Says what is in a data area of which nothing else is known: neither its size, nor what is locked.
func interpretDataArea(_ bytes: [UInt8]) -> TagContents {
    let bytes = bytes.prefix((PageMemory.pageLimit - 4) * 4)
    var memory = PageMemory()
    // The bytes that fill the last page up stand behind the area and are not looked at.
    memory.store(bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4), from: 4)
    let layout = Type2Layout(of: PageMemory())
    let locks = Type2Locks(knownOf: PageMemory(), layout: layout)
    var contents = TagContents(memory, DataArea(openEnded: 16..<(16 + bytes.count)), nil, locks, unread: .isMissing)
    contents.locks = nil
    contents.capacityBytes = nil
    return contents
}

/// Says what a message without a tag is; no bytes at all are no message.
func interpretMessage(_ bytes: [UInt8]) -> TagContents {
    var contents = TagContents(bytes.isEmpty ? .empty : TagContents.verdict(ofMessage: bytes))
    if case .broken = contents.verdict { contents.brokenMessage = bytes }
    return contents
}

extension PageMemory {
    /// The same memory with every refused page unread.
    fileprivate var withoutRefusals: PageMemory {
        var memory = self
        for page in 0..<end where memory[state: page] == .refused { memory[page] = nil }
        return memory
    }
}
