import Jobs
import Tags

extension TagImage {
    /// `mfu`: the pages of a Type 2 tag, and what else it answered. Pages that are not in the file are unknown. The name of
    /// the chip under `Card.Chip` is ours: Proxmark's client neither writes nor misses it.
    static func proxmarkMFU(_ proxmark: ProxmarkFile) throws(ImageError) -> TagImage {
        var pages = PageMemory()
        for (number, bytes) in try proxmark.blocks(of: 4, below: mostType2Pages) {
            pages[number] = Page(bytes[0], bytes[1], bytes[2], bytes[3])
        }
        var counters: [Int: UInt32] = [:]
        for number in 0..<3 {
            guard let bytes = try proxmark.card("Counter\(number)", count: 3) else { continue }
            let tearing = try proxmark.card("Tearing\(number)", count: 1) ?? [0]
            counters[number] = counter(bytes, tearing: tearing[0])
        }
        var chip: Chip?
        if case .string(let name)? = proxmark.root["Card"]?["Chip"] { chip = Chip(name: name) }
        return .type2(
            pages, as: .proxmarkJSON, chip: chip, statedUID: try proxmark.uid(counts: [4, 7, 10]),
            version: try proxmark.card("Version", count: 8), signature: try proxmark.card("Signature", count: 32),
            counters: counters)
    }

    /// A counter as the chip answers it, the lowest byte first (NXP MF0ULX1 rev. 3.2, 10.7). Zeros with a tearing flag of
    /// zero were not read: the flag of a counter that is there is BD (10.9).
    static func counter(_ bytes: [UInt8], tearing: UInt8) -> UInt32? {
        let value = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        return value == 0 && tearing == 0 ? nil : value
    }
}
