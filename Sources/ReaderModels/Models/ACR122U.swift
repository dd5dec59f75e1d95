extension ReaderModel {
    /// ACS ACR122U: the PN532 behind PC/SC.
    ///
    /// - Pass-through: InCommunicateThru by direct transmit, at most 255 bytes a command (documented: ACS ACR122U API 2.04,
    ///   p. 21; NXP PN532 user manual, 7.3.9; seen with NTAG21x: nfc-pcsc #36).
    /// - FAST_READ: 60 pages make an answer of 243 bytes and the status, within the 262 of a PN532 frame (nfcpy) and the 255
    ///   of its buffer.
    /// - READ BINARY gives at most 16 bytes, UPDATE BINARY takes 4 (documented: API 2.04, p. 16-18).
    /// - After any refusal every later read is refused until the tag is activated anew (seen: nfc-pcsc #37). A new connection
    ///   cures it; where it does not, that InListPassiveTarget does is a hypothesis.
    /// - Light and sound: FF 00 40, with a tag by APDU, without one by escape (documented: API 2.04).
    static let acr122u = ReaderModel(
        name: "acr122u", title: "ACS ACR122U", slot: .contactless, passThrough: .inCommunicateThru, evidence: .seen,
        pagesPerFastRead: 60, recovery: .inListPassiveTarget, signals: ACSSignals.ofACR122U)
}
