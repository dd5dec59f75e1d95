import Tags

/// The configuration pages as they act in one activation.
///
/// NXP NTAG213/215/216 data sheet, 8.5.7. New values act after the next power-on reset; PWD and PACK act at once and
/// are not kept here.
struct TagConfiguration: Sendable {
    /// The first protected page of sector 0; above the last page: no protection.
    private(set) var firstProtectedPage = Int.max
    /// Whether sector 1 is protected as a whole (2K_PROT of NTAG I2C plus).
    private(set) var protectsSector1 = false
    /// Whether NFC has no way to sector 1 (NFC_DIS_SEC1).
    private(set) var closesSector1 = false
    /// PROT: reads are protected too.
    private(set) var protectsReads = false
    /// CFGLCK: CFG0 and CFG1 cannot be written.
    private(set) var isLocked = false
    /// So many wrong passwords close the tag for ever, 128 at most; 0: no limit.
    private(set) var wrongPasswordLimit: UInt8 = 0
    private(set) var countsReads = false
    private(set) var counterNeedsPassword = false
    /// The tamper loop is looked at, and its message cannot be written (NTAG213 TT).
    private(set) var watchesLoop = false
    private(set) var locksTamperMessage = false
    /// What is mirrored, as MIRROR_CONF says it: bit 0 UID, bit 1 counter.
    private(set) var mirrored: UInt8 = 0
    /// Where the mirror begins, counted in bytes from page 0; 1023 at most.
    private(set) var mirrorOffset: UInt16 = 0

    init() {}

    init(_ memory: borrowing TagMemory) {
        switch memory.facts.table.protection {
        case .none: break
        case .password(let page): takePassword(memory, page)
        case .passwordAndSectors(let page): takePasswordAndSectors(memory, page)
        case .keys(let page):
            // AUTH0 counts from page 3; bit 0 of AUTH1 is 0 for reads too (NXP MF0ICU2 data sheet rev. 3.3, page 15).
            firstProtectedPage = max(3, Int(memory.byte(0, of: page)))
            protectsReads = memory.byte(0, of: page + 1) & 0x01 == 0
        }
    }

    private mutating func takePassword(_ memory: borrowing TagMemory, _ page: Int) {
        let (cfg0, access) = (Page(word: memory.word(page)), memory.byte(0, of: page + 1))
        firstProtectedPage = Int(cfg0[3])
        protectsReads = access & 0x80 != 0
        isLocked = access & 0x40 != 0
        wrongPasswordLimit = access & 0x07
        if memory.facts.table.commands.contains(.tamperStatus) {
            watchesLoop = cfg0[1] & 0x02 != 0
            locksTamperMessage = cfg0[1] & 0x04 != 0
        }
        switch memory.facts.table.mirror {
        case .none: return
        // NTAG210 and NTAG212 have no MIRROR_CONF: MIRROR_PAGE alone switches the mirror of the UID on.
        case .uid: mirrored = 1
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
        mirrorOffset = 4 * UInt16(cfg0[2]) + UInt16(cfg0[0] >> 4 & 3)
    }

    /// NTAG I2C plus (NXP AN11786 rev. 1.1, 3.2): AUTH0 above EBh is off, AUTHLIM n stands for 2^n.
    private mutating func takePasswordAndSectors(_ memory: borrowing TagMemory, _ page: Int) {
        let (auth0, access) = (Int(memory.byte(3, of: page)), memory.byte(0, of: page + 1))
        firstProtectedPage = auth0 > 0xEB ? Int.max : auth0
        protectsReads = access & 0x80 != 0
        closesSector1 = access & 0x20 != 0
        wrongPasswordLimit = access & 0x07 == 0 ? 0 : 1 << (access & 0x07)
        protectsSector1 = memory.byte(0, of: page + 4) & 0x08 != 0
    }

    /// Whether a write to this page needs the password.
    func isProtected(_ address: PageAddress) -> Bool {
        switch address.sector {
        case 0: address.page >= firstProtectedPage
        case 1: protectsSector1
        default: false
        }
    }

    /// The ASCII digits that reads show over the stored bytes, and where they begin; nil when no mirror is on.
    ///
    /// 14 digits of the UID, 6 of the counter, both with an `x` between (data sheet, 8.7 to 8.9). A mirror that would
    /// not end inside the user pages is off.
    func mirror(_ memory: borrowing TagMemory, isAuthenticated: Bool) -> (offset: Int, text: [UInt8])? {
        guard mirrored != 0 else { return nil }
        let showsCounter = mirrored & 2 != 0 && countsReads && (!counterNeedsPassword || isAuthenticated)
        var text = ""
        if mirrored & 1 != 0 { text += Self.digits(memory.uid.bytes) }
        if showsCounter {
            if !text.isEmpty { text += "x" }
            let count = memory.counter
            text += Self.digits([UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)])
        }
        let offset = Int(mirrorOffset)
        guard !text.isEmpty, offset + text.utf8.count <= 4 * (memory.facts.table.lastUserPage + 1) else { return nil }
        return (offset, Array(text.utf8))
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
