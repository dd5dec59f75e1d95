/// What is worth saying of a tag beside its message, not yet in words.
struct ContentNotes: Sendable {
    /// The control TLVs of a Type 2 tag; nil: there is nothing to be said of TLVs, container, locks and mirror.
    let controls: [ControlTLV]?
    /// Said behind that.
    var others: [String]

    init(_ notes: [String] = []) {
        controls = nil
        others = notes
    }

    init(on controls: [ControlTLV], _ notes: [String]) {
        self.controls = controls
        others = notes
    }

    /// One sentence each, of a tag of which this is known; no payload, no secret.
    func words(on facts: TagContents.Facts) -> [String] {
        guard let controls, let locks = facts.locks else { return others }
        return Findings(container: facts.container, controls: controls, locks: locks, mirror: facts.mirror).words
            + others
    }
}

/// What is found on a Type 2 tag, of which there may be something to say.
private struct Findings {
    let container: CapabilityContainer?
    let controls: [ControlTLV]
    let locks: Type2Locks
    let mirror: AsciiMirror?

    var words: [String] {
        var notes = (container.map { words(on: $0) } ?? []) + wordsOnControls
        if locks.isContainerLocked { notes.append("the CC page is locked") }
        if locks.hasLocks { notes += wordsOnLocks }
        if let from = locks.protectedFrom {
            notes.append("a password protects pages from \(from) on\(locks.protectsReading ? ", reading too" : "")")
        }
        if let mirror {
            notes.append("an ASCII mirror of the \(mirror.content.rawValue) lies over \(pageList(mirror.pages))")
        }
        return notes
    }

    private var wordsOnLocks: [String] {
        var (locked, mayBeLocked, frozen) = ([Int](), [Int](), [Int]())
        for page in locks.layout.lockablePages {
            if locks.isLocked(page) {
                locked.append(page)
                continue
            }
            if locks.mayBeLocked(page) { mayBeLocked.append(page) }
            if locks.isLockBitFrozen(page) { frozen.append(page) }
        }
        var notes: [String] = []
        if !locked.isEmpty { notes.append("lock bits are set: \(pageList(locked)) can never be written again") }
        if !mayBeLocked.isEmpty {
            notes.append("lock bits are set: \(pageList(mayBeLocked)) may be locked, by the chip that it is")
        }
        if !frozen.isEmpty { notes.append("block-lock bits are set: \(pageList(frozen)) can never be locked") }
        return notes
    }

    private func words(on container: CapabilityContainer) -> [String] {
        let layout = locks.layout
        var notes: [String] = []
        // Of a chip whose user pages are not published nothing is expected.
        if layout.chip != nil, layout.accessControl != .unknown || layout.factoryContainer.word != 0 {
            let delivered = CapabilityContainer(layout.factoryContainer)
            let userBytes = layout.userPages.count * 4
            let expected = delivered.isAbsent ? userBytes : delivered.areaBytes
            if container.areaBytes != expected {
                let area = delivered.isAbsent ? "\(userBytes)" : "\(expected)/\(userBytes)"
                notes.append("CC \(container.areaBytes) bytes, chip area \(area); a CC cannot be cleared")
            }
        }
        if container.readAccess != 0 {
            notes.append("the CC says read access \([container.readAccess].hex.suffix(1))")
        }
        return notes
    }

    /// Chips that are delivered without a container have no control TLV to be compared with.
    private var wordsOnControls: [String] {
        let layout = locks.layout
        guard !controls.isEmpty, layout.chip != nil, layout.factoryContainer.word != 0 else { return [] }
        return controls.prefix(8).filter { !$0.begins(layout.factoryChain) }
            .map { "\($0.name) \($0.value.hex), which is not the one as delivered" }
    }
}

extension Type2Layout {
    /// The user pages that lock bits can lock, as far as it is known which.
    var lockablePages: Range<Int> {
        switch dynamicLocks {
        case .runs, .fours, .runsOfEither: userPages
        case .none, .unknown: userPages.clamped(to: 0..<16)
        }
    }
}
