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

    /// What a status word in place of an answer says.
    init(refusal status: [UInt8]) {
        guard status.count == 2 else {
            self = .misfit(status.count, "answer of \(status.count) bytes")
            return
        }
        let sentence = "status \(status.hex)"
        self = Self.unknownCommand.contains(status) ? .notPassed(sentence) : .noAnswer(sentence)
    }

    /// Function, instruction or class not supported, wrong length or parameters, command not allowed (ISO/IEC 7816-4, 5.6;
    /// PC/SC part 3; 69 00 of the ACR1552U): a reader that was asked for what it does not know. What a tag does comes as
    /// 63 00, 64 00, 6F xx and others.
    private static let unknownCommand: Set<[UInt8]> = [
        [0x67, 0x00], [0x68, 0x00], [0x68, 0x81], [0x68, 0x82], [0x69, 0x00], [0x6A, 0x81], [0x6A, 0x86], [0x6B, 0x00],
        [0x6D, 0x00], [0x6E, 0x00],
    ]
}
