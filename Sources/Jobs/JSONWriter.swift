import Tags

/// JSON text (RFC 8259), appended to bytes that are used again: a document of a million members is written without a
/// `JSONValue` of each.
///
/// It puts the commas and escapes what must be; that a name stands before each value of an object is up to the caller.
package struct JSONWriter {
    /// What was written since `removeAll`: UTF-8.
    package private(set) var bytes: [UInt8] = []
    private let isIndented: Bool
    /// How many lists are open.
    private var depth = 0
    /// Nothing stands in the innermost list.
    private var isFirst = true

    /// - Parameter isIndented: over lines, by two blanks a list; else all is on one line.
    package init(isIndented: Bool = false) { self.isIndented = isIndented }

    /// Takes out what was written, and keeps the room.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    // MARK: Lists

    /// An object; `members` writes a name and a value for each of its members.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        open("{")
        members(&self)
        close("}")
    }

    /// A member's name; its value is to follow.
    package mutating func name(_ name: String) {
        separate()
        string(name)
        endName()
    }

    private mutating func endName() {
        bytes.append(UInt8(ascii: ":"))
        if isIndented { bytes.append(UInt8(ascii: " ")) }
    }

    /// A member: a number, a string, or null where there is none.
    /// - Parameter name: one of ours, of letters, digits and `_`, which stand for themselves.
    package mutating func member(_ name: String, _ value: ResultValue) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        endName()
        switch value {
        case .none: null()
        case .number(let number): bytes.append(number)
        case .text(let text): string(text)
        case .time, .bytes, .digest:
            bytes.append(UInt8(ascii: "\""))
            value.append(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        depth += 1
        isFirst = true
    }

    /// Stands before each member and element.
    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        beginLine()
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        depth -= 1
        if !isFirst { beginLine() }
        isFirst = false
        bytes.append(UInt8(ascii: bracket))
    }

    private mutating func beginLine() {
        guard isIndented else { return }
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { bytes.append(contentsOf: "  ".utf8) }
    }

    // MARK: Values

    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): bytes.append(value)
        case .number(let value): bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        case .string(let value): string(value)
        case .array(let values):
            open("[")
            for element in values {
                separate()
                self.value(element)
            }
            close("]")
        case .object(let members):
            object { json in
                for member in members {
                    json.name(member.name)
                    json.value(member.value)
                }
            }
        }
    }

    private mutating func null() { bytes.append(contentsOf: "null".utf8) }

    /// RFC 8259, 7.
    package mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { escape($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// What stands for itself is appended piece by piece.
    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var plain = 0
        var index = 0
        while index < text.count {
            let length = Self.mayNeedEscape(text[index]) ? Self.escapedLength(text, at: index) : 0
            if length > 0 {
                bytes.append(contentsOf: text[plain..<index])
                escape(text[index], last: text[index + length - 1])
                plain = index + length
            }
            index += max(1, length)
        }
        bytes.append(contentsOf: text[plain...])
    }

    /// False for almost every byte there is.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || byte == 0xE2
    }

    /// How many bytes the character has that begins there and must be escaped; 0 where it stands for itself. Beside those
    /// of the RFC: DEL, and U+2028 and U+2029 (E2 80 A8, E2 80 A9), which end a line in JavaScript.
    private static func escapedLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch text[index] {
        case 0x00...0x1F, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: 1
        case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8: 3
        default: 0
        }
    }

    /// - Parameter last: the last byte of the character, which tells U+2028 from U+2029.
    private mutating func escape(_ first: UInt8, last: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(first)
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case 0xE2:
            bytes.append(contentsOf: "u20".utf8)
            bytes.append(hexOf: [last - 0x80], lowerCase: true)
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(hexOf: [first], lowerCase: true)
        }
    }
}
