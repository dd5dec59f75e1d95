import Tags

/// The configuration pages as they act in one activation.
///
/// NXP NTAG213/215/216 data sheet, 8.5.7. New values act after the next power-on reset; PWD and PACK act at once and are
/// not kept here.
struct TagConfiguration: Sendable {
    /// The first protected page; above the last page: no protection.
    var firstProtectedPage = 0xFF
    /// PROT: reads are protected too.
    var protectsReads = false
    /// CFGLCK: CFG0 and CFG1 cannot be written.
    var isLocked = false
    /// AUTHLIM: so many wrong passwords close the tag for ever; 0: no limit.
    var wrongPasswordLimit = 0
    var countsReads = false
    var counterNeedsPassword = false
    /// MIRROR_CONF: bit 0 UID, bit 1 counter.
    var mirrored: UInt8 = 0
    /// Where the mirror begins, counted in bytes from page 0.
    var mirrorOffset = 0

    init() {}

    init(_ memory: TagMemory) {
        guard let page = memory.table.configurationPage else { return }
        let cfg0 = memory[page: page]
        let access = memory[page: page + 1][0]
        firstProtectedPage = Int(cfg0[3])
        protectsReads = access & 0x80 != 0
        isLocked = access & 0x40 != 0
        wrongPasswordLimit = Int(access & 0x07)
        switch memory.table.mirror {
        case .none: return
        case .uid: mirrored = cfg0[0] >> 6 & 1
        case .uidAndCounter:
            mirrored = cfg0[0] >> 6
            countsReads = access & 0x10 != 0
            counterNeedsPassword = access & 0x08 != 0
        }
        // MIRROR_PAGE enables the mirror only above 3.
        guard cfg0[2] > 3 else {
            mirrored = 0
            return
        }
        mirrorOffset = 4 * Int(cfg0[2]) + Int(cfg0[0] >> 4 & 3)
    }

    /// The ASCII digits that reads show over the stored bytes, and where they begin; nil when no mirror is on.
    ///
    /// 14 digits of the UID, 6 of the counter, both with an `x` between (data sheet, 8.7 to 8.9). A mirror that would not
    /// end inside the user pages is off.
    func mirror(_ memory: TagMemory, isAuthenticated: Bool) -> (offset: Int, text: [UInt8])? {
        guard mirrored != 0 else { return nil }
        let showsCounter = mirrored & 2 != 0 && countsReads && (!counterNeedsPassword || isAuthenticated)
        var text = ""
        if mirrored & 1 != 0 { text += Self.digits(memory.uid.bytes) }
        if showsCounter {
            if !text.isEmpty { text += "x" }
            let count = memory.counter
            text += Self.digits([UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)])
        }
        guard !text.isEmpty, mirrorOffset + text.utf8.count <= 4 * (memory.table.lastUserPage + 1) else { return nil }
        return (mirrorOffset, Array(text.utf8))
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
