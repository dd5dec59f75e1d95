import Jobs
import NDEF
import Simulation
import Tags
import TestSupport
import Testing

/// How many exchanges a tag costs: what its speed comes down to. An exchange is one `SCardTransmit`, LED and buzzer apart;
/// a new activation is none. The thresholds are the figures that the first release promises, counted, not timed.
@Suite("Figures: exchanges a tag") struct ExchangeFigures {
    struct Figure: Sendable, CustomStringConvertible {
        var name: String
        var chip: VirtualChip
        var messageBytes: Int
        /// What lies on the tag before: pages in hex.
        var pages: [Int: String] = [:]
        var writes: Int
        var withPassThrough: Int
        var withoutPassThrough: Int

        var description: String { name }
    }

    static let figures = [
        Figure(
            name: "NTAG213, 33 bytes, blank as delivered", chip: .ntag213, messageBytes: 33, writes: 10,
            withPassThrough: 15, withoutPassThrough: 19),
        Figure(
            name: "NTAG213, 33 bytes, blank with the TLV at page 4", chip: .ntag213, messageBytes: 33,
            pages: [4: "0300FE00", 5: "00000000"], writes: 9, withPassThrough: 14, withoutPassThrough: 18),
        Figure(
            name: "NTAG213, 33 bytes, same content", chip: .ntag213, messageBytes: 33,
            pages: onTag(message(33), behind: factory213), writes: 0, withPassThrough: 4, withoutPassThrough: 7),
        Figure(
            name: "NTAG213, 33 bytes, one page different", chip: .ntag213, messageBytes: 33,
            pages: onTag(message(33, differingAt: 20), behind: factory213), writes: 3, withPassThrough: 9,
            withoutPassThrough: 14),
        Figure(
            name: "NTAG216, 800 bytes, blank", chip: .ntag216, messageBytes: 800, writes: 202, withPassThrough: 214,
            withoutPassThrough: 260),
        Figure(
            name: "NTAG216, 800 bytes, same content", chip: .ntag216, messageBytes: 800,
            pages: onTag(message(800), behind: []), writes: 0, withPassThrough: 7, withoutPassThrough: 56),
    ]

    @Test(arguments: figures, [VirtualReaderModel.acr122u, .part3])
    func aTagCostsAtMost(figure: Figure, model: VirtualReaderModel) throws {
        var made = item(1, url: "")
        made.message = Self.message(figure.messageBytes)
        let done = try Scenario(
            [made], model, [tag(figure.chip, good1, pages: figure.pages)], settings: Settings(overwrite: .always)
        ).run()
        let most = model == .acr122u ? figure.withPassThrough : figure.withoutPassThrough
        #expect(done.status(1) == (figure.writes == 0 ? .unchanged : .written))
        #expect(done.tag(good1)?.writes == figure.writes)
        // What begins and ends a reader's session reaches no tag: at most two sessions a tag.
        let managing = done.tag(good1)?.log.count { $0.command.starts(with: [0xFF, 0xC2, 0x00, 0x00]) } ?? 0
        #expect(managing <= 4)
        #expect(done.exchanges(good1) - managing <= most)
        #expect(done.tag(good1)?.sessionsLeftOpen == 0)
        print("\(figure) on \(model.rawValue): \(done.exchanges(good1)) exchanges, at most \(most)")
    }

    static let factory213: [UInt8] = [0x01, 0x03, 0xA0, 0x0C, 0x34]

    /// A URI message of exactly so many bytes. One byte may be another.
    static func message(_ count: Int, differingAt index: Int? = nil) -> [UInt8] {
        let isLong = count - 4 > 255
        let header: [UInt8] =
            isLong
            ? [0xC1, 0x01, 0x00, 0x00, UInt8((count - 7) >> 8), UInt8((count - 7) & 255), 0x55, 0x04]
            : [0xD1, 0x01, UInt8(count - 4), 0x55, 0x04]
        var bytes = header + (header.count..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        if let index { bytes[index] ^= 0x01 }
        return bytes
    }

    /// The pages of a tag that holds a message, from page 4 on.
    static func onTag(_ message: [UInt8], behind chain: [UInt8]) -> [Int: String] {
        let length =
            message.count < 255
            ? [UInt8(message.count)] : [0xFF, UInt8(message.count >> 8), UInt8(message.count & 255)]
        var bytes = chain + [0x03] + length + message + [0xFE]
        while bytes.count % 4 != 0 { bytes.append(0) }
        var pages: [Int: String] = [:]
        for start in stride(from: 0, to: bytes.count, by: 4) { pages[4 + start / 4] = bytes[start..<(start + 4)].hex }
        return pages
    }
}
