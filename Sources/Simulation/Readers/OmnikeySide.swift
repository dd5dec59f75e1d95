extension StorageCardSide {
    /// HID OMNIKEY 5022, 5122, 5422, 5427 CK: FF CA, FF B0 and FF D6 alone for Type 2 tags.
    ///
    /// - Failures have more words than 63 00 (public code that sorts them): silence 64 00, a refused page 65 81. Which word comes for
    ///   which failure is a hypothesis.
    /// - FF D6 with 16 bytes goes out as COMPATIBILITY_WRITE, of which the tag stores four: a hypothesis, modelled because it
    ///   would write.
    /// - The 5426 G2 takes every tag for an Ultralight of 16 pages: 6A 82 from page 10h on (a public report), `"last_page": 15`.
    static func omnikey(_ traits: ReaderTraits) -> StorageCardSide {
        StorageCardSide(
            words: Words(readRefused: 0x6581, writeRefused: 0x6581, silence: 0x6400),
            lastPage: traits.lastPage.map { UInt8(clamping: $0) },
            takesSixteen: true)
    }
}
