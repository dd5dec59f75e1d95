/// What goes wrong, by the names of the rack file.
public enum Fault: Hashable, Sendable, CustomStringConvertible {
    /// The tag leaves before the command reaches it.
    case remove
    /// The command is carried out, then the tag leaves; no answer comes.
    case removeAfter
    /// A write lands and its acknowledgement is lost: the reader reports a failure. The tag stays awake.
    case lostAcknowledgement
    /// A write is acknowledged and nothing is stored.
    case noWrite
    /// A write stores one bit wrongly, and acknowledges; of any other command, one bit of the data that comes back is
    /// wrong.
    case flip
    /// Power fails in the middle of a write: each bit of the page is as it was, as it was sent, or erased (0), drawn apart
    /// (pages 2, 3 and the dynamic lock page keep what they held); nothing is acknowledged, and the tag is silent until it is
    /// activated again. It stays on the reader; with a `remove-after` on the same exchange it leaves.
    case torn
    /// The reader answers with this status word alone; the command does not reach the tag.
    case status(UInt16)
    /// The second half of the answer's data is missing; an answer without data is its first byte alone.
    case short
    /// The exchange takes so many milliseconds longer; 0 to 60,000.
    case delay(milliseconds: Int)

    /// The words that a name may begin with, as they are shown to a person.
    static let names = [
        "remove", "remove-after", "lost-ack", "no-write", "flip", "torn", "status:XXXX", "short", "delay:MS",
    ]

    /// Reads a name of the rack file; nil when it is none.
    public init?(_ name: String) {
        switch name {
        case "remove": self = .remove
        case "remove-after": self = .removeAfter
        case "lost-ack": self = .lostAcknowledgement
        case "no-write": self = .noWrite
        case "flip": self = .flip
        case "torn": self = .torn
        case "short": self = .short
        default:
            let parts = name.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let first = parts[1].utf8.first, first != UInt8(ascii: "+") else { return nil }
            switch parts[0] {
            case "status":
                guard parts[1].utf8.count == 4, let word = UInt16(parts[1], radix: 16) else { return nil }
                self = .status(word)
            case "delay":
                guard let milliseconds = Int(parts[1]), (0...60_000).contains(milliseconds) else { return nil }
                self = .delay(milliseconds: milliseconds)
            default: return nil
            }
        }
    }

    public var description: String {
        switch self {
        case .remove: return "remove"
        case .removeAfter: return "remove-after"
        case .lostAcknowledgement: return "lost-ack"
        case .noWrite: return "no-write"
        case .flip: return "flip"
        case .torn: return "torn"
        case .short: return "short"
        case .delay(let milliseconds): return "delay:\(milliseconds)"
        case .status(let word):
            let digits = String(word, radix: 16, uppercase: true)
            return "status:" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// Whether it can happen to a write alone.
    var needsWrite: Bool {
        switch self {
        case .lostAcknowledgement, .noWrite, .torn: true
        default: false
        }
    }
}

/// When a fault happens.
public enum FaultMoment: Hashable, Sendable, CustomStringConvertible {
    /// The n-th exchange of the first presentation, from 1; LED and buzzer are none.
    case exchange(Int)
    /// The n-th write command of the first presentation, from 1.
    case write(Int)
    /// Every write of this page, in every presentation.
    case page(Int)
    /// Every n-th write of each presentation.
    case every(Int)

    public var description: String {
        switch self {
        case .exchange(let number): "at \(number)"
        case .write(let number): "write \(number)"
        case .page(let number): "page \(number)"
        case .every(let number): "every \(number)"
        }
    }

    func comes(exchange: Int, write: Int?, page: Int?, isFirstPresentation: Bool) -> Bool {
        switch self {
        case .exchange(let number): isFirstPresentation && number == exchange
        case .write(let number): isFirstPresentation && number == write
        case .page(let number): number == page
        case .every(let number): write.map { number > 0 && $0 % number == 0 } ?? false
        }
    }
}
