extension ReaderModel {
    /// ACS ACR122U: the PN532 behind PC/SC. Raw commands by InCommunicateThru (ACS ACR122U API 2.04, direct transmit; NXP PN532 user
    /// manual, 7.3.9). 60 pages make an answer of 243 bytes and the status, within the 262 of a PN532 frame and the 255 of
    /// its buffer.
    static let acr122u = ReaderModel(
        name: "acr122u", slot: .contactless, passThrough: .inCommunicateThru, pagesPerFastRead: 60,
        recovery: .inListPassiveTarget, signals: ACSSignals.ofACR122U)
}
