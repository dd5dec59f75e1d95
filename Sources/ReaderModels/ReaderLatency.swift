/// How long exchanges take on a model of reader, in microseconds.
///
/// An exchange that brings data is the reader's own share and the time on the air; one that writes a page is taken as a whole,
/// because traces show it as a whole.
public struct ReaderLatency: Hashable, Sendable {
    /// Where the numbers come from.
    public enum Basis: String, Hashable, Sendable {
        /// The time of a page write was seen in a trace of the reader; the rest is modelled.
        case published
        /// Modelled, of no trace.
        case hypothesis
    }

    public let basis: Basis
    /// Driver, bus and reader, for any command that is answered: what it takes beside the time on the air.
    public let exchange: Int
    /// A command that writes one page, from the driver's call to its answer.
    public let pageWrite: Int
    /// The field off and on again, and the tag selected (`SCardConnect`, or `SCardReconnect` with the card unpowered).
    public let activation: Int

    /// - Parameter exchange: see `exchange`. A write is that, 0.7 ms of command, 4 ms of EEPROM (a hypothesis; 10 ms at most: NXP
    ///   NTAG213F/216F data sheet rev. 3.1) and the acknowledgement; an activation is a power-off and a power-on, and 5 ms in which
    ///   the tag is selected (a hypothesis).
    public init(basis: Basis, exchange: Int) {
        self.basis = basis
        self.exchange = exchange
        pageWrite = exchange + 4_950
        activation = 2 * exchange + 5_000
    }

    /// One exchange that does not write: what goes over the air is the tag's command and its answer, both without CRC.
    /// No bytes at all: the reader answers by itself, as it does to `FF CA`.
    public func reading(sentBytes: Int, receivedBytes: Int) -> Int {
        sentBytes == 0 ? exchange : exchange + Self.onAir(sentBytes) + Self.onAir(receivedBytes)
    }

    /// READ: 16 bytes.
    public var read: Int { reading(sentBytes: 2, receivedBytes: 16) }

    /// FAST_READ of so many pages.
    public func fastRead(pages: Int) -> Int { reading(sentBytes: 3, receivedBytes: 4 * pages) }

    /// A frame of so many bytes and its CRC at 106 kbit/s: 86 us a byte, and 24 us around it (NXP MF0ICU2 data sheet rev. 3.3, READ:
    /// 368 us for four bytes, 1548 us for eighteen).
    private static func onAir(_ bytes: Int) -> Int { 24 + 86 * (bytes + 2) }
}

extension ReaderModel {
    /// What is known of the model's speed.
    ///
    /// ACR122U: 18 to 25 ms a page write, USB and all (time stamps of public traces), 4.9 of them for the tag; that a read has the
    /// same share of the reader is a hypothesis. Every other number is one: readers of the same age and bus as half as slow, newer
    /// ones faster, the PN533 of the SCL3711 slow.
    public var latency: ReaderLatency {
        switch name {
        case "acr122u": ReaderLatency(basis: .published, exchange: 16_000)
        case "acr1252u", "omnikey", "rcs300": ReaderLatency(basis: .hypothesis, exchange: 8_000)
        case "acr1552u", "utrust", "springcard": ReaderLatency(basis: .hypothesis, exchange: 5_000)
        case "scl3711": ReaderLatency(basis: .hypothesis, exchange: 12_000)
        default: ReaderLatency(basis: .hypothesis, exchange: 10_000)
        }
    }
}
