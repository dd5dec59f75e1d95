/// CFG0 and CFG1 of a chip with a password.
struct Configuration: Hashable, Sendable {
    /// That of CFG0.
    let page: Int
    var cfg0: Page
    var cfg1: Page

    /// As NTAG213, 215 and 216 are delivered (NXP NTAG213/215/216 data sheet rev. 3.2, 8.5.7): strong modulation on, AUTH0 FF, and
    /// byte 1 of CFG1 05. Ultralight EV1 is delivered with strong modulation on or off (MF0ULx1 rev. 3.2, 8.5.4), which one wrong
    /// bit would turn into each other: of no other chip is it known.
    func isAsDelivered(of chip: Chip) -> Bool {
        switch chip {
        case .ntag213, .ntag215, .ntag216:
            cfg0 == Page(0x04, 0x00, 0x00, 0xFF) && cfg1 == Page(0x00, 0x05, 0x00, 0x00)
        default: false
        }
    }

    /// CFGLCK.
    var isLocked: Bool { cfg1[0] & 0x40 != 0 }

    /// AUTH0 at this page, or below where it is already; PROT, AUTHLIM and CFGLCK where they were asked for. PROT of a tag
    /// that is protected stays; one left over on a tag that is not would keep from being read what nobody asked to.
    func protected(from first: Int, _ request: ProtectionRequest, isProtected: Bool) -> Configuration {
        var wanted = self
        wanted.cfg0[3] = min(cfg0[3], UInt8(truncatingIfNeeded: first))
        if request.protectsReading { wanted.cfg1[0] |= 0x80 } else if !isProtected { wanted.cfg1[0] &= 0x7F }
        if let limit = request.wrongPasswordLimit { wanted.cfg1[0] = wanted.cfg1[0] & 0xF8 | UInt8(limit & 0x07) }
        if request.locksConfiguration { wanted.cfg1[0] |= 0x40 }
        return wanted
    }

    /// AUTH0 FF and PROT 0, as delivered.
    var unprotected: Configuration {
        var wanted = self
        wanted.cfg0[3] = 0xFF
        wanted.cfg1[0] &= 0x7F
        return wanted
    }

    /// The same with CFGLCK left out.
    var unlocked: Configuration {
        var wanted = self
        wanted.cfg1[0] &= 0xBF
        return wanted
    }

    /// CFG1, then CFG0; those that differ.
    func writes(to wanted: Configuration) -> [PageWrite] {
        var writes: [PageWrite] = []
        if wanted.cfg1 != cfg1 { writes.append(PageWrite(page: page + 1, data: wanted.cfg1)) }
        if wanted.cfg0 != cfg0 { writes.append(PageWrite(page: page, data: wanted.cfg0)) }
        return writes
    }
}

extension PageMemory {
    /// The same with these pages.
    func merging(_ pages: [Int: Page]) -> PageMemory {
        var memory = self
        for (page, data) in pages { memory[page] = data }
        return memory
    }
}
