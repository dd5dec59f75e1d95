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
    ///   - chip: as the file names it; nil where it does not. Where the memory is another's, that one counts.
    ///   - statedUID: as the file states it beside the memory.
    ///   - pageCount: how many pages the file says the tag has; nil where it does not.
    ///   - protected: the pages of which the file says that they are not read without a password.
    ///   - partlyRead: the pages of which the file leaves bytes out that have no function.
    ///   - version: the answer to GET_VERSION; eight zero bytes are none.
    ///   - signature: 32 zero bytes are none.
    static func type2(
        _ pages: PageMemory, as format: ImageFormat, chip: Chip? = nil, statedUID: UID? = nil, pageCount: Int? = nil,
        protected: Set<Int> = [], partlyRead: Set<Int> = [], version: [UInt8]? = nil, signature: [UInt8]? = nil,
        counters: [Int: UInt32] = [:], notes: [String] = []
    ) -> TagImage {
        var pages = pages
        for page in protected { pages[state: page] = .refused }
        let version = version.flatMap(nilIfZero)
        let own = Chip(image: pages, pageCount: pageCount ?? pages.end, version: version)
        let contradiction = chip.flatMap {
            Self.contradiction(of: $0, by: own, pages, statedCount: pageCount, version: version)
        }
        let chip = contradiction == nil ? chip ?? own : own
        let ownUID = UID(pages: pages, chip: chip)
        let unknown = unknownPages(ofPartlyRead: partlyRead, chip: chip)
        var notes = notes + Self.notes(onPartlyRead: partlyRead, unknown: unknown)
        for page in unknown { pages[page] = nil }
        notes += contradictions(in: pages, chip: chip, statedUID: statedUID, version: version)
        if let contradiction { notes.append(contradiction) }
        if !protected.isEmpty {
            notes.append(
                "the image says that \(pageList(protected)) \(protected.count == 1 ? "needs" : "need") a password")
        }
        return TagImage(
            format: format, uid: ownUID ?? statedUID, chip: chip, memory: .type2(known(pages, of: chip)),
            partlyReadPages: partlyRead, version: version, signature: signature.flatMap(nilIfZero), counters: counters,
            notes: notes)
    }

    /// Why the file's word on the chip does not count; nil where it does. By a wrong name a password would be taken for a
    /// part of the message.
    private static func contradiction(
        of stated: Chip, by own: Chip?, _ pages: PageMemory, statedCount: Int?, version: [UInt8]?
    ) -> String? {
        guard own != stated else { return nil }
        if let version, let own, own.answers(version) {
            return "the file says \(stated), and GET_VERSION is that of \(own)"
        }
        let count = statedCount ?? pages.end
        guard stated.pageCount != count else { return nil }
        // Where no page of the message would be a password, a few last pages that are not there prove nothing.
        let isHarmless =
            own.map { own in
                own.secretPages.isEmpty || own.secretPages.lowerBound >= stated.type2Layout?.userPages.upperBound ?? 0
            } ?? true
        if let own, own.isSure(of: pages, pageCount: count), statedCount != nil || !isHarmless {
            return "the file says \(stated), and \(count) pages are those of \(own)"
        }
        guard let statedCount, Chip.allCases.contains(where: { $0.pageCount == statedCount }) else { return nil }
        return "the file says \(stated), and \(statedCount) pages are those of another chip"
    }

    /// The pages of which something is known, and no more of them: two files that know the same are equal.
    private static func known(_ pages: PageMemory, of chip: Chip?) -> PageMemory {
        // Few: they are looked through faster than hashed.
        let secretPages = chip.map { Array(Chip.secretPages(of: pages, chip: $0)) } ?? []
        var known = PageMemory()
        let ownPages = chip?.secretPages ?? 0..<0
        for page in 0..<pages.end where pages[state: page] != .unread {
            let isOwn = ownPages.contains(page)
            // What may be the password of another chip than the one that is named is not kept at all.
            guard !secretPages.contains(page) || isOwn && pages[page]?.word != 0 else { continue }
            known[state: page] = pages[state: page]
        }
        return known
    }

    private static func nilIfZero(_ bytes: [UInt8]) -> [UInt8]? { bytes.allSatisfy { $0 == 0 } ? nil : bytes }
}
