extension TextRecord {
    /// Reads a payload, and notes what is odd about it.
    ///
    /// - Parameter leniently: also text without a status byte, and UTF-16 that is little-endian without saying so.
    /// - Throws: what the strict reading throws.
    init(payload: [UInt8], leniently: Bool, notes: inout [RecordNote]) throws(NDEFError) {
        if leniently {
            self = try TextRecord.leniently(payload, &notes)
        } else {
            self = try TextRecord(payload: payload)
        }
        if !notes.contains(.textWithoutStatus) { notes += oddities(in: payload) }
        let padding = text.unicodeScalars.reversed().prefix { $0 == "\0" }.count
        if padding > 0 { notes.append(.textPadded(count: padding)) }
    }

    private static func leniently(_ payload: [UInt8], _ notes: inout [RecordNote]) throws(NDEFError) -> TextRecord {
        if let text = littleEndian(payload) { return text }
        let strict = Result { () throws(NDEFError) in try TextRecord(payload: payload) }
        if case .success(let text) = strict, isPlausible(language: text.language) { return text }
        guard let text = withoutStatus(payload) else { return try strict.get() }
        notes.append(.textWithoutStatus)
        return TextRecord(text, language: "", encoding: .utf8)
    }

    /// What the standard lets pass, or is against it and does no harm.
    private func oddities(in payload: [UInt8]) -> [RecordNote] {
        guard let header = try? Header(payload) else { return [] }
        let (before, bytes) = (payload[..<header.textStart], payload[header.textStart...])
        var notes: [RecordNote] = []
        if language.isEmpty { notes.append(.languageMissing) }
        if !language.isEmpty && bytes.starts(with: before) { notes.append(.statusTwice) }
        if header.isUTF16 && !bytes.isEmpty && !TextRecord.hasByteOrderMark(bytes) {
            notes.append(.utf16WithoutMark(littleEndian: TextRecord.littleEndian(payload) == self))
        }
        return notes
    }

    // MARK: Without status byte

    /// A language code as writers choose them: `en`, `de-CH`, also `en_US`.
    private static func isPlausible(language: String) -> Bool {
        guard let first = language.utf8.first else { return true }
        return isLanguageByte(first) && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            && language.utf8.allSatisfy { isLanguageByte($0) || $0 == UInt8(ascii: "_") }
    }

    /// The whole payload as a text; nil where it is no printable UTF-8. A status byte is no printable character, but for
    /// the status bytes of languages with more than 31 letters and those with the reserved bit.
    private static func withoutStatus(_ payload: [UInt8]) -> String? {
        guard let first = payload.first, first >= 0x20, let text = String(validating: payload, as: UTF8.self) else {
            return nil
        }
        let padding = payload.reversed().prefix { $0 == 0 }.count
        let isPrintable = text.unicodeScalars.dropLast(padding).allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: true
            case 0x00...0x1F, 0x7F...0x9F: false
            default: true
            }
        }
        return isPrintable ? text : nil
    }

    // MARK: UTF-16

    private static func hasByteOrderMark(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }

    /// UTF-16 without a byte order mark that is Latin when read as little-endian, and is none when read as the standard
    /// says. A single character that is valid either way is left to the standard: 4E00 is a Chinese word.
    private static func littleEndian(_ payload: [UInt8]) -> TextRecord? {
        guard let header = try? Header(payload), header.isUTF16 else { return nil }
        let bytes = payload[header.textStart...]
        guard !bytes.isEmpty, bytes.count.isMultiple(of: 2), !hasByteOrderMark(bytes) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
            UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        }
        guard units.allSatisfy({ isLatin($0) }), !units.allSatisfy({ isLatin($0.byteSwapped) }),
            units.count > 1 || String(validating: units.map(\.byteSwapped), as: UTF16.self) == nil,
            let text = String(validating: units, as: UTF16.self)
        else { return nil }
        return TextRecord(text, language: header.language, encoding: .utf16)
    }

    /// Unicode up to the block Latin Extended-B, without control characters but for tab and line breaks.
    private static func isLatin(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0x24F: true
        default: false
        }
    }
}
