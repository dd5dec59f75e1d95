extension ReaderModel {
    /// ACS ACR1552U.
    ///
    /// - Pass-through: transparent session (documented for NTAG by adapters made to the maker's manual; the bytes were seen with
    ///   MIFARE Classic and ISO 15693). While it is open, FF CA and FF B0 answer 6A 81 and FF 00 answers 69 00 (seen).
    ///   Direct transmit was taken at times, and left the reader refusing everything at others (seen: nfc-agent): unused.
    /// - FAST_READ: 31 pages make 124 bytes, whose length is one byte in every reading of BER-TLV.
    /// - A read that is refused leaves the reader refusing, or saying that the tag was taken away, until a new connection
    ///   (seen: nfc-agent): one follows every refusal.
    /// - Sound: the buzzer by escape (documented: REF-ACR1552U 1.08, 6.2.4).
    static let acr1552u = ReaderModel(
        name: "acr1552u", title: "ACS ACR1552U", slot: .contactless, passThrough: .transparentSession,
        evidence: .documented, pagesPerFastRead: 31, signals: ACSSignals.byEscape)
}
