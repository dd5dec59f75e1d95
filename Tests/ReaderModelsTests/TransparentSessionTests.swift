import ReaderModels
import Tags
import Testing

/// The transparent session of PC/SC part 3, by the bytes that an ACR1252U and an ACR1552U were seen to answer with.
@Suite struct TransparentSessionTests {
    @Test func commands() {
        #expect(TransparentSession.opening.map(\.hex) == ["FFC2000002810000", "FFC20002048F02000300"])
        #expect(TransparentSession.end.hex == "FFC2000002820000")
    }

    /// Start, switch of the protocol, end.
    @Test(
        arguments: [
            ("C003009000 9000", .data([])), ("C003009000 8F0100 9000", .data([])),
            ("C003016401 9000", .noAnswer("object 016401")), ("C003016300 9000", .noAnswer("object 016300")),
            ("C003016A81 9000", .notPassed("object 016A81")), ("C003016A80 9000", .notPassed("object 016A80")),
            ("C003016700 9000", .notPassed("object 016700")), ("6A81", .notPassed("status 6A81")),
            ("6D00", .notPassed("status 6D00")), ("6300", .noAnswer("status 6300")),
            ("9000", .misfit(0, "the answer is none of a transparent session")),
            ("C0029000 9000", .misfit(4, "the answer is none of a transparent session")),
            ("8F0100 9000", .misfit(3, "the answer is none of a transparent session")),
            ("C003009000 8F02 9000", .misfit(7, "the objects of the answer are not whole")),
            ("", .misfit(0, "answer of 0 bytes")),
        ] as [(String, PassThroughAnswer)])
    func managed(_ hex: String, _ answer: PassThroughAnswer) throws {
        #expect(TransparentSession.isDone(try #require([UInt8](hex: hex))) == answer)
    }

    @Test(
        arguments: [
            ("C003009000 920100 96020000 9708 0004040201000F03 9000", 8, .data([0, 4, 4, 2, 1, 0, 0x0F, 3])),
            ("C003009000 9708 0004040201000F03 9000", 8, .data([0, 4, 4, 2, 1, 0, 0x0F, 3])),
            (
                "C003009000 92010096020000 970F 000F2E985C8A000104E000001B0301 9000", nil,
                .data([0x00, 0x0F, 0x2E, 0x98, 0x5C, 0x8A, 0x00, 0x01, 0x04, 0xE0, 0x00, 0x00, 0x1B, 0x03, 0x01])
            ),
            // No answer of a MIFARE Classic to GET_VERSION; the status word is 90 00 all the same.
            ("C003016401 9000", 8, .noAnswer("object 016401")),
            ("C003009000 920104 96020000 9701 00 9000", 8, .noAnswer("the tag refused")),
            ("C003009000 920100 96020100 9708 0004040201000F03 9000", 8, .noAnswer("reception status 0100")),
            ("C003009000 920100 96020000 9000", 8, .noAnswer("no data came")),
            ("C003009000 9709 0004040201000F0300 9000", 8, .misfit(9, "9 bytes instead of 8")),
            ("C003016A81 9000", 8, .notPassed("object 016A81")), ("6900", 8, .notPassed("status 6900")),
        ] as [(String, Int?, PassThroughAnswer)])
    func exchanged(_ hex: String, _ length: Int?, _ answer: PassThroughAnswer) throws {
        #expect(PassThrough.transparentSession.unwrap(try #require([UInt8](hex: hex)), expecting: length) == answer)
    }

    /// 31 pages are 124 bytes, with a length of one byte; what is longer may have one of two or three.
    @Test(arguments: [(124, "977C"), (124, "97817C"), (200, "9781C8"), (256, "97820100")])
    func longAnswers(_ count: Int, _ header: String) throws {
        let data = [UInt8](repeating: 0x11, count: count)
        let answer = try #require([UInt8](hex: "C003009000" + header)) + data + [0x90, 0x00]
        #expect(PassThrough.transparentSession.unwrap(answer, expecting: count) == .data(data))
        #expect(PassThrough.transparentSession.unwrap(answer, expecting: count - 4) != .data(data))
    }

    /// The timer has the lowest byte first, and is one that reads the same the other way round.
    @Test func theTimerReadsTheSameInBothOrders() throws {
        let command = try #require(PassThrough.transparentSession.wrap([0x60]))
        let index = try #require(command.indices.first { command[$0...].starts(with: [0x5F, 0x46, 0x04]) })
        let timer = Array(command[(index + 3)..<(index + 7)])
        #expect(timer == timer.reversed())
        #expect(timer.reversed().reduce(0) { $0 << 8 | Int($1) } == 65792)
    }
}
