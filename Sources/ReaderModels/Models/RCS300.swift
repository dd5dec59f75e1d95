extension ReaderModel {
    /// Sony RC-S300/S and /P.
    ///
    /// - Pass-through: transparent session (seen with FeliCa: start, switch of the protocol, exchange; direct transmit answers
    ///   6A 81). With ISO/IEC 14443-A it is a hypothesis.
    /// - FAST_READ: as on the ACR1552U.
    static let rcs300 = ReaderModel(
        name: "rcs300", title: "Sony RC-S300", slot: .contactless, passThrough: .transparentSession,
        evidence: .hypothesis, pagesPerFastRead: 31)
}
