import Jobs
import Provisioning
import ReaderModels
import Tags

/// What `read` prints of a tag, on a reader or in an image file.
struct TagListing {
    /// Where the tag was seen.
    enum Place: String, Hashable, Sendable {
        case reader
        case image
    }

    let tag: ObservedTag
    private let place: Place
    /// The records of the message; of one that is damaged those that can be read.
    private let records: RecordListing?
    /// Which commands were tried, where the tag answered like none.
    private let readerNote: String?
    /// What the journal says of the tag; nil where it knows nothing.
    private let known: TagLedger.Knowledge?
    /// What the catalogue says of the tag; nil where none was asked.
    private let product: ProductListing?

    init(
        _ tag: ObservedTag, in place: Place, readerNote: String? = nil, known: TagLedger.Knowledge? = nil,
        product: ProductListing? = nil
    ) {
        self.tag = tag
        self.place = place
        self.readerNote = readerNote
        self.known = known
        self.product = product
        records = tag.message.flatMap { $0.isEmpty ? nil : RecordListing(lenient: $0) }
    }

    /// Readers differ in what they pass on: where a tag answered like none, which commands were tried is the first thing
    /// to know.
    static func readerNote(_ tag: TagInspection, _ model: ReaderModel) -> String? {
        switch tag.rejection?.reason {
        // A chip that was told is not the reader's doing.
        case .chipUnsupported? where tag.chip != nil: nil
        case .notATag?, .chipUnsupported?, .readerError?:
            "the reader is of model \(model.name); tried: FF CA (UID), FF B0 (read)"
                + (model.passThrough.commandClass.map { ", \($0) (pass-through)" } ?? "")
        default: nil
        }
    }

    /// The reason first, then what is worth knowing of the tag, then of its records, and where it is not as the journal
    /// and the catalogue say.
    private var notes: [String] {
        [tag.reason, readerNote].compactMap { $0 } + tag.notes + (records?.notes ?? [])
            + [difference, product?.note].compactMap { $0 }
    }

    /// What the journal says of the tag.
    private var ledger: String? { known.map { LedgerListing(entry: $0.entry).sentence } }

    /// A tag that was written elsewhere since, or was changed for another of the same UID.
    private var difference: String? {
        guard let wanted = known?.message, let bytes = tag.message, bytes != wanted else { return nil }
        return tag.verdict == .empty
            ? "the tag holds no message now; by the journal it carries one of \(wanted.count) bytes"
            : "the tag holds another message now than by the journal"
    }

    private var ledgerNotes: [String] { ledger.map { ["journal: " + $0] } ?? [] }

    /// `tagmill.tag/1` (contract, section 7), with what the catalogue says behind it.
    var json: JSONValue {
        .object(
            [
                .init("schema", .string("tagmill.tag/1")),
                .init("source", .string(tag.source)),
                .init("uid", tag.uid.map { .string("\($0)") } ?? .null),
                .init("chip", tag.chip.map { .string($0.rawValue) } ?? .null),
                .init("forum_type", tag.forumType.map { .int(Int64($0)) } ?? .null),
                .init("genuine", .string(tag.genuine.rawValue)),
                .init("verdict", .string(tag.verdict.rawValue)),
                .init("lock_state", .string(tag.lockState.rawValue)),
                .init("capacity_bytes", tag.capacityBytes.map { .int(Int64($0)) } ?? .null),
                .init("message_bytes", tag.message.map { .int(Int64($0.count)) } ?? .null),
                .init("message_hex", tag.message.map { .string($0.hex) } ?? .null),
                .init("records", records?.json ?? .array([])),
                .init("notes", .array((notes + ledgerNotes).map { .string($0) })),
            ] + (product?.members ?? []))
    }

    /// For a person: the tag, then its records, then the product.
    var text: String {
        let head: [(name: String, values: [String?])] = [
            ("tag", [tag.uid?.description ?? "UID unknown", tag.chip?.rawValue ?? "chip unknown", genuine]),
            (place.rawValue, [tag.source]),
            ("state", [tag.lockState.rawValue, capacity]),
            ("holds", [holds]),
        ]
        var lines = head.map { Self.line($0.name, $0.values.compactMap { $0 }.joined(separator: ", ")) }
        if tag.verdict != .empty, let records, !records.records.isEmpty { lines.append(records.text) }
        if let product { lines.append(product.text) }
        if let ledger { lines.append(Self.line("journal", ledger)) }
        lines += notes.filter { $0 != tag.reason && $0 != product?.note }.map { Self.line("note", $0) }
        return lines.joined(separator: "\n")
    }

    private var genuine: String? {
        switch tag.genuine {
        case .yes: "genuine"
        case .no: "not genuine"
        case .unknown: nil
        }
    }

    private var capacity: String? {
        guard let bytes = tag.capacityBytes else { return nil }
        return tag.lockState == .writable ? "takes a message of up to \(bytes) bytes" : "has room for \(bytes) bytes"
    }

    private var holds: String {
        switch tag.verdict {
        case .message: "a message of \(tag.message?.count ?? 0) bytes"
        case .empty: tag.message?.isEmpty == false ? "no message (an empty record)" : "no message"
        case .notNDEF: "no NDEF: \(tag.reason ?? "")"
        case .damaged: "nothing that can be used; damaged: \(tag.reason ?? "")"
        case .unreadable: "unreadable: \(tag.reason ?? "")"
        }
    }

    /// A line of the listing: a name in eight columns, and what it says.
    static func line(_ name: String, _ value: String) -> String {
        VisibleText.fit(name, to: 8) + VisibleText.escaped(value)
    }
}
