import Tags

extension JSONReader {
    /// A member's name. In JSON5 it may stand without quotes: letters, digits, `$` and `_`, not a digit first
    /// (ECMAScript 5.1, 7.6, without escapes).
    mutating func name() throws(JSONError) -> String {
        if next == UInt8(ascii: "\"") || isJSON5 && next == UInt8(ascii: "'") { return try string() }
        let start = offset
        while isJSON5, let (scalar, length) = scalar(), isNamePart(scalar, isFirst: offset == start) {
            offset += length
        }
        guard offset > start else {
            let wanted = isJSON5 ? "a name" : "a name in double quotes"
            throw error(next == nil ? .endOfText : .unexpected, "\(wanted) must stand here")
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        scalar == "$" || scalar == "_" || scalar.properties.isIDStart
            || !isFirst && scalar.properties.isIDContinue
    }

    // MARK: Strings

    /// RFC 8259, 7. Stands on the opening quote.
    mutating func string() throws(JSONError) -> String {
        let start = offset
        let quote = bytes[offset]
        offset += 1
        var content: [UInt8] = []
        while true {
            let plain = offset
            skipPlain(until: quote)
            if content.isEmpty, next == quote {
                offset += 1
                return String(decoding: bytes[plain..<(offset - 1)], as: UTF8.self)
            }
            content.append(contentsOf: bytes[plain..<offset])
            switch next {
            case quote:
                offset += 1
                return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &content)
            case nil: throw error(.endOfText, "the string that begins here is never closed", at: start)
            case 0x0A, 0x0D:
                throw error(.badString, "the string that begins here is not closed on its line", at: start)
            case let control?:
                guard isJSON5 else { throw error(.badString, "a control character in a string stands as \\u00XX") }
                content.append(control)
                offset += 1
            }
        }
    }

    /// Moves on over what stands for itself in a string.
    private mutating func skipPlain(until quote: UInt8) {
        var end = offset
        while end < bytes.count {
            let byte = bytes[end]
            if byte == quote || byte == 0x5C || byte < 0x20 { break }
            end += 1
        }
        offset = end
    }

    /// What a backslash begins; the line goes on behind one at its end.
    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        offset += 1
        guard let byte = next else { throw error(.endOfText, "the text ends within a string") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content.append(contentsOf: Array(String(try unicode(digits: 4)).utf8))
        case _ where !isJSON5:
            throw error(.badString, "a backslash before this character means nothing", at: offset - 1)
        case UInt8(ascii: "v"): content.append(0x0B)
        case UInt8(ascii: "x"): content.append(contentsOf: Array(String(try unicode(digits: 2)).utf8))
        case UInt8(ascii: "0") where !(next.map(isDigit) ?? false): content.append(0)
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            throw error(.badString, "a backslash before a digit means nothing", at: offset - 1)
        case 0x0D: _ = skip(0x0A)
        case 0x0A: break
        case 0xE2 where bytes[offset...].starts(with: [0x80, 0xA8]) || bytes[offset...].starts(with: [0x80, 0xA9]):
            offset += 2  // U+2028 and U+2029 end a line
        default: content.append(byte)  // with the scalar's other bytes, which follow as they are
        }
    }

    /// `XX` or `XXXX`, and a second `\uXXXX` where the first is the half of a pair.
    private mutating func unicode(digits: Int) throws(JSONError) -> Unicode.Scalar {
        let start = offset
        let high = try hexadecimal(digits: digits)
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
            throw error(.badUnicode, "this is half of a character", at: start)
        }
        let low = try hexadecimal(digits: 4)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw error(.badUnicode, "this is half of a character", at: start) }
        return scalar
    }

    private mutating func hexadecimal(digits: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = next?.hexDigitValue else {
                throw error(next == nil ? .endOfText : .badString, "\(digits) hexadecimal digits must stand here")
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }

    // MARK: Numbers

    /// RFC 8259, 6: no leading zero, no plus sign, digits on both sides of the point. JSON5 allows the sign, leaves one
    /// side out, and knows hexadecimal whole numbers.
    mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        let isNegative = next == UInt8(ascii: "-")
        if isNegative || next == UInt8(ascii: "+") { offset += 1 }
        let sign = isNegative ? "-" : ""
        if isJSON5, bytes[offset...].starts(with: "0x".utf8) || bytes[offset...].starts(with: "0X".utf8) {
            offset += 2
            let digits = digits { $0.hexDigitValue != nil }
            guard let value = Int64(sign + digits, radix: 16) else { throw badNumber(start) }
            return .int(try ended(value, start))
        }
        let whole = digits(isDigit)
        guard whole.utf8.count < 2 || !whole.hasPrefix("0") else { throw badNumber(start) }
        var fraction: String?
        if skip(UInt8(ascii: ".")) { fraction = digits(isDigit) }
        let isMissing = isJSON5 ? whole.isEmpty && fraction ?? "" == "" : whole.isEmpty || fraction == ""
        guard !isMissing else { throw missingDigits(start) }
        let exponent = try exponent(start)
        if fraction == nil, exponent.isEmpty, let value = Int64(sign + whole) { return .int(try ended(value, start)) }
        // Swift reads no number that begins or ends its mantissa with the point.
        let text = "\(sign)0\(whole).\(fraction ?? "")0\(exponent)"
        guard let value = Double(text), value.isFinite else { throw badNumber(start) }
        return .number(try ended(value, start))
    }

    private mutating func exponent(_ start: Int) throws(JSONError) -> String {
        guard skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) else { return "" }
        let isNegative = next == UInt8(ascii: "-")
        if isNegative || next == UInt8(ascii: "+") { offset += 1 }
        let digits = digits(isDigit)
        guard !digits.isEmpty else { throw missingDigits(start) }
        return (isNegative ? "e-" : "e") + digits
    }

    private mutating func digits(_ isDigit: (UInt8) -> Bool) -> String {
        let start = offset
        while let byte = next, isDigit(byte) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// The value, unless more of a number or a name follows it.
    private func ended<Value>(_ value: Value, _ start: Int) throws(JSONError) -> Value {
        guard let (scalar, _) = scalar() else { return value }
        guard !".+-$".unicodeScalars.contains(scalar), !scalar.properties.isIDContinue else { throw badNumber(start) }
        return value
    }

    private func badNumber(_ start: Int) -> JSONError {
        error(.badNumber, "this is no number, or one that is too large", at: start)
    }

    private func missingDigits(_ start: Int) -> JSONError {
        next == nil ? error(.endOfText, "the text ends within a number", at: start) : badNumber(start)
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
