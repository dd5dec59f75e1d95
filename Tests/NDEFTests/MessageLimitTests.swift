import NDEF
import Testing

@Suite struct MessageLimitTests {
    private static func message(payload: Int) -> Message {
        Message([Record(typeNameFormat: .unknown, type: [], payload: Array(repeating: 0x5A, count: payload))])
    }

    /// 255 bytes are the last that the short form holds.
    @Test(arguments: [(0, 3), (1, 4), (254, 257), (255, 258), (256, 262), (65535, 65541), (65536, 65542)])
    func payloadLengths(_ payload: Int, encoded: Int) throws {
        let message = MessageLimitTests.message(payload: payload)
        let written = try message.encoded()
        #expect(written.count == encoded)
        #expect((written[0] & 0x10 != 0) == (payload <= 255))
        #expect(try Message(decoding: written) == message)
    }

    @Test func longestTypeAndIdentifier() throws {
        let text = String(repeating: "x", count: NDEFLimits.fieldBytes)
        let message = Message([Sample.record(.media, text, id: text)])
        let written = try message.encoded()
        #expect(written.count == 4 + 255 + 255)
        #expect(try Message(decoding: written) == message)
    }

    @Test func longestMessage() throws {
        let message = MessageLimitTests.message(payload: NDEFLimits.messageBytes - 6)
        let written = try message.encoded()
        #expect(written.count == NDEFLimits.messageBytes)
        #expect(try Message(decoding: written) == message)
    }

    @Test func messageTooLong() {
        #expect(throws: NDEFError(.messageTooLong, offset: 0)) {
            try MessageLimitTests.message(payload: NDEFLimits.messageBytes - 5).encoded()
        }
        #expect(throws: NDEFError(.messageTooLong, offset: 0)) {
            try Message(decoding: Array(repeating: 0, count: NDEFLimits.messageBytes + 1))
        }
    }

    /// `count` empty records.
    private static func empties(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { index -> [UInt8] in
            [0x10 | (index == 0 ? 0x80 : 0) | (index == count - 1 ? 0x40 : 0), 0, 0]
        }
    }

    @Test func mostRecords() throws {
        let encoded = MessageLimitTests.empties(NDEFLimits.records)
        let message = try Message(decoding: encoded)
        #expect(message.records.count == NDEFLimits.records)
        #expect(try message.encoded() == encoded)
    }

    @Test func tooManyRecords() throws {
        let error = try #require(throws: NDEFError.self) {
            try Message(decoding: MessageLimitTests.empties(NDEFLimits.records + 1))
        }
        #expect(error.code == .tooManyRecords)
        #expect(error.offset == NDEFLimits.records * 3)
        let record = Sample.record(.empty)
        #expect(throws: NDEFError(.tooManyRecords, offset: 0)) {
            try Message(Array(repeating: record, count: NDEFLimits.records + 1)).encoded()
        }
    }

    /// As many chunks as 1 MiB holds are one record, and joining them stays linear.
    @Test func mostChunks() throws {
        let chunks = NDEFLimits.messageBytes / 4
        var encoded: [UInt8] = []
        for index in 0..<chunks {
            let first: UInt8 = index == 0 ? 0x85 : 0x06
            let last: UInt8 = index == chunks - 1 ? 0x40 : 0x20
            encoded += [0x10 | first | last, 0, 1, UInt8(truncatingIfNeeded: index)]
        }
        let message = try Message(decoding: encoded)
        #expect(message.records.count == 1)
        #expect(message.records[0].payload.count == chunks)
        #expect(message.records[0].payload[300] == 300 - 256)
    }
}
