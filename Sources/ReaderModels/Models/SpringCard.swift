extension ReaderModel {
    /// SpringCard H663, H512, Puck, Prox'N'Roll, CSB6 and others.
    ///
    /// - Pass-through: FF FE 01 (documented for ISO/IEC 14443-3 A with CRC: springcard.pcsc.sdk; seen with NTAG by nobody who
    ///   told).
    /// - FAST_READ: 60 pages, 242 bytes with their CRC, within an RF frame of 256; a hypothesis.
    /// - Light and sound: READER CONTROL sets a LED until it is set again (PMD2271-BA p. 52), and so is not used.
    static let springcard = ReaderModel(
        name: "springcard", title: "SpringCard", slot: .contactless, passThrough: .springCard, evidence: .documented,
        pagesPerFastRead: 60)
}
