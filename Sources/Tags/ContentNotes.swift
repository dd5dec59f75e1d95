/// What is worth saying of a tag beside its message, not yet in words.
struct ContentNotes: Sendable {
    /// What is found on a Type 2 tag, of which there may be something to say.
    struct Findings: Sendable {
        let container: CapabilityContainer?
        let controls: [ControlTLV]
        let locks: Type2Locks
        let mirror: AsciiMirror?
    }

    /// Said first.
    let findings: Findings?
    var others: [String]

    init(_ notes: [String] = []) {
        findings = nil
        others = notes
    }

    init(on findings: Findings, _ notes: [String]) {
        self.findings = findings
        others = notes
    }

    /// One sentence each; no payload, no secret.
    var words: [String] { findings.map { $0.words + others } ?? others }
}

extension ContentNotes.Findings {
    fileprivate var words: [String] {
        var notes = container.map { words(on: $0) } ?? []
        notes += wordsOnControls
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
        let delivered = layout.factoryChain.prefix(5).dropFirst(2)
        return controls.prefix(8).filter { $0.type != 0x01 || !$0.value.elementsEqual(delivered) }
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
