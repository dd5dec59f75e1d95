import Jobs
import NDEF
import Provisioning
import Tags

/// What `read` prints of a tag.
struct TagListing {
    enum Verdict: String, Hashable, Sendable, CaseIterable {
        case message
        /// No message, or the empty one: what a run with `--overwrite blank` writes to.
        case empty
        case notNDEF = "not-ndef"
        case damaged
        case unreadable
    }

    /// The reader's name.
    let source: String
    /// How the reader's model is called.
    let model: String
    let tag: TagInspection
    let verdict: Verdict
    /// Why the tag holds no message that can be read; nil where it does, or is empty.
    private let reason: String?
    /// The bytes that the tag holds as its message; nil where that cannot be told.
    private let bytes: [UInt8]?
    private let records: RecordListing?
    /// What the journal says of the tag; nil where it knows nothing.
    private let known: TagLedger.Knowledge?

    init(_ tag: TagInspection, source: String, model: String, known: TagLedger.Knowledge? = nil) {
        self.tag = tag
        self.known = known
        self.source = source
        self.model = model
        (verdict, reason, bytes) = Self.judged(tag)
        // What is no message is damaged, and not shown as one.
        records = bytes.flatMap { try? Message(decoding: $0) }.map { RecordListing($0) }
    }

    private static func judged(_ tag: TagInspection) -> (Verdict, reason: String?, bytes: [UInt8]?) {
        guard let contents = tag.contents else {
            let isDamaged = tag.rejection?.reason == .tagDamaged
            return (isDamaged ? .damaged : .unreadable, tag.rejection?.detail ?? "it cannot be read", nil)
        }
        switch contents.verdict {
        case .message(let bytes): return (contents.isBlank ? .empty : .message, nil, bytes)
        case .empty: return (.empty, nil, [])
        case .unformatted: return (.notNDEF, "page 3 is 00000000: it was never formatted for NDEF", nil)
        case .notNDEF(let what): return (.notNDEF, what, nil)
        case .damaged(let what), .broken(let what): return (.damaged, what, nil)
        case .passwordRead(let from):
            return (.unreadable, "a password keeps pages from \(from) on from being read", nil)
        case .missing(let what): return (.unreadable, what, nil)
        case .needs: return (.unreadable, "not all of it was read", nil)
        }
    }

    private var lockState: LockState { tag.lockState ?? .unknown }

    /// The reason first, then what is worth knowing of the tag, then of its records.
    /// What is worth knowing of the tag itself, and where it is not as the journal says.
    private var notes: [String] {
        [reason, readerNote].compactMap { $0 } + (tag.contents?.notes ?? []) + (records?.notes ?? [])
            + [difference].compactMap { $0 }
    }

    /// What the journal says of the tag.
    private var ledger: String? { known.map { LedgerListing(entry: $0.entry).sentence } }

    /// A tag that was written elsewhere since, or was changed for another of the same UID.
    private var difference: String? {
        guard let wanted = known?.message, let bytes, bytes != wanted else { return nil }
        return verdict == .empty
            ? "the tag holds no message now; by the journal it carries one of \(wanted.count) bytes"
            : "the tag holds another message now than by the journal"
    }

    /// Readers differ in what they pass on: where a tag answered like none, which commands were tried is the first thing
    /// to know.
    private var readerNote: String? {
        switch tag.rejection?.reason {
        case .notATag?, .chipUnsupported?, .readerError?:
            "the reader is of model \(model); tried: FF CA (UID), FF B0 (read)"
                + (model == "acr122u" ? ", FF 00 (pass-through)" : "")
        default: nil
        }
    }

    private var ledgerNotes: [String] { ledger.map { ["journal: " + $0] } ?? [] }

    /// `tagmill.tag/1` (contract, section 7).
    var json: JSONValue {
        // A lock state is told of Type 2 tags alone, also where the chip could not be.
        let isType2 = tag.chip != nil || tag.lockState != nil
        return .object([
            .init("schema", .string("tagmill.tag/1")),
            .init("source", .string(source)),
            .init("uid", tag.uid.map { .string("\($0)") } ?? .null),
            .init("chip", tag.chip.map { .string($0.rawValue) } ?? .null),
            .init("forum_type", isType2 ? .int(2) : .null),
            .init("genuine", .string("unknown")),
            .init("verdict", .string(verdict.rawValue)),
            .init("lock_state", .string(lockState.rawValue)),
            .init("capacity_bytes", tag.contents?.capacityBytes.map { .int(Int64($0)) } ?? .null),
            .init("message_bytes", bytes.map { .int(Int64($0.count)) } ?? .null),
            .init("message_hex", bytes.map { .string($0.hex) } ?? .null),
            .init("records", records?.json ?? .array([])),
            .init("notes", .array((notes + ledgerNotes).map { .string($0) })),
        ])
    }

    /// For a person: the tag, then its records.
    var text: String {
        var lines = [
            ("tag", [tag.uid?.description ?? "UID unknown", tag.chip?.rawValue ?? "chip unknown"]),
            ("reader", [source]),
            ("state", [lockState.rawValue, capacity].compactMap { $0 }),
            ("holds", [holds]),
        ].map { Self.line($0, $1.joined(separator: ", ")) }
        if verdict == .message, let records { lines.append(records.text) }
        if let ledger { lines.append(Self.line("journal", ledger)) }
        lines += notes.filter { $0 != reason }.map { Self.line("note", $0) }
        return lines.joined(separator: "\n")
    }

    private var capacity: String? {
        guard let bytes = tag.contents?.capacityBytes else { return nil }
        return lockState == .writable ? "takes a message of up to \(bytes) bytes" : "has room for \(bytes) bytes"
    }

    private var holds: String {
        switch verdict {
        case .message: "a message of \(bytes?.count ?? 0) bytes"
        case .empty: bytes?.isEmpty == false ? "no message (an empty record)" : "no message"
        case .notNDEF: "no NDEF: \(reason ?? "")"
        case .damaged: "nothing that can be used; damaged: \(reason ?? "")"
        case .unreadable: "unreadable: \(reason ?? "")"
        }
    }

    private static func line(_ name: String, _ value: String) -> String {
        VisibleText.fit(name, to: 8) + VisibleText.escaped(value)
    }
}
