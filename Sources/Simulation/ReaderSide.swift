/// What a command is to the counting of exchanges and faults.
enum CommandKind: Hashable, Sendable {
    /// LED and buzzer: no exchange.
    case peripheral
    /// A command that could write this page of the tag.
    case write(page: Int)
    case other
}

/// The reader's other side: takes command APDUs, talks to the tag, and answers.
protocol ReaderSide: Sendable {
    func kind(of command: [UInt8]) -> CommandKind

    /// `air` sends one frame to the tag and hears what comes back; its CRC is the reader's affair.
    func answer(_ command: [UInt8], uid: [UInt8], air: ([UInt8]) -> TagAnswer) -> [UInt8]

    /// The answer to a command past any tag (the CCID escape). Nil: the reader takes none.
    func escape(_ command: [UInt8]) -> [UInt8]?
}

extension ReaderSide {
    func escape(_ command: [UInt8]) -> [UInt8]? { nil }
}

/// The reader models that a rack knows.
public enum VirtualReaderModel: String, Hashable, Sendable, CaseIterable {
    /// The storage card commands of PC/SC part 3 and nothing else.
    case part3
    /// ACS ACR122U: part 3, and the PN532 behind FF 00 00 00.
    case acr122u

    var side: any ReaderSide {
        switch self {
        case .part3: StorageCardSide(acceptsShortReads: false)
        case .acr122u: ACR122USide()
        }
    }
}

/// The answer to reset of a storage card of ISO/IEC 14443-3 type A, card name 0003 (PC/SC part 3, 3.1.3.2.3): what
/// readers say of NTAG21x and the Ultralight family alike.
public let storageCardATR: [UInt8] = [
    0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00,
    0x68,
]
