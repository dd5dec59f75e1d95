/// A command of the tag's own that reads; it gets there only through a reader's pass-through.
///
/// WRITE (A2) is not among them on purpose: no pass-through reports its 4-bit acknowledgement dependably, so pages are
/// written with `CommandAPDU.updateBinary` on every reader.
///
/// Source: NXP NTAG213/215/216 data sheet rev. 3.2, section 10.
public enum Type2Command: Hashable, Sendable {
    /// `60`; the answer is a `ChipVersion`.
    case getVersion
    /// `30 page`: four pages, rolling over to page 0 behind the last that may be read.
    case read(page: UInt8)
    /// `3A first last`: the pages from first to last, both included.
    case fastRead(first: UInt8, last: UInt8)
    /// `1A 00`: Ultralight C answers AF and eight bytes, with which its authentication begins (NXP MF0ICU2 data sheet rev. 3.3,
    /// 7.5.5); the next command breaks that off, and the tag must be activated anew. No other Type 2 chip knows it.
    case keyAuthentication
    /// `1B` and the four bytes of PWD; the answer is PACK. Sent only with a password that somebody gave.
    case passwordAuthentication([UInt8])
    /// `3C 00`; the originality signature, r and s of 16 bytes each.
    case readSignature
    /// `39` and the number of a one-way counter; the answer is its value, the lowest byte first.
    case readCounter(UInt8)

    /// A FAST_READ of these pages: at least one, all within 0 to 255.
    public static func fastRead(pages: Range<Int>) -> Type2Command {
        precondition(!pages.isEmpty && pages.lowerBound >= 0 && pages.upperBound <= 256, "pages of a FAST_READ")
        return .fastRead(first: UInt8(pages.lowerBound), last: UInt8(pages.upperBound - 1))
    }

    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        append(to: &bytes)
        return bytes
    }

    /// How many bytes it has.
    public var count: Int {
        switch self {
        case .getVersion: 1
        case .read, .keyAuthentication, .readSignature, .readCounter: 2
        case .fastRead: 3
        case .passwordAuthentication(let password): 1 + password.count
        }
    }

    /// Appends its bytes.
    public func append(to frame: inout [UInt8]) {
        switch self {
        case .getVersion: frame.append(0x60)
        case .read(let page):
            frame.append(0x30)
            frame.append(page)
        case .fastRead(let first, let last):
            frame.append(0x3A)
            frame.append(first)
            frame.append(last)
        case .keyAuthentication:
            frame.append(0x1A)
            frame.append(0x00)
        case .passwordAuthentication(let password):
            frame.append(0x1B)
            frame.append(contentsOf: password)
        case .readSignature:
            frame.append(0x3C)
            frame.append(0x00)
        case .readCounter(let number):
            frame.append(0x39)
            frame.append(number)
        }
    }

    /// How many bytes the tag answers with; an answer of another length is no answer.
    public var answerLength: Int {
        switch self {
        case .getVersion: 8
        case .read: 16
        case .keyAuthentication: 9
        case .passwordAuthentication: 2
        case .fastRead(let first, let last): max(0, Int(last) - Int(first) + 1) * 4
        case .readSignature: 32
        case .readCounter: 3
        }
    }
}
