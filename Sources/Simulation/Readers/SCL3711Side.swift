extension StorageCardSide {
    /// SCM SCL3711: a PN533 behind PC/SC, with FF B0 and FF D6 alone for Type 2 tags (its manual and that of the SCM3712).
    ///
    /// - Any Le of FF B0 but 10 is 6C 10, as of PN533 readers; the manual has 4 bytes of an Ultralight instead (`"read_bytes": 4`).
    /// - FF CA with an Le above the UID's length: the UID and 62 82.
    static func scl3711(_ traits: ReaderTraits) -> StorageCardSide {
        StorageCardSide(lengths: .only(UInt8(clamping: traits.readBytes ?? 16)), saysEndOfUID: true)
    }
}
