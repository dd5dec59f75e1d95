extension ReaderModel {
    /// ACS ACR1252U, ACR1255U-J1, ACM1252U and ACR1281U-C1, which take the same commands.
    ///
    /// - Pass-through: the frame itself by direct transmit (seen: FAST_READ on an ACR1252U, NXP community 498289; GET_VERSION and
    ///   PWD_AUTH on an ACR1281U-C1, Stack Overflow 78194226). With `D4 42` before it nothing is passed, and WRITE answers
    ///   63 00 although the page was written (seen: the same). They know the transparent session too (seen on an
    ///   ACR1252U), which takes more exchanges.
    /// - FAST_READ: 32 pages, the longest answer that was seen. About one in 4000 had bytes too many.
    /// - READ BINARY gives at most 16 bytes, UPDATE BINARY takes 4, errors are 63 00 (documented: ACM1252U-Y3 p. 38-39,
    ///   ACR1255U-J1 p. 45-46).
    /// - After a refusal the next command may come too early (seen: nfc-agent, which waits 150 ms): the new connection that
    ///   follows every refusal takes that long.
    /// - Light and sound: FF 00 40 by APDU (documented: ACM1252U-Y3 p. 86; on the others a hypothesis), the buzzer by escape
    ///   (documented: ACR1255U-J1 p. 57).
    static let acr1252u = ReaderModel(
        name: "acr1252u", title: "ACS ACR1252U family", slot: .contactless, passThrough: .direct, evidence: .seen,
        pagesPerFastRead: 32, signals: ACSSignals.ofACR1252U)
}
