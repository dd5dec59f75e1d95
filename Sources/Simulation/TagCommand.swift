import Tags

/// A frame as a tag with these commands understands it.
enum TagCommand: Hashable, Sendable {
    case read(Int)
    case fastRead(Int, Int)
    case write(page: Int, Page)
    /// The first of two frames; 16 bytes follow.
    case compatibilityWrite(page: Int)
    case version
    case password(Page)
    case signature
    case readCounter(Int)
    case increment(counter: Int, by: UInt32)
    case checkTearing(counter: Int)
    /// The first of two frames; sector and three zeros follow.
    case sectorSelect
    /// The first of two frames; AF and 16 bytes follow.
    case keyAuthentication
    case tamperStatus
    case halt
    /// A command with the wrong number of bytes is not one of the tag's frames at all.
    case malformed
    /// Refused with code 0: not known, or with an operand that is not allowed.
    case unknown

    /// Codes and lengths: NXP NTAG213/215/216 data sheet, 10; MF0ULx1, 10; MF0ICU2 rev. 3.3, 7.5; NT3H2111/2211, 10.
    init(_ frame: Span<UInt8>, known: ChipTable.Commands) {
        guard frame.count > 0 else {
            self = .malformed
            return
        }
        guard let length = Self.length(of: frame[0], known: known) else {
            self = .unknown
            return
        }
        self = frame.count == 1 + length ? Self.command(frame) : .malformed
    }

    /// Whether a frame with this code writes pages: WRITE and COMPATIBILITY_WRITE.
    static func isWrite(_ code: UInt8) -> Bool { code == 0xA2 || code == 0xA0 }

    /// So many bytes follow the code; nil: the command is not known.
    private static func length(of code: UInt8, known: ChipTable.Commands) -> Int? {
        switch code {
        case 0x30, 0x50: 1
        case 0xA2: 5
        // A tag without any command but these takes the code of GET_VERSION as one that it does not know; its clones answer.
        case 0x60: 0
        case 0x3A where known.contains(.fastRead): 2
        case 0xA0 where known.contains(.compatibilityWrite): 1
        case 0x1B where known.contains(.password): 4
        case 0x3C where known.contains(.signature): 1
        case 0x39 where !known.isDisjoint(with: [.readCounter, .threeCounters]): 1
        case 0x3E where known.contains(.threeCounters): 1
        case 0xA5 where known.contains(.threeCounters): 5
        case 0xC2 where known.contains(.sectors): 1
        case 0x1A where known.contains(.keyAuthentication): 1
        case 0xA4 where known.contains(.tamperStatus): 1
        default: nil
        }
    }

    /// The frame has the length of its command.
    private static func command(_ frame: Span<UInt8>) -> TagCommand {
        switch frame[0] {
        case 0x30: .read(Int(frame[1]))
        case 0x3A: .fastRead(Int(frame[1]), Int(frame[2]))
        case 0xA2: .write(page: Int(frame[1]), Page(frame[2], frame[3], frame[4], frame[5]))
        case 0xA0: .compatibilityWrite(page: Int(frame[1]))
        case 0x60: .version
        case 0x1B: .password(Page(frame[1], frame[2], frame[3], frame[4]))
        case 0x3C: frame[1] == 0 ? .signature : .unknown
        case 0x39: .readCounter(Int(frame[1]))
        // Three bytes, the lowest first, and one that does not count.
        case 0xA5:
            .increment(
                counter: Int(frame[1]), by: UInt32(frame[2]) | UInt32(frame[3]) << 8 | UInt32(frame[4]) << 16)
        case 0x3E: .checkTearing(counter: Int(frame[1]))
        case 0xC2: frame[1] == 0xFF ? .sectorSelect : .unknown
        case 0x1A: frame[1] == 0 ? .keyAuthentication : .unknown
        case 0xA4: frame[1] == 0 ? .tamperStatus : .unknown
        default: frame[1] == 0 ? .halt : .malformed
        }
    }
}
