import Jobs
import Tags

/// The rows of a TagWriter export: one tag a row.
///
/// `Type,Content,URI type,Description,Interaction counter,UID mirror,Interaction counter mirror`; each header may go on in
/// brackets, as in `Type (Link, Text)`. Type is `Link` or `Text`; of a text, the third column is the language. The
/// description is not written. Flags are `yes`, `no` or empty. Rows may be short. A UID mirror adds `m=<UID>` to the link, a
/// counter mirror `c=<counter>`, both `m=<UID>x<counter>`.
///
/// Source: exports as they are about; the format has no specification.
struct TagWriterRows: Sendable {
    /// Its columns, by the name before the brackets.
    private enum Column: String, CaseIterable {
        case type
        case content
        case uriType = "uri type"
        case description
        case counter = "interaction counter"
        case uidMirror = "uid mirror"
        case counterMirror = "interaction counter mirror"
    }

    /// What is wrong with a row, in a sentence.
    private struct Refusal: Error {
        var sentence: String
    }

    /// The mirror of the job, and the row that asks for it.
    private struct Asked: Sendable {
        var mirror: AsciiMirror.Content?
        var row: Int
        var line: Int
    }

    /// Those of the job: ours, then the file's but for type and content.
    let headers: [String]
    private let positions: [Column: Int]
    private let carried: [Int]
    private var asked: Asked?
    /// Rows that ask for a counter that nothing shows, and the line of the first.
    private var counters: (count: Int, line: Int) = (0, 0)

    private static let ours: [JobColumn] = [.url, .text, .lang]

    /// Whether the header begins as that of an export does, and names no column of what it is mapped to.
    static func isMeant(_ headers: [String], known: [String]) -> Bool {
        let begin: [Column] = [.type, .content, .uriType, .description]
        guard headers.prefix(begin.count).map({ name(of: $0) }) == begin.map(\.rawValue) else { return false }
        let taken = Set(known.map { HeaderName($0) })
        return !headers.prefix(3).contains { taken.contains(HeaderName($0)) } && clash(headers) == nil
    }

    /// What parts the header of an export at the begin of a file; nil where there is none.
    static func delimiter(_ begin: ArraySlice<UInt8>) -> Delimiter? {
        let text = begin.starts(with: PlainText.mark) ? begin.dropFirst(PlainText.mark.count) : begin
        let line = text.prefix(4096).prefix { $0 != 0x0A && $0 != 0x0D }
        return [Delimiter.semicolon, .comma, .tab, .bar].first { delimiter in
            let headers = line.split(separator: delimiter.rawValue, omittingEmptySubsequences: false)
            return isMeant(headers.map { String(decoding: $0, as: UTF8.self) }, known: [])
        }
    }

    /// Throws `badDialect` where there is no type or no content, or a column of ours beside them.
    init(headers: [String], sample: [Table.Record]) throws(JobFileError) {
        var positions: [Column: Int] = [:]
        for (index, header) in headers.enumerated() {
            guard let column = Column(rawValue: Self.name(of: header)), positions[column] == nil else { continue }
            positions[column] = index
        }
        guard let type = positions[.type], let content = positions[.content] else {
            throw JobFileError(
                .badDialect,
                context:
                    "this is no TagWriter export: its header has no Type and Content; leave --dialect tagwriter out")
        }
        if let clash = Self.clash(headers) {
            throw JobFileError(
                .badDialect,
                context:
                    "a TagWriter export has no column \(clash.quoted): what is written stands in Type and Content; take one of "
                    + "the two out")
        }
        self.positions = positions
        carried = headers.indices.filter { $0 != type && $0 != content }
        self.headers = Self.ours.map(\.rawValue) + carried.map { headers[$0] }
        for record in sample where record.fault == nil {
            guard let mirror = try? mirror(of: record.cells) else { continue }
            asked = Asked(mirror: mirror.content, row: record.row, line: record.line)
            break
        }
    }

    /// What the dialect implies beside the rows.
    var settings: [JSONValue.Member] {
        asked?.mirror.map { [JSONValue.Member("mirror", .string($0.settingName))] } ?? []
    }

    /// What is told of the mapping.
    var words: String {
        "Content is written as url or text, Description is not"
            + (asked?.mirror.map { "; its mirror is \($0.settingName)" } ?? "")
    }

    var issues: [JobIssue] {
        guard counters.count > 0 else { return [] }
        let rows =
            counters.count == 1
            ? "the row on line \(counters.line) asks"
            : "\(counters.count) rows ask, the first on line \(counters.line),"
        return [
            JobIssue(
                severity: .warning, code: "tagwriter-counter", line: counters.line,
                message: "\(rows) for an interaction counter without its mirror: it is not switched on; ask for "
                    + "the mirror too, or write no")
        ]
    }

    /// The cells of the job's row; of a row that is not sound, as they stand.
    mutating func map(_ record: Table.Record, isSound: Bool) -> (cells: [String], fault: String?) {
        let cells = record.cells
        // What is not written stands among the carried cells at the end, where a row is too long.
        let rest =
            carried.map { cell($0, of: cells) }
            + cells.dropFirst(carried.count + 2)
        let content = cell(positions[.content], of: cells)
        guard isSound else { return ([content, "", ""] + rest, nil) }
        do throws(Refusal) {
            return (try written(record) + rest, nil)
        } catch {
            return ([content, "", ""] + rest, error.sentence)
        }
    }

    /// The row's url, text and lang.
    private mutating func written(_ record: Table.Record) throws(Refusal) -> [String] {
        let type = cell(positions[.type], of: record.cells).trimmingBlanks
        let content = cell(positions[.content], of: record.cells)
        let (mirror, isCounting) = try mirror(of: record.cells)
        try check(mirror, record)
        guard !content.isBlank else {
            throw Refusal(sentence: "Content is empty: there is nothing to write; fill it, or take the row out")
        }
        let result: [String]
        switch type.lowercased() {
        case "link":
            var link = content
            if let mirror { link = try Self.link(content.trimmingBlanks, with: mirror) }
            result = [link, "", ""]
        case "text":
            guard mirror == nil else {
                throw Refusal(sentence: "a mirror goes into a link, and this row is a text; write no for its mirrors")
            }
            result = ["", content, cell(positions[.uriType], of: record.cells)]
        default:
            let nearest = nearName(to: type, among: ["Link", "Text"]).map { "; is \($0) meant?" } ?? ""
            throw Refusal(sentence: "Type must be Link or Text, not \(type.quoted)\(nearest)")
        }
        if isCounting, mirror == nil || mirror == .uid {
            counters = (counters.count + 1, counters.count == 0 ? record.line : counters.line)
        }
        return result
    }

    /// A job has one mirror: that of its first row.
    private mutating func check(_ mirror: AsciiMirror.Content?, _ record: Table.Record) throws(Refusal) {
        guard let asked else {
            // None of the rows that were looked at first is sound.
            guard mirror == nil else {
                throw Refusal(sentence: "the rows before do not say which mirror the job has: set them right first")
            }
            asked = Asked(mirror: nil, row: record.row, line: record.line)
            return
        }
        guard mirror != asked.mirror else { return }
        throw Refusal(
            sentence: "this row asks for \(Self.words(mirror)) and row \(asked.row) (line \(asked.line)) for "
                + "\(Self.words(asked.mirror)), but a job has one: part the rows into a file for each")
    }

    private static func words(_ mirror: AsciiMirror.Content?) -> String {
        mirror.map { "the mirror \($0.settingName)" } ?? "no mirror"
    }

    /// Which mirror a row asks for, and whether it asks for a counter.
    private func mirror(
        of cells: [String]
    ) throws(Refusal) -> (content: AsciiMirror.Content?, isCounting: Bool) {
        let isCounting = try flag(.counter, of: cells)
        switch (try flag(.uidMirror, of: cells), try flag(.counterMirror, of: cells)) {
        case (false, false): return (nil, isCounting)
        case (true, false): return (.uid, isCounting)
        case (false, true): return (.counter, isCounting)
        case (true, true): return (.uidAndCounter, isCounting)
        }
    }

    private func flag(_ column: Column, of cells: [String]) throws(Refusal) -> Bool {
        let flag = cell(positions[column], of: cells).trimmingBlanks
        if flag.isEmpty { return false }
        switch flag.lowercased() {
        case "yes": return true
        case "no": return false
        default: throw Refusal(sentence: "\(column.rawValue) must be yes, no or empty, not \(flag.quoted)")
        }
    }

    /// The link with the mirror's placeholder as a field of its query, before the fragment (RFC 3986, 3.4 and 3.5).
    private static func link(_ link: String, with mirror: AsciiMirror.Content) throws(Refusal) -> String {
        let begin = link.utf8.prefix(8).map { $0 | 0x20 }
        guard begin.starts(with: "http://".utf8) || begin.elementsEqual("https://".utf8) else {
            throw Refusal(
                sentence:
                    "a mirror goes into the query of a link with http or https, not into \(link.quoted); write no for "
                    + "its mirrors")
        }
        let base = link.utf8.prefix { $0 != UInt8(ascii: "#") }
        let isOpen = base.last == UInt8(ascii: "?") || base.last == UInt8(ascii: "&")
        let joint = !base.contains(UInt8(ascii: "?")) ? "?" : isOpen ? "" : "&"
        let name = mirror == .counter ? "c=" : "m="
        let placeholder = String(decoding: MirrorRequest(mirror).placeholder, as: UTF8.self)
        return String(Substring(base)) + joint + name + placeholder + link[base.endIndex...]
    }

    private func cell(_ index: Int?, of cells: [String]) -> String {
        guard let index, index < cells.count else { return "" }
        return cells[index]
    }

    /// The name before ` (`, folded.
    private static func name(of header: String) -> String {
        let folded = HeaderName(header).folded
        guard let bracket = folded.firstRange(of: " (") else { return folded }
        return String(folded[..<bracket.lowerBound]).trimmingBlanks
    }

    /// A header of what the export is mapped to, or of the other form of what is written.
    private static func clash(_ headers: [String]) -> String? {
        let taken = Set((ours + [.value]).map(\.rawValue))
        return headers.first { taken.contains(HeaderName($0).folded) }
    }
}
