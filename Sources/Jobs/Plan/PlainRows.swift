import NDEF
import Tags

/// Makes the messages of plain rows out of their bytes, without a string and without memory for each row: most rows of a
/// large job are plain, and this is what lets a million of them be planned in about a second.
///
/// A row is plain when nothing could be said of it: its cells are printable ASCII, the URL is a plain web address, the text
/// has no blanks at its ends, and no cell binds it to a tag, a chip or a lock, or names a language, a type or a quantity. Its
/// message is then the very one that `RowCheck` makes. Of any other row nothing is said here: `RowCheck` is the one place of
/// rules and of what is told of them.
struct PlainRows {
    /// Where the cell of one record stands in the table.
    private struct Source {
        var kind: RecordKind
        var cell: Int
    }

    private let sources: [Source]
    /// The cells that must be empty, in the table.
    private let empty: [Int]
    private let sku: Int?
    private let cellCount: ClosedRange<Int>
    private let language: [UInt8]
    /// The most that a chip holds of those that the job allows.
    private let mostBytes: Int
    /// The prefixes of a plain web address with their codes, the longest first.
    private let prefixes: [(code: UInt8, bytes: [UInt8])]

    /// Whether an empty cell would be filled by a template.
    private let hasTemplates: Bool

    /// The message of the row that was taken last.
    private(set) var message: [UInt8] = []

    /// What is known of a plain row.
    struct Row {
        /// Nil where it has no SKU.
        var sku: KeyIndex.Key?
        var content: KeyIndex.Key
        var messageBytes: Int
        /// The cell of its first record, in the table.
        var firstCell: Int
    }

    /// Nil where no row of the job is plain: its records are made by templates, or every row must be bound to a tag.
    init?(_ check: RowCheck) {
        let (columns, settings) = (check.columns, check.settings)
        guard check.purpose == .making, check.pairing == .queue, settings.records == nil, settings.mirror == nil,
            LanguageCode.isValid(settings.language)
        else { return nil }
        var sources: [Source] = []
        for plan in check.plans {
            guard let cell = plan.cell, plan.fields.isEmpty, plan.language == nil, [.uri, .text].contains(plan.kind)
            else { return nil }
            sources.append(Source(kind: plan.kind, cell: columns.tableIndices[cell]))
        }
        hasTemplates = check.plans.contains { $0.template != nil }
        guard !sources.isEmpty else { return nil }
        let able = Job(name: "", settings: settings, columns: [], items: [], issues: []).fits(messageBytes: 0)
        guard let most = able.map(\.deliveredCapacity).max() else { return nil }
        self.sources = sources
        let mattering: [JobColumn] = [.lang, .type, .value, .uid, .quantity, .lock, .chip]
        empty = mattering.compactMap { columns.positions[$0] }.map { columns.tableIndices[$0] }
        sku = columns.positions[.sku].map { columns.tableIndices[$0] }
        cellCount = columns.cellCount
        language = Array(settings.language.utf8)
        mostBytes = most
        prefixes = URIPrefix.all.enumerated().filter { $0.element.hasPrefix("http") }
            .map { (UInt8($0.offset), Array($0.element.utf8)) }.sorted { $0.bytes.count > $1.bytes.count }
    }

    /// Makes the message of a row. Nil where it is not plain.
    mutating func take(_ record: RawRecord) -> Row? {
        let cells = record.cells
        guard record.fault == nil, cellCount.contains(cells.count) else { return nil }
        let bytes = cells.bytes
        // What stands beyond the last column must be nothing.
        let own = cells.range(of: cellCount.lowerBound - 1).upperBound
        guard own == bytes.count, Self.isPrintable(bytes.span), empty.allSatisfy({ cells.range(of: $0).isEmpty })
        else { return nil }
        var key: KeyIndex.Key?
        if let sku, case let range = cells.range(of: sku), !range.isEmpty {
            guard Self.isTrimmed(bytes.span, range), CellOddities.isPlainKey(bytes[range]) else { return nil }
            key = bytes.withUnsafeBytes { KeyIndex.Key(UnsafeRawBufferPointer(rebasing: $0[range])) }
        }
        guard let firstCell = compose(cells), message.count <= mostBytes else { return nil }
        return Row(
            sku: key, content: KeyIndex.Key(message), messageBytes: message.count, firstCell: firstCell)
    }

    /// Gives the cell of the first record; nil where the records are not plain.
    private mutating func compose(_ cells: CellBytes) -> Int? {
        let bytes = cells.bytes
        var (first, last) = (-1, -1)
        for index in sources.indices {
            let range = cells.range(of: sources[index].cell)
            if range.isEmpty {
                if hasTemplates { return nil }
                continue
            }
            guard Self.isTrimmed(bytes.span, range),
                sources[index].kind == .text || URICheck.isPlainWebAddress(bytes.span.extracting(range))
            else { return nil }
            if first < 0 { first = index }
            last = index
        }
        guard first >= 0 else { return nil }
        message.removeAll(keepingCapacity: true)
        for index in first...last {
            let range = cells.range(of: sources[index].cell)
            guard !range.isEmpty else { continue }
            let place: UInt8 = (index == first ? 0x80 : 0) | (index == last ? 0x40 : 0)
            if sources[index].kind == .text {
                beginRecord(place, type: 0x54, payloadBytes: 1 + language.count + range.count)
                message.append(UInt8(language.count))
                message.append(contentsOf: language)
                message.append(contentsOf: bytes[range])
            } else {
                let prefix = self.prefix(bytes.span, range)
                let rest = range.lowerBound + prefix.length..<range.upperBound
                beginRecord(place, type: 0x55, payloadBytes: 1 + rest.count)
                message.append(prefix.code)
                message.append(contentsOf: bytes[rest])
            }
        }
        return sources[first].cell
    }

    /// The header of a well-known record (NDEF 1.0, 3.2): MB and ME as given, SR where the payload has up to 255 bytes.
    private mutating func beginRecord(_ place: UInt8, type: UInt8, payloadBytes count: Int) {
        let isShort = count <= 255
        message.append(place | (isShort ? 0x10 : 0) | Record.TypeNameFormat.wellKnown.rawValue)
        message.append(1)
        if !isShort {
            for shift in [24, 16, 8] { message.append(UInt8(truncatingIfNeeded: count >> shift)) }
        }
        message.append(UInt8(truncatingIfNeeded: count))
        message.append(type)
    }

    /// The longest prefix with which the URI begins (RTD URI 1.0, 3.2.2).
    private func prefix(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (code: UInt8, length: Int) {
        for index in prefixes.indices {
            let count = prefixes[index].bytes.count
            guard count <= range.count else { continue }
            var same = 0
            while same < count, bytes[range.lowerBound + same] == prefixes[index].bytes[same] { same += 1 }
            if same == count { return (prefixes[index].code, count) }
        }
        return (0, 0)
    }

    private static func isPrintable(_ bytes: Span<UInt8>) -> Bool {
        var isPrintable = true
        for index in bytes.indices { isPrintable = isPrintable && bytes[index] &- 0x20 < 0x5F }
        return isPrintable
    }

    /// Whether no blank stands at either end.
    private static func isTrimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        range.isEmpty || (bytes[range.lowerBound] != 0x20 && bytes[range.upperBound - 1] != 0x20)
    }
}
