/// `FF 00 00 00 Lc …` -> `… 90 00`: the frame itself, to which the reader adds the CRC. Without Le: GET_VERSION with one was
/// refused by an ACR1252U.
///
/// Sources: ACS ACM1252U-Y3 manual, p. 45, and ACR3x, p. 68 (documented for FeliCa); seen with NTAG on an ACR1252U (FAST_READ of
/// 32 pages; NXP community, thread 498289) and on an ACR1281U-C1 (GET_VERSION, PWD_AUTH, FAST_READ; Stack Overflow
/// 78194226).
enum DirectTransmit {
    static let wrapping = Wrapping([0xFF, 0x00, 0x00, 0x00], longest: 255)

    /// About one answer in 4000 of an ACR1252U had some of its bytes twice (NXP community, thread 498289): the count is all
    /// that tells it.
    static func place(in answer: [UInt8]) -> PassThroughPlace {
        guard answer.isDone else { return .none(PassThroughAnswer(refusal: answer[...])) }
        return .data(0..<(answer.count - 2))
    }
}
