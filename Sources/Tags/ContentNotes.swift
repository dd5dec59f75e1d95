import NDEF

extension TagContents {
    /// The verdict on the bytes of a message.
    static func verdict(ofMessage bytes: [UInt8]) -> Verdict {
        do throws(NDEFError) {
            try Message.check(bytes)
            return .message(bytes)
        } catch {
            return .broken("no NDEF message: \(error)")
        }
    }

    /// What is worth saying of a tag's container, chain, locks and mirror.
    static func notes(
        on container: CapabilityContainer?, _ chain: TLVChain, _ locks: Type2Locks, _ mirror: AsciiMirror?
    ) -> [String] {
        var notes = container.map { Self.notes(on: $0, locks.layout) } ?? []
        notes += Self.notes(on: chain, locks.layout)
        if locks.isContainerLocked { notes.append("the CC page is locked") }
        let locked = locks.hasLocks ? locks.layout.lockablePages.filter { locks.isLocked($0) } : []
        if !locked.isEmpty { notes.append("lock bits are set: \(pageList(locked)) can never be written again") }
        let mayBeLocked =
            locks.hasLocks ? locks.layout.lockablePages.filter { locks.mayBeLocked($0) && !locks.isLocked($0) } : []
        if !mayBeLocked.isEmpty {
            notes.append("lock bits are set: \(pageList(mayBeLocked)) may be locked, by the chip that it is")
        }
        let frozen =
            locks.hasLocks ? locks.layout.lockablePages.filter { locks.isLockBitFrozen($0) && !locks.isLocked($0) } : []
        if !frozen.isEmpty { notes.append("block-lock bits are set: \(pageList(frozen)) can never be locked") }
        if let from = locks.protectedFrom {
            notes.append("a password protects pages from \(from) on\(locks.protectsReading ? ", reading too" : "")")
        }
        if let mirror {
            notes.append("an ASCII mirror of the \(mirror.content.rawValue) lies over \(pageList(mirror.pages))")
        }
        return notes
    }

    private static func notes(on container: CapabilityContainer, _ layout: Type2Layout) -> [String] {
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
    private static func notes(on chain: TLVChain, _ layout: Type2Layout) -> [String] {
        guard !chain.controls.isEmpty, layout.chip != nil, layout.factoryContainer.word != 0 else { return [] }
        let delivered = layout.factoryChain.prefix(5).dropFirst(2)
        return chain.controls.prefix(8).filter { $0.type != 0x01 || !$0.value.elementsEqual(delivered) }
            .map { "\($0.name) \($0.value.hex), which is not the one as delivered" }
    }
}

extension Type2Layout {
    /// The user pages that lock bits can lock, as far as it is known which.
    var lockablePages: Range<Int> {
        switch dynamicLocks {
        case .runs, .fours, .runsOfOneOf: userPages
        case .none, .unknown: userPages.clamped(to: 0..<16)
        }
    }
}
