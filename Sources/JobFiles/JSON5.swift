import Jobs

/// Reads JSON5 (the specification at json5.org, version 1.0.0): JSON with comments, commas at the end, names without
/// quotes, single quotes, hexadecimal numbers and line breaks in strings. Members keep their order; every error has line
/// and column. At most `FileLimits.jsonDepth` arrays and objects stand within one another.
struct JSON5 {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    /// The one value of a text.
    static func parse(_ text: String) throws(JobFileError) -> JSONValue {
        var parser = JSON5(scalars: Array(text.unicodeScalars))
        let value = try parser.value(depth: 0)
        try parser.skipBlanks()
        guard parser.next == nil else { throw parser.error("text follows the end of the value") }
        return value
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func peek(_ offset: Int) -> Unicode.Scalar? {
        index + offset < scalars.count ? scalars[index + offset] : nil
    }

    private func error(_ message: String) -> JobFileError { error(message, at: index) }

    /// The place in bytes of the line, as everywhere in messages on files.
    private func error(_ message: String, at place: Int) -> JobFileError {
        var line = 1
        var column = 1
        for (position, scalar) in scalars.prefix(place).enumerated() {
            let isLone = scalar == "\r" && (position + 1 >= scalars.count || scalars[position + 1] != "\n")
            if scalar == "\n" || isLone {
                line += 1
                column = 1
            } else {
                column += UTF8.width(scalar)
            }
        }
        return JobFileError(.badJSON, line: line, column: column, context: message)
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    private mutating func skipBlanks() throws(JobFileError) {
        while let scalar = next {
            if scalar == "/", peek(1) == "/" {
                while let scalar = next, !Self.isLineEnd(scalar) { index += 1 }
            } else if scalar == "/", peek(1) == "*" {
                let start = index
                index += 2
                while next != nil, !(next == "*" && peek(1) == "/") { index += 1 }
                guard next != nil else { throw error("the comment that begins here has no */", at: start) }
                index += 2
            } else if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                index += 1
            } else {
                return
            }
        }
    }

    private mutating func value(depth: Int) throws(JobFileError) -> JSONValue {
        try skipBlanks()
        guard depth < FileLimits.jsonDepth else {
            throw error("more than \(FileLimits.jsonDepth) arrays and objects stand within one another")
        }
        switch next {
        case "{": return try object(depth: depth)
        case "[": return try array(depth: depth)
        case "\"", "'": return .string(try string())
        case let scalar? where scalar == "+" || scalar == "-" || scalar == "." || ("0"..."9").contains(scalar):
            return try number()
        case nil: throw error("the text ends where a value should stand")
        default:
            let start = index
            switch try name() {
            case "null": return .null
            case "true": return .bool(true)
            case "false": return .bool(false)
            default: throw error("this is no value; a string stands in quotes", at: start)
            }
        }
    }

    private mutating func object(depth: Int) throws(JobFileError) -> JSONValue {
        let start = index
        index += 1
        var members: [JSONValue.Member] = []
        while true {
            try skipBlanks()
            switch next {
            case "}":
                index += 1
                return .object(members)
            case nil: throw error("the { that stands here is never closed", at: start)
            default: break
            }
            let name = next == "\"" || next == "'" ? try string() : try name()
            try skipBlanks()
            guard next == ":" else { throw error("a : must follow the name \(name.quoted)") }
            index += 1
            members.append(.init(name, try value(depth: depth + 1)))
            try skipBlanks()
            if next == "," {
                index += 1
            } else if next != "}", next != nil {
                throw error("a , or } must stand here")
            }
        }
    }

    private mutating func array(depth: Int) throws(JobFileError) -> JSONValue {
        let start = index
        index += 1
        var values: [JSONValue] = []
        while true {
            try skipBlanks()
            switch next {
            case "]":
                index += 1
                return .array(values)
            case nil: throw error("the [ that stands here is never closed", at: start)
            default: break
            }
            values.append(try value(depth: depth + 1))
            try skipBlanks()
            if next == "," {
                index += 1
            } else if next != "]", next != nil {
                throw error("a , or ] must stand here")
            }
        }
    }

    /// A name without quotes: letters, digits, `$` and `_`, not a digit first (ECMAScript 5.1, 7.6, without escapes).
    private mutating func name() throws(JobFileError) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = next {
            let isName = scalar == "$" || scalar == "_" || scalar.properties.isIDStart
            guard isName || !text.isEmpty && scalar.properties.isIDContinue else { break }
            text.append(scalar)
            index += 1
        }
        guard !text.isEmpty else { throw error("\(String(next ?? " ").quoted) must not stand here") }
        return String(text)
    }

    private mutating func string() throws(JobFileError) -> String {
        let start = index
        let quote = next
        index += 1
        var text = String.UnicodeScalarView()
        while let scalar = next {
            index += 1
            if scalar == quote { return String(text) }
            if scalar == "\\" {
                if let escaped = try escape() { text.append(escaped) }
            } else if scalar == "\n" || scalar == "\r" {
                throw error("the string that begins here is not closed on its line", at: start)
            } else {
                text.append(scalar)
            }
        }
        throw error("the string that begins here is never closed", at: start)
    }

    /// What stands behind a backslash; nil for a line that goes on.
    private mutating func escape() throws(JobFileError) -> Unicode.Scalar? {
        guard let scalar = next else { throw error("the text ends within a string") }
        index += 1
        switch scalar {
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "0": return "\0"
        case "x": return try hexScalar(2)
        case "u": return try hexScalar(4)
        case "1"..."9": throw error("\\ before a digit means nothing", at: index - 1)
        case "\r":
            if next == "\n" { index += 1 }
            return nil
        case "\n", "\u{2028}", "\u{2029}": return nil
        default: return scalar
        }
    }

    /// `XX` or `XXXX`, with a second `\uXXXX` where the first is the half of a pair.
    private mutating func hexScalar(_ count: Int) throws(JobFileError) -> Unicode.Scalar {
        let start = index
        let first = try hexDigits(count)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, next == "\\", peek(1) == "u" else {
            throw error("this is half of a character", at: start)
        }
        index += 2
        let second = try hexDigits(4)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("this is half of a character", at: start) }
        return scalar
    }

    private mutating func hexDigits(_ count: Int) throws(JobFileError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let scalar = next, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
                throw error("\(count) hexadecimal digits must stand here")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    private mutating func number() throws(JobFileError) -> JSONValue {
        let start = index
        while let scalar = next, scalar == "+" || scalar == "-" || scalar == "." || scalar.properties.isIDContinue {
            index += 1
        }
        let text = String(String.UnicodeScalarView(scalars[start..<index]))
        guard let value = Self.number(text) else { throw error("\(text.quoted) is no number", at: start) }
        return value
    }

    /// A whole number where it is written as one and fits, else a finite one; infinity and NaN are no settings.
    private static func number(_ text: String) -> JSONValue? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard let first = digits.utf8.first, first == UInt8(ascii: ".") || isDigit(first) else { return nil }
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            guard digits.dropFirst(2).utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) ?? false
            else { return nil }
            return Int64((isNegative ? "-" : "") + digits.dropFirst(2), radix: 16).map { .int($0) }
        }
        if digits.utf8.allSatisfy(isDigit) {
            guard digits == "0" || first != UInt8(ascii: "0") else { return nil }
            if let whole = Int64((isNegative ? "-" : "") + digits) { return .int(whole) }
        }
        guard digits.utf8.allSatisfy({ isDigit($0) || ".eE+-".utf8.contains($0) }) else { return nil }
        // Swift reads no number that begins or ends its mantissa with the point.
        var padded = digits.hasPrefix(".") ? "0" + digits : String(digits)
        if let point = padded.firstIndex(of: ".") {
            let after = padded.index(after: point)
            if after == padded.endIndex || "eE".contains(padded[after]) { padded.insert("0", at: after) }
        }
        guard let value = Double(padded), value.isFinite else { return nil }
        return .number(isNegative ? -value : value)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
