import Jobs
import Tags

extension TagImage {
    /// The names that Flipper gives to Type 2 chips, and the pages that it counts on each (`mf_ultralight.c`). On a chip
    /// of two sectors it counts on over both.
    static let flipperChips: [(chip: Chip, name: String, pageCount: Int)] = [
        (.ultralight, "Mifare Ultralight", 16),
        (.ultralightC, "Mifare Ultralight C", 48),
        (.mf0ul11, "Mifare Ultralight 11", 20),
        (.mf0ul21, "Mifare Ultralight 21", 41),
        (.ntag203, "NTAG203", 42),
        (.ntag213, "NTAG213", 45),
        (.ntag215, "NTAG215", 135),
        (.ntag216, "NTAG216", 231),
        (.ntagI2C1K, "NTAG I2C 1K", 231),
        (.ntagI2C2K, "NTAG I2C 2K", 485),
        (.ntagI2CPlus1K, "NTAG I2C Plus 1K", 236),
        (.ntagI2CPlus2K, "NTAG I2C Plus 2K", 492),
    ]

    static func flipperChip(named name: String) -> Chip? { flipperChips.first { $0.name == name }?.chip }

    /// `NTAG/Ultralight`: signature, version, counters, pages.
    static func flipperUltralight(_ flipper: FlipperFile, type: String?) throws(ImageError) -> TagImage {
        let uid = try flipper.uid(counts: [4, 7, 10], kind: "a tag of ISO/IEC 14443-3 type A")
        var notes = try flipper.zeroUIDNotes(uid)
        let chip = type.flatMap(flipperChip)
        if let type, chip == nil { notes.append("the type \(type.quoted) is not known") }
        guard let total = try flipper.number("Pages total", in: 1...mostType2Pages) else {
            throw ImageError(.broken, "the line Pages total: is missing")
        }
        return .type2(
            try flipperPages(flipper, total: total), as: .flipper, chip: chip, statedUID: uid, pageCount: total,
            version: try flipper.bytes("Mifare version", count: 8),
            signature: try flipper.bytes("Signature", count: 32), counters: try flipperCounters(flipper), notes: notes)
    }

    private static func flipperPages(_ flipper: FlipperFile, total: Int) throws(ImageError) -> PageMemory {
        // Files before data format version 1 have no such line: every page was read.
        let read = try flipper.number("Pages read", in: 0...total) ?? total
        var pages = PageMemory()
        for (number, field) in try flipper.numbered("Page", count: total).enumerated() {
            let bytes = try flipper.bytes(field, count: 4)
            guard number < read, !flipper.pagesNotRead.contains(number) else { continue }
            pages[number] = Page(bytes[0], bytes[1], bytes[2], bytes[3])
        }
        return pages
    }

    /// A counter of value 0 whose tearing flag is 0 was not read: a chip answers BD for a counter that it has (NXP
    /// MF0ULX1 rev. 3.2, 10.8), and Flipper writes zeros for those that it has not.
    private static func flipperCounters(_ flipper: FlipperFile) throws(ImageError) -> [Int: UInt32] {
        var counters: [Int: UInt32] = [:]
        for number in 0..<3 {
            guard let counter = try flipper.field("Counter", number) else { continue }
            let value = try flipper.number(counter, in: 0...0xFF_FFFF)
            let tearing = try flipper.field("Tearing", number).map { (field) throws(ImageError) in
                try flipper.bytes(field, count: 1)
            }
            if value > 0 || tearing ?? [0] != [0] { counters[number] = UInt32(value) }
        }
        return counters
    }
}
