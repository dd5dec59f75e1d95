import Tags

/// The lines of a Flipper file: `Key: value`, comments from `#` on, in any order.
struct FlipperFile {
    /// A line, by the places of its bytes in the file.
    struct Field {
        let key: Range<Int>
        let value: Range<Int>
        let line: Int
    }

    /// The most keys of a file: eight times those of the largest tag, an NTAG I2C plus 2K.
    static let mostFields = 1 << 12

    /// The most names of numbered lines; no file has more than four of those that are looked for.
    private static let mostSeries = 64

    private let text: [UInt8]
    private var fieldCount = 0
    /// The lines whose key does not end in a number.
    private var fields: [Field] = []
    /// The lines `Page 0:`, `Page 1:` and so on, by what stands before the number.
    private var series: [(name: Range<Int>, fields: [(number: Int, field: Field)])] = []
    /// The pages that a comment of ours names as not read.
    private(set) var pagesNotRead: Set<Int> = []
    /// One more than the highest of them.
    private var endNotRead = 0

    /// Nil where the first line that is no comment does not say that this is Flipper's image of a tag.
    init?(_ file: ImageFile) throws(ImageError) {
        guard file.isText else { return nil }
        text = file.bytes
        var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var line = 0
        while start < text.count {
            line += 1
            var end = start
            while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
            guard try read(trimmed(start..<end), line: line) else { return nil }
            let isPair = end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A
            start = end + (isPair ? 2 : 1)
        }
        if fieldCount == 0 { return nil }
    }

    /// False where this cannot be the first line.
    private mutating func read(_ place: Range<Int>, line: Int) throws(ImageError) -> Bool {
        if place.isEmpty { return true }
        if text[place.lowerBound] == UInt8(ascii: "#") {
            if fieldCount > 0 { try readComment(trimmed((place.lowerBound + 1)..<place.upperBound), line: line) }
            return true
        }
        guard let colon = index(of: UInt8(ascii: ":"), in: place) else {
            if fieldCount == 0 { return false }
            throw ImageError(.broken, "line \(line): no key with a colon stands here")
        }
        let field = Field(
            key: trimmed(place.lowerBound..<colon), value: trimmed((colon + 1)..<place.upperBound), line: line)
        if fieldCount == 0, !has("Filetype", at: field.key) || !has("Flipper NFC device", at: field.value) {
            return false
        }
        guard fieldCount < Self.mostFields else {
            throw ImageError(.broken, "line \(line): more than \(Self.mostFields) keys; no tag needs as many")
        }
        append(field)
        return true
    }

    private mutating func append(_ field: Field) {
        fieldCount += 1
        var digits = field.key.upperBound
        while digits > field.key.lowerBound, text[digits - 1] != 0x20 { digits -= 1 }
        guard digits > field.key.lowerBound, let number = number(digits..<field.key.upperBound) else {
            fields.append(field)
            return
        }
        let name = field.key.lowerBound..<(digits - 1)
        if let index = series.firstIndex(where: { isSame($0.name, name) }) {
            series[index].fields.append((number, field))
        } else if series.count < Self.mostSeries {
            series.append((name, [(number, field)]))
        }
    }

    /// `Not read: pages 43-44, 50`, as `write(as:)` puts it: upwards, so that no page is named twice.
    private mutating func readComment(_ place: Range<Int>, line: Int) throws(ImageError) {
        guard text[place].starts(with: "Not read: page".utf8) else { return }
        let runs = text[place].drop { !(0x30...0x39).contains($0) }.split(separator: UInt8(ascii: ","))
        for run in runs {
            let ends = run.split(separator: UInt8(ascii: "-"), maxSplits: 1)
                .map { number(trimmed($0.startIndex..<$0.endIndex)) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last, first >= endNotRead,
                last < TagImage.mostType2Pages
            else { throw ImageError(.broken, "line \(line): pages stand as in 43-44, 50") }
            pagesNotRead.formUnion(first...last)
            endNotRead = last + 1
        }
    }

    // MARK: Finding lines

    /// The line with that key, or nil where there is none.
    func field(_ key: String) throws(ImageError) -> Field? {
        var found: Field?
        for field in fields where has(key, at: field.key) {
            if let found { throw ImageError(.broken, "line \(field.line): \(key) stands in line \(found.line) too") }
            found = field
        }
        return found
    }

    func required(_ key: String) throws(ImageError) -> Field {
        guard let field = try field(key) else { throw ImageError(.broken, "the line \(key): is missing") }
        return field
    }

    /// The lines `Name 0:` to `Name count-1:`, each once, and none beyond.
    func numbered(_ name: String, count: Int) throws(ImageError) -> [Field] {
        let item = name.lowercased()
        var found: [Field?] = Array(repeating: nil, count: count)
        for (number, field) in lines(of: name) {
            guard number < count else {
                throw ImageError(.broken, "line \(field.line): \(item) \(number) stands here, of \(count) in all")
            }
            if let first = found[number] {
                throw ImageError(.broken, "line \(field.line): \(item) \(number) stands in line \(first.line) too")
            }
            found[number] = field
        }
        if let missing = found.firstIndex(where: { $0 == nil }) {
            throw ImageError(.broken, "\(item) \(missing) of \(count) is missing")
        }
        return found.compactMap { $0 }
    }

    /// One line of a series, such as `Counter 2:`; nil where there is none.
    func field(_ name: String, _ number: Int) throws(ImageError) -> Field? {
        var found: Field?
        for (other, field) in lines(of: name) where other == number {
            if let found {
                throw ImageError(.broken, "line \(field.line): \(name) \(number) stands in line \(found.line) too")
            }
            found = field
        }
        return found
    }

    private func lines(of name: String) -> [(number: Int, field: Field)] {
        series.first { has(name, at: $0.name) }?.fields ?? []
    }

    // MARK: Values

    /// The value as text.
    func value(_ field: Field) -> String { ImageFile.ascii(text[field.value]) }

    /// The value as hex of exactly so many bytes.
    func bytes(_ field: Field, count: Int) throws(ImageError) -> [UInt8] {
        guard let bytes = [UInt8](hexText: text, at: field.value) else {
            throw ImageError(.broken, "line \(field.line): \(key(field)) is no hex")
        }
        guard bytes.count == count else {
            throw ImageError(.broken, "line \(field.line): \(key(field)) has \(bytes.count) bytes, not \(count)")
        }
        return bytes
    }

    /// The bytes of a line of exactly so many; nil where there is no such line.
    func bytes(_ key: String, count: Int) throws(ImageError) -> [UInt8]? {
        guard let field = try field(key) else { return nil }
        return try bytes(field, count: count)
    }

    /// Bytes in hex with blanks between, each of which may be `??`: nil.
    func partlyKnownBytes(_ field: Field, count: Int) throws(ImageError) -> [UInt8?] {
        guard index(of: UInt8(ascii: "?"), in: field.value) != nil else {
            return try bytes(field, count: count).map { $0 }
        }
        let words = text[field.value].split(separator: 0x20, maxSplits: count)
        let bytes = words.map { $0.elementsEqual("??".utf8) ? [] : [UInt8](hexText: text, at: $0.indices) ?? [0, 0] }
        guard bytes.count == count, bytes.allSatisfy({ $0.count <= 1 }) else {
            throw ImageError(
                .broken, "line \(field.line): \(key(field)) must have \(count) bytes, each of two digits or ??")
        }
        return bytes.map(\.first)
    }

    /// The value as a whole decimal number.
    func number(_ field: Field, in range: ClosedRange<Int>) throws(ImageError) -> Int {
        guard let number = number(field.value), range.contains(number) else {
            throw ImageError(
                .broken, "line \(field.line): \(key(field)) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A whole decimal number; nil where there is no such line.
    func number(_ key: String, in range: ClosedRange<Int>) throws(ImageError) -> Int? {
        guard let field = try field(key) else { return nil }
        return try number(field, in: range)
    }

    private func key(_ field: Field) -> String { ImageFile.ascii(text[field.key]) }

    private func has(_ wanted: String, at place: Range<Int>) -> Bool {
        guard place.upperBound - place.lowerBound == wanted.utf8.count else { return false }
        var index = place.lowerBound
        for byte in wanted.utf8 {
            if text[index] != byte { return false }
            index += 1
        }
        return true
    }

    private func isSame(_ place: Range<Int>, _ other: Range<Int>) -> Bool {
        let count = place.upperBound - place.lowerBound
        guard other.upperBound - other.lowerBound == count else { return false }
        var index = 0
        while index < count {
            if text[place.lowerBound + index] != text[other.lowerBound + index] { return false }
            index += 1
        }
        return true
    }

    private func index(of byte: UInt8, in place: Range<Int>) -> Int? {
        var index = place.lowerBound
        while index < place.upperBound {
            if text[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// One to nine decimal digits and nothing else: no sign, no blanks.
    private func number(_ place: Range<Int>) -> Int? {
        let count = place.upperBound - place.lowerBound
        guard count >= 1, count <= 9 else { return nil }
        var number = 0
        var index = place.lowerBound
        while index < place.upperBound {
            guard text[index] >= 0x30, text[index] <= 0x39 else { return nil }
            number = number * 10 + Int(text[index] - 0x30)
            index += 1
        }
        return number
    }

    /// Without the blanks and tabs at both ends.
    private func trimmed(_ place: Range<Int>) -> Range<Int> {
        var (start, end) = (place.lowerBound, place.upperBound)
        while start < end, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
        while end > start, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
        return start..<end
    }
}
