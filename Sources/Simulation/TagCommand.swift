/// A frame as a tag with these commands understands it.
enum TagCommand: Hashable, Sendable {
    case read(Int)
    case fastRead(Int, Int)
    case write(page: Int, [UInt8])
    /// The first of two frames; 16 bytes follow.
    case compatibilityWrite(page: Int)
    case version
    case password([UInt8])
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
    init(_ frame: [UInt8], known: ChipTable.Commands) {
        guard let code = frame.first else {
            self = .malformed
            return
        }
        let operands = frame.dropFirst().map { Int($0) }
        guard let length = Self.length(of: code, known: known) else {
            self = .unknown
            return
        }
        guard operands.count == length else {
            self = .malformed
            return
        }
        self = Self.command(code, operands, data: Array(frame.dropFirst(2)))
    }

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

    private static func command(_ code: UInt8, _ operands: [Int], data: [UInt8]) -> TagCommand {
        switch code {
        case 0x30: .read(operands[0])
        case 0x3A: .fastRead(operands[0], operands[1])
        case 0xA2: .write(page: operands[0], data)
        case 0xA0: .compatibilityWrite(page: operands[0])
        case 0x60: .version
        case 0x1B: .password(operands.map { UInt8($0) })
        case 0x3C: operands[0] == 0 ? .signature : .unknown
        case 0x39: .readCounter(operands[0])
        // Three bytes, the lowest first, and one that does not count.
        case 0xA5:
            .increment(counter: operands[0], by: UInt32(operands[1] | operands[2] << 8 | operands[3] << 16))
        case 0x3E: .checkTearing(counter: operands[0])
        case 0xC2: operands[0] == 0xFF ? .sectorSelect : .unknown
        case 0x1A: operands[0] == 0 ? .keyAuthentication : .unknown
        case 0xA4: operands[0] == 0 ? .tamperStatus : .unknown
        default: operands == [0] ? .halt : .malformed
        }
    }
}
