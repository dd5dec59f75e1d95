import Tags

/// What came back through a reader's pass-through. The sentences are for a person.
public enum PassThroughAnswer: Hashable, Sendable {
    /// The tag's own bytes.
    case data([UInt8])
    /// The tag refused, or was silent, for all that the reader says. It decides nothing about the reader.
    case noAnswer(String)
    /// The reader itself says that it knows no such command.
    case notPassed(String)
    /// So many bytes, which are no answer that was asked for.
    case misfit(Int, String)

    /// What a status word in place of an answer says: the last two bytes.
    init(refusal answer: ArraySlice<UInt8>) {
        guard answer.count >= 2 else {
            self = .misfit(answer.count, "answer of \(answer.count) bytes")
            return
        }
        let status = answer.suffix(2)
        let sentence = "status " + status.hex
        let isUnknown = Self.isUnknownCommand(
            UInt16(status[status.startIndex]) << 8 | UInt16(status[status.startIndex + 1]))
        self = isUnknown ? .notPassed(sentence) : .noAnswer(sentence)
    }

    /// Function, instruction or class not supported, wrong length or parameters, command not allowed (ISO/IEC 7816-4, 5.6;
    /// PC/SC part 3; 69 00 of the ACR1552U): a reader that was asked for what it does not know. What a tag does comes as
    /// 63 00, 64 00, 6F xx and others.
    static func isUnknownCommand(_ status: UInt16) -> Bool {
        switch status {
        case 0x6700, 0x6800, 0x6881, 0x6882, 0x6900, 0x6A81, 0x6A86, 0x6B00, 0x6D00, 0x6E00: true
        default: false
        }
    }
}

/// Where the tag's own bytes stand in what came back through a reader's pass-through.
public enum PassThroughPlace: Hashable, Sendable {
    case data(Range<Int>)
    /// Nowhere; what came instead, which is no `data`.
    case none(PassThroughAnswer)
}
