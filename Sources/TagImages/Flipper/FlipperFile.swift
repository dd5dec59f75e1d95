import Jobs
import Tags

/// The lines of a Flipper file: `Key: value`, comments from `#` on, in any order.
struct FlipperFile {
    struct Field {
        let key: Substring
        let value: Substring
        let line: Int
    }

    /// The most keys of a file: eight times those of the largest tag, an NTAG I2C plus 2K.
    static let mostFields = 1 << 12

    private(set) var fields: [Field] = []
    /// The pages that a comment of ours names as not read.
    private(set) var pagesNotRead: Set<Int> = []

    /// Nil where the first line that is no comment does not say that this is Flipper's image of a tag.
    init?(_ lines: [Substring]) throws(ImageError) {
        for (index, line) in lines.enumerated() {
            let text = line.trimmed
            if text.isEmpty { continue }
            if text.utf8.first == UInt8(ascii: "#") {
                try readComment(text.dropFirst().trimmed, line: index + 1)
                continue
            }
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                if fields.isEmpty { return nil }
                throw ImageError(.broken, "line \(index + 1): no key with a colon stands here")
            }
            let field = Field(
                key: text[..<colon].trimmed, value: text[text.utf8.index(after: colon)...].trimmed, line: index + 1)
            if fields.isEmpty, field.key != "Filetype" || field.value != "Flipper NFC device" { return nil }
            guard fields.count < Self.mostFields else {
                throw ImageError(.broken, "line \(index + 1): more than \(Self.mostFields) keys; no tag needs as many")
            }
            fields.append(field)
        }
        if fields.isEmpty { return nil }
    }

    /// `Not read: pages 43-44, 50`, as `write(as:)` puts it.
    private mutating func readComment(_ text: Substring, line: Int) throws(ImageError) {
        guard text.hasPrefix("Not read: page") else { return }
        for run in text.drop(while: { !$0.isNumber }).split(separator: ",") {
            let ends = run.trimmed.split(separator: "-", maxSplits: 1).map { Int(decimal: $0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last, last < 1 << 10 else {
                throw ImageError(.broken, "line \(line): pages stand as in 43-44, 50")
            }
            pagesNotRead.formUnion(first...last)
        }
    }

    /// The line with that key, or nil where there is none.
    func field(_ key: String) throws(ImageError) -> Field? {
        let found = fields.lazy.filter { $0.key == key }.prefix(2)
        guard let first = found.first else { return nil }
        if let second = found.dropFirst().first {
            throw ImageError(.broken, "line \(second.line): \(key) stands in line \(first.line) too")
        }
        return first
    }

    func required(_ key: String) throws(ImageError) -> Field {
        guard let field = try field(key) else { throw ImageError(.broken, "the line \(key): is missing") }
        return field
    }

    /// The bytes of a line of exactly so many; nil where there is no such line.
    func bytes(_ key: String, count: Int) throws(ImageError) -> [UInt8]? {
        guard let field = try field(key) else { return nil }
        return try field.bytes(count)
    }

    /// A whole decimal number; nil where there is no such line.
    func number(_ key: String, in range: ClosedRange<Int>) throws(ImageError) -> Int? {
        guard let field = try field(key) else { return nil }
        guard let number = Int(decimal: field.value), range.contains(number) else {
            throw ImageError(
                .broken, "line \(field.line): \(key) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The lines `Prefix 0:` to `Prefix count-1:`, each once, and none beyond.
    func numbered(_ prefix: String, count: Int) throws(ImageError) -> [Field] {
        var found: [Int: Field] = [:]
        for field in fields where field.key.hasPrefix(prefix + " ") {
            guard let number = Int(decimal: field.key.dropFirst(prefix.count + 1)) else { continue }
            guard number < count else {
                throw ImageError(
                    .broken, "line \(field.line): \(prefix.lowercased()) \(number) stands here, of \(count) in all")
            }
            if let first = found.updateValue(field, forKey: number) {
                throw ImageError(
                    .broken,
                    "line \(field.line): \(prefix.lowercased()) \(number) stands in line \(first.line) too")
            }
        }
        return try (0..<count).map { (number) throws(ImageError) in
            guard let field = found[number] else {
                throw ImageError(.broken, "\(prefix.lowercased()) \(number) of \(count) is missing")
            }
            return field
        }
    }

    /// The UID that the file states; nil where every byte of it is zero.
    ///
    /// - Parameters:
    ///   - counts: the lengths that a tag of this kind can have.
    ///   - kind: that kind, for the message: `a tag of ISO 14443-3 A`.
    func uid(counts: [Int], kind: String) throws(ImageError) -> UID? {
        let field = try required("UID")
        guard let bytes = [UInt8](hex: field.value) else {
            throw ImageError(.broken, "line \(field.line): the UID is no hex")
        }
        guard counts.contains(bytes.count), let uid = UID(bytes) else {
            let lengths = counts.map(String.init).joined(separator: ", ")
            throw ImageError(
                .broken, "line \(field.line): the UID has \(bytes.count) bytes; that of \(kind) has \(lengths)")
        }
        return bytes.allSatisfy { $0 == 0 } ? nil : uid
    }

    /// A note where the UID that the file states is zeros.
    func zeroUIDNotes(_ uid: UID?) throws(ImageError) -> [String] {
        guard uid == nil, let bytes = [UInt8](hex: try required("UID").value) else { return [] }
        return ["the file states a UID of \(bytes.count) zero bytes, which is none"]
    }
}

extension FlipperFile.Field {
    /// The value as hex of exactly so many bytes.
    func bytes(_ count: Int) throws(ImageError) -> [UInt8] {
        guard let bytes = [UInt8](hex: value) else { throw ImageError(.broken, "line \(line): \(key) is no hex") }
        guard bytes.count == count else {
            throw ImageError(.broken, "line \(line): \(key) has \(bytes.count) bytes, not \(count)")
        }
        return bytes
    }
}

extension Substring {
    /// Without the blanks and tabs at both ends.
    var trimmed: Substring {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return self[endIndex...] }
        return self[first..<utf8.index(after: last)]
    }
}

extension Int {
    /// Reads one to nine decimal digits and nothing else: no sign, no blanks.
    init?(decimal text: Substring) {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self = text.utf8.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
