import PCSC
import Provisioning
import Testing

@Suite struct PCSCErrorTests {
    @Test func readsTheLower32BitsOfWhatIsReturned() {
        #expect(PCSCError(result: 0) == nil)
        #expect(PCSCError(result: 0x8010_0069) == .removedCard)
        // Sign-extended, as other builds of the library return it.
        #expect(PCSCError(result: Int(Int32(bitPattern: 0x8010_0069))) == .removedCard)
        #expect(PCSCError(result: 0x7FFF_FFFF_8010_001D) == .noService)
    }

    @Test(
        arguments: [
            (0x8010_0069, "SCARD_W_REMOVED_CARD 0x80100069"),
            (0x8010_000A, "SCARD_E_TIMEOUT 0x8010000A"),
            (0x8010_0099, "0x80100099"),
            (0x0000_0016, "0x00000016"),
        ] as [(UInt32, String)])
    func names(code: UInt32, text: String) {
        #expect(PCSCError(rawValue: code).description == text)
    }

    @Test(
        arguments: [
            (0x8010_0069, .tagRemoved), (0x8010_000C, .tagRemoved), (0x8010_0068, .tagReset),
            (0x8010_000B, .readerBusy),
            (0x8010_0066, .unresponsive), (0x8010_0067, .unresponsive), (0x8010_0009, .readerLost),
            (0x8010_0017, .readerLost), (0x8010_001D, .readerLost), (0x8010_001E, .readerLost),
            (0x8010_0013, .readerLost),
            (0x8010_0003, .readerLost), (0x8010_006A, .readerLost), (0x8010_0016, .transmission),
            (0x8010_000F, .transmission), (0x8010_002F, .transmission), (0x8010_0008, .malformedAnswer),
            (0x8010_0002, .cancelled), (0x1234_5678, .transmission),
        ] as [(UInt32, ChannelError.Code)])
    func asTheCardsPortSpeaks(code: UInt32, expected: ChannelError.Code) {
        let error = PCSCError(rawValue: code)
        #expect(error.asChannelError.code == expected)
        #expect(error.asChannelError.context == error.description)
    }

    @Test(
        arguments: [
            (0x8010_001D, .noService), (0x8010_001E, .noService), (0x8010_0013, .noService), (0x8010_0003, .noService),
            (0x8010_006A, .accessDenied), (0x8010_0009, .readerLost), (0x8010_0017, .readerLost),
            (0x8010_0002, .cancelled), (0x8010_0006, .failed), (0x1234_5678, .failed),
        ] as [(UInt32, ReadersError.Code)])
    func asTheReadersPortSpeaks(code: UInt32, expected: ReadersError.Code) {
        let error = PCSCError(rawValue: code)
        #expect(error.asReadersError.code == expected)
        #expect(error.asReadersError.context == error.description)
    }
}
