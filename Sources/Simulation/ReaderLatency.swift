/// How long things take, with `"latency": "real"`: the reader and its bus, and the air.
///
/// Hypotheses all of them, but for the air and the ACR122U's writes.
struct ReaderLatency: Hashable, Sendable {
    /// Microseconds that an exchange takes beside what goes over the air: bus, driver, the reader's own work.
    let overhead: Int

    init(_ model: VirtualReaderModel) {
        overhead =
            switch model {
            // A page write takes 18 to 25 ms (time stamps of a public trace), 4.9 of them for the tag. That a read has the same
            // overhead is a hypothesis.
            case .acr122u: 16_000
            // Not published from here on: of the same age and bus as the ACR122U, and half as slow.
            case .acr1252u, .omnikey, .rcs300: 8000
            case .acr1552u, .utrust, .springcard: 5000
            // A PN533, and slow in public reports.
            case .scl3711: 12_000
            case .feitian, .part3: 10_000
            }
    }

    /// The whole exchange of which so many microseconds were on the air.
    func exchange(air: Int) -> Duration { .microseconds(overhead + air) }

    /// Microseconds between a frame and its answer, and until the reader has it (measured READ: 2.1 ms, of which 1.92 are
    /// frames).
    private static let turnaround = 180
    /// REQA or WUPA, two cascade levels: a hypothesis.
    static let selection = 5000

    /// Microseconds of one frame and its answer at 106 kbit/s: 85 a byte with parity, two bytes of CRC, start and end (MF0ICU2 and
    /// NT3H2111/2211 data sheets: READ 368 and 1548, four bits 57).
    ///
    /// - Parameters:
    ///   - frame: bytes of the frame, without CRC, that begins with `code`.
    ///   - data: bytes of its answer.
    static func air(frame: Int, code: UInt8, _ answer: TagAnswer, data: Int) -> Int {
        let sent = 85 * (frame + 2) + 28
        switch answer {
        case .data: return sent + turnaround + 85 * (data + 2) + 18
        // Up to 10 ms are allowed, about 4 are taken (a hypothesis). COMPATIBILITY_WRITE stores with its second frame.
        case .acknowledge where code == 0xA2 || frame == 16: return sent + turnaround + 4000 + 57
        case .acknowledge, .refuse: return sent + turnaround + 57
        // A millisecond of silence says yes.
        case .passiveAcknowledge: return sent + 1000
        // The time-outs of NTAG213/215/216, 10: WRITE 10 ms, all others 5.
        case .silence: return sent + (code == 0xA2 ? 10_000 : 5000)
        }
    }
}
