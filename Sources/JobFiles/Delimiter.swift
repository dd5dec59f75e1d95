import Jobs

/// What parts the cells of a table.
enum Delimiter: UInt8, CaseIterable, CustomStringConvertible {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09
    case bar = 0x7C

    var character: Character { Character(Unicode.Scalar(rawValue)) }

    /// The delimiter for a sentence.
    var description: String { self == .tab ? "a tab" : "'\(character)'" }

    /// A delimiter by its name or as the sign itself. Throws `badDelimiter`.
    init(named name: String) throws(JobFileError) {
        switch name.lowercased() {
        case "comma", ",": self = .comma
        case "semicolon", ";": self = .semicolon
        case "tab", "\t", "\\t": self = .tab
        case "bar", "pipe", "|": self = .bar
        default:
            throw JobFileError(
                .badDelimiter,
                context: "\(name.quoted) is no delimiter: it is one of , ; | and tab")
        }
    }

    /// How well a delimiter explains the begin of a table; the greater explains it better.
    private struct Score: Comparable {
        /// Some header is one that we know.
        var knowsHeader: Bool
        /// Records with as many cells as the header, of a thousand.
        var even: Int
        /// Headers that we know.
        var known: Int
        var headers: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.knowsHeader ? 1 : 0, left.even, left.known, left.headers)
                < (right.knowsHeader ? 1 : 0, right.even, right.known, right.headers)
        }
    }

    /// The delimiter of a table, by its first records: the header must fall into two cells at least; a header that we
    /// know counts most, then how many records have as many cells as the header, then the number of known headers and
    /// of headers. So a comma within a cell of a semicolon file, in its header too, does not mislead. A table that no
    /// delimiter parts has one column: comma.
    ///
    /// - Parameters:
    ///   - text: from the header on.
    ///   - isWhole: whether the text is the whole table; else its last line is left out.
    ///   - comment: what begins a line that is no record.
    ///   - known: headers that count as known beside the job's own.
    static func found(
        in text: UnsafeRawBufferPointer, isWhole: Bool, comment: UInt8?, known: Set<HeaderName>
    ) throws(JobFileError) -> Delimiter {
        var best: (delimiter: Delimiter, score: Score)?
        for delimiter in allCases where delimiter.rawValue != comment {
            var reader = try RecordReader(delimiter: delimiter.rawValue, comment: comment)
            guard let score = try score(&reader, text, isWhole, known) else { continue }
            if best.map({ $0.score < score }) ?? true { best = (delimiter, score) }
        }
        return best?.delimiter ?? .comma
    }

    private static func score(
        _ reader: inout RecordReader, _ text: UnsafeRawBufferPointer, _ isWhole: Bool, _ known: Set<HeaderName>
    ) throws(JobFileError) -> Score? {
        var headers: [String]?
        var records = 0
        var even = 0
        func take(_ record: inout RawRecord) -> Bool {
            guard let header = headers else {
                headers = record.cells.strings
                return record.cells.count > 1
            }
            records += 1
            if record.cells.count == header.count { even += 1 }
            return records < FileLimits.sampleRecords
        }
        do throws(JobFileError) {
            let taken = try reader.read(text, isEnd: isWhole, isFull: false, body: take)
            if isWhole, !reader.isStopped {
                try reader.finish(UnsafeRawBufferPointer(rebasing: text[taken...]), body: take)
            }
        } catch {
            // A quote that this delimiter makes wrong: what was read before it counts, and the break as one more.
            guard error.code != .outOfMemory else { throw error }
            records += 1
        }
        guard let headers, headers.count > 1 else { return nil }
        let names = headers.map { HeaderName($0) }
        let count = names.count { JobColumn($0) != nil || $0.isResult || known.contains($0) }
        return Score(
            knowsHeader: count > 0, even: records == 0 ? 1000 : even * 1000 / records, known: count,
            headers: headers.count)
    }
}
