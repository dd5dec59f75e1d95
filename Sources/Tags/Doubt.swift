extension Type2Layout {
    /// The same pages, of a chip that the tag is taken for by its reads and that this speaks against; nil: nothing does.
    package func doubted(for why: String?) -> Type2Layout {
        let doubt = chip == nil ? nil : why
        if doubt == self.doubt { return self }
        var layout = self
        layout.doubt = doubt
        return layout
    }

    /// Said where something for ever, or to its configuration, is asked of a tag that may not be of the chip it is taken for.
    var wordsOfDoubt: String? {
        guard let chip, let doubt else { return nil }
        return "that it is \(chip) is not proved: it answers no GET_VERSION here, and \(doubt); such a tag is "
            + "written, and neither locked, formatted nor protected"
    }
}

extension Chip {
    /// What speaks against a tag being of this chip, for which its reads alone speak; nil where nothing does.
    ///
    /// A lock page of another chip would be set wrongly for ever, and read back as set: so of NTAG203 and Ultralight C, whose
    /// lock bits differ from those of all others, everything is asked for that such a memory must show.
    ///
    /// - Parameter memory: what was read; pages 0 to 5 and those behind the user pages at least.
    package func doubt(on memory: PageMemory, uid: UID) -> String? {
        let notes = identityNotes(on: memory, chip: self, uid: uid, version: nil)
        if let note = notes.first { return note }
        guard case .fours(let page) = layout.dynamicLocks else { return nil }
        if let lockPage = memory[page], lockPage[3] == 0xBD {
            return "page \(page) ends in BD, as on NTAG21x alone"
        }
        return self == .ntag203 ? doubtOfNTAG203(memory) : doubtOfUltralightC(memory)
    }

    /// NXP NTAG203 data sheet rev. 3.0, 8.5.3 to 8.5.5: a container and a lock control TLV at delivery, and the counter in
    /// bytes 0 and 1 of page 29h. The container's bits go from 0 to 1 alone, so those of delivery are always set.
    private func doubtOfNTAG203(_ memory: PageMemory) -> String? {
        let delivered = layout.factoryContainer
        guard let container = memory[3], container.word & delivered.word == delivered.word else {
            return "its capability container lacks bits of \(delivered), with which \(self) is delivered"
        }
        let chain = Array(layout.factoryChain.prefix(5))
        guard let bytes = memory.bytes(of: 4..<6), bytes.starts(with: chain) else {
            return "the lock control TLV \(chain.hex), with which \(self) is delivered, does not stand at page 4"
        }
        // CFG0 of NTAG213 lies there: its last byte, AUTH0, is delivered as FF.
        guard let counter = layout.counterPage.flatMap({ memory[$0] }), counter[3] != 0xFF else {
            return "page 41 is rather CFG0 of another chip than the counter of \(self)"
        }
        return nil
    }

    /// A fake NTAG213 of 44 pages ends like Ultralight C.
    private func doubtOfUltralightC(_ memory: PageMemory) -> String? {
        let other = Array(Chip.ntag213.layout.factoryChain.prefix(5))
        guard memory.bytes(of: 4..<6)?.starts(with: other) != true else {
            return "the lock control TLV \(other.hex) of NTAG213 stands at page 4"
        }
        return nil
    }
}
