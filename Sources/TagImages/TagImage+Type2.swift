import Tags

extension TagImage {
    /// The most pages that an image of a Type 2 tag has: those of both sectors of an NTAG I2C 2K, one behind the other.
    static let mostType2Pages = 512

    /// An image of a Type 2 tag: every format that has the pages of one comes through here, so that what is concluded
    /// from pages is concluded in one place.
    ///
    /// - Parameters:
    ///   - pages: what the file has; password pages that read as zero become unknown, since a tag answers zeros for
    ///     them whatever they hold (NXP NTAG213/215/216 data sheet rev. 3.2, 8.8).
    ///   - chip: as the file names it; nil where it does not.
    ///   - statedUID: as the file states it beside the memory.
    ///   - pageCount: how many pages the file says the tag has; nil where it does not.
    ///   - version: the answer to GET_VERSION; eight zero bytes are none.
    ///   - signature: 32 zero bytes are none.
    static func type2(
        _ pages: PageMemory, as format: ImageFormat, chip: Chip? = nil, statedUID: UID? = nil, pageCount: Int? = nil,
        version: [UInt8]? = nil, signature: [UInt8]? = nil, counters: [Int: UInt32] = [:], notes: [String] = []
    ) -> TagImage {
        let version = version.flatMap(nilIfZero)
        let chip = chip ?? Chip(image: pages, pageCount: pageCount ?? pages.end, version: version)
        let ownUID = UID(pages: pages, chip: chip)
        let notes = notes + contradictions(in: pages, chip: chip, statedUID: statedUID, version: version)
        return TagImage(
            format: format, uid: ownUID ?? statedUID, chip: chip, memory: .type2(known(pages, of: chip)),
            version: version, signature: signature.flatMap(nilIfZero), counters: counters, notes: notes)
    }

    /// The pages of which something is known, and no more of them: two files that know the same are equal.
    private static func known(_ pages: PageMemory, of chip: Chip?) -> PageMemory {
        var known = PageMemory()
        let secretPages = chip?.secretPages ?? 0..<0
        for page in 0..<pages.end where pages[state: page] != .unread {
            let isSecret = secretPages.contains(page)
            if !(isSecret && pages[page]?.word == 0) { known[state: page] = pages[state: page] }
        }
        return known
    }

    private static func nilIfZero(_ bytes: [UInt8]) -> [UInt8]? { bytes.allSatisfy { $0 == 0 } ? nil : bytes }
}
