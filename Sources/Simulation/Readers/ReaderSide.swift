import Tags

/// What a command is to the counting of exchanges and faults.
enum CommandKind: Hashable, Sendable {
    /// LED, buzzer and the reader's own settings: no exchange.
    case peripheral
    /// A command that could write this page of the tag.
    case write(page: Int)
    case other

    /// What a frame is that goes to the tag as it stands. Of COMPATIBILITY_WRITE the first frame counts.
    init(frame: Span<UInt8>) {
        if frame.count >= 2, TagCommand.isWrite(frame[0]) {
            self = .write(page: Int(frame[1]))
        } else {
            self = .other
        }
    }
}

/// The reader's other side: takes command APDUs, talks to the tag, and answers.
///
/// One lives as long as one tag lies on the reader, through all connections to it; `powerOff` comes between them.
protocol ReaderSide: Sendable {
    /// - Parameter bytes: those of the command, which has its data in them.
    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind

    /// Gives its answer, two bytes at least, in `answer`, which comes empty.
    ///
    /// - Parameter bytes: those of the command, which has its data in them.
    mutating func answer(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField)

    /// The status word for what is no short command.
    var wordForNoCommand: UInt16 { get }

    /// Whether a session is open, in which the reader leaves the tag to its user and refuses the ordinary commands.
    var isSessionOpen: Bool { get }

    /// PC/SC takes the power from the card.
    mutating func powerOff()

    /// The answer to an escape command (SCardControl), for which no tag is needed; nil: the driver refuses it.
    mutating func escape(_ command: [UInt8]) -> [UInt8]?

    /// How long a peripheral command keeps the reader beside an exchange's usual time.
    func milliseconds(showing command: [UInt8]) -> Int
}

extension ReaderSide {
    func kind(of bytes: [UInt8]) -> CommandKind { kind(of: ShortCommand(bytes), bytes) }

    /// - Parameter command: nil: the bytes are no short command.
    func kind(of command: ShortCommand?, _ bytes: [UInt8]) -> CommandKind {
        guard let command else { return .other }
        return kind(of: command, bytes)
    }

    mutating func answer(_ bytes: [UInt8], into answer: inout [UInt8], field: some TagField) {
        self.answer(ShortCommand(bytes), bytes, into: &answer, field: field)
    }

    /// - Parameter command: nil: the bytes are no short command.
    mutating func answer(
        _ command: ShortCommand?, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        guard let command else { return answer.append(statusWord: wordForNoCommand) }
        self.answer(command, bytes, into: &answer, field: field)
    }

    var isSessionOpen: Bool { false }

    mutating func powerOff() {}

    mutating func escape(_ command: [UInt8]) -> [UInt8]? { nil }

    func milliseconds(showing command: [UInt8]) -> Int { 0 }
}

/// The tag before the antenna, as the reader's electronics reach it.
protocol TagField: AnyObject {
    /// From the anticollision: the reader knows it without asking again.
    var uid: UID { get }

    /// Sends one frame and hears what comes back, its data added to `answer`; the CRC is the reader's affair.
    func send(_ frame: Span<UInt8>, into answer: inout [UInt8]) -> TagAnswer

    /// Takes the field away, or gives it back; the tag then waits to be selected.
    func turn(on isOn: Bool)

    /// WUPA, anticollision and selection, the field staying on. False when no tag answers.
    func select() -> Bool
}

extension [UInt8] {
    /// Room for the answer to a READ and what readers put around it.
    static let roomForARead = 40

    init(bytesOf bytes: Span<UInt8>) {
        self = []
        append(bytesOf: bytes)
    }

    mutating func append(bytesOf bytes: Span<UInt8>) { bytes.withUnsafeBufferPointer { append(contentsOf: $0) } }

    mutating func append(bytesOf uid: UID) {
        for index in 0..<uid.count { append(uid[index]) }
    }

    mutating func append(statusWord: UInt16) {
        append(UInt8(statusWord >> 8))
        append(UInt8(statusWord & 0xFF))
    }

    /// Nothing but this status word, whatever was there.
    mutating func become(statusWord: UInt16) {
        removeAll(keepingCapacity: true)
        append(statusWord: statusWord)
    }
}
