extension ReaderModel {
    /// Identiv uTrust 3700 F, 3701 F, 3720 F, 3721 F, 4701 F, 4711 F and the CLOUD readers of these numbers.
    ///
    /// - Pass-through: FF EF (documented for ISO/IEC 14443-3; with NTAG's own commands a hypothesis).
    /// - FAST_READ: 60 pages, 242 bytes with their CRC, within an RF frame of 256; a hypothesis.
    /// - READ BINARY gives the 4 bytes of one page whatever Le is, UPDATE BINARY takes 4 (documented: uTrust 3720 F p. 33, 4711 F
    ///   p. 29, 4701 F p. 30).
    /// - Activating NTAG21x fails now and then on a 3700 F, and the tag is mute until it is lifted (seen: PCSC #102).
    /// - Light and sound: no command that lights or sounds once is documented (uTrust 4701 F, 5501 F).
    static let utrust = ReaderModel(
        name: "utrust", title: "Identiv uTrust 37xx / 47xx", slot: .contactless, passThrough: .identiv,
        evidence: .hypothesis, pagesPerFastRead: 60)
}
