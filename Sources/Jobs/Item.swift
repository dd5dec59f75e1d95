public import Tags

/// Which tag of a job an item is: the data record (from 1) and the copy of it (from 1).
public struct ItemKey: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var row: Int
    public var copy: Int

    public init(row: Int, copy: Int) {
        self.row = row
        self.copy = copy
    }

    public static func < (left: Self, right: Self) -> Bool { (left.row, left.copy) < (right.row, right.copy) }

    public var description: String { copy == 1 ? "row \(row)" : "row \(row), copy \(copy)" }
}

/// One tag to be made, with everything needed to make it.
///
/// It goes from the job to the journal, the readers and the report: all but its key is shared between the copies.
public struct Item: Hashable, Sendable {
    private struct Parts: Hashable, Sendable {
        var line: Int
        var sku: String?
        var boundUID: UID?
        var chip: Chip?
        var lock: Bool
        var cells: [String]
        var message: [UInt8]
        var uidPlaces: [UIDPlace]
        var summary: String
        var fault: String?
    }

    public var key: ItemKey
    private var parts: Shared<Parts>

    /// The physical line on which the row begins; the header is line 1.
    public var line: Int {
        get { parts.value.line }
        set { parts.value.line = newValue }
    }

    /// The row's SKU, nil where the job has none for it.
    public var sku: String? {
        get { parts.value.sku }
        set { parts.value.sku = newValue }
    }

    /// The tag to which the row is bound.
    public var boundUID: UID? {
        get { parts.value.boundUID }
        set { parts.value.boundUID = newValue }
    }

    /// The chip that the row must go to.
    public var chip: Chip? {
        get { parts.value.chip }
        set { parts.value.chip = newValue }
    }

    /// The tag is to be locked once it holds the message.
    public var lock: Bool {
        get { parts.value.lock }
        set { parts.value.lock = newValue }
    }

    /// The row's own cells as they came, in the order of the run's columns.
    public var cells: [String] {
        get { parts.value.cells }
        set { parts.value.cells = newValue }
    }

    /// The whole NDEF message; empty for an invalid row. Zero bytes stand in the places of the UID.
    public var message: [UInt8] {
        get { parts.value.message }
        set { parts.value.message = newValue }
    }

    /// Where the UID of the tag is put into the message; none where every tag gets the same bytes.
    public var uidPlaces: [UIDPlace] {
        get { parts.value.uidPlaces }
        set { parts.value.uidPlaces = newValue }
    }

    /// What the operator is shown of the first record: a URI or a text.
    public var summary: String {
        get { parts.value.summary }
        set { parts.value.summary = newValue }
    }

    /// What is wrong with the row; such an item is `invalid` and never tried.
    public var fault: String? {
        get { parts.value.fault }
        set { parts.value.fault = newValue }
    }

    public init(
        key: ItemKey, line: Int, sku: String?, boundUID: UID? = nil, chip: Chip? = nil, lock: Bool = false,
        cells: [String], message: [UInt8], uidPlaces: [UIDPlace] = [], summary: String, fault: String? = nil
    ) {
        self.key = key
        parts = Shared(
            Parts(
                line: line, sku: sku, boundUID: boundUID, chip: chip, lock: lock, cells: cells, message: message,
                uidPlaces: uidPlaces, summary: summary, fault: fault))
    }
}

extension Item {
    /// The message as the tag of this UID is to hold it; nil where the UID has not seven bytes and has a place in it.
    public func message(for uid: UID) -> [UInt8]? { UIDPlace.fill(uidPlaces, of: message, with: uid) }

    /// The item with that message, in which no place is open any more; nil as above.
    public func composed(for uid: UID) -> Item? {
        guard !uidPlaces.isEmpty else { return self }
        guard let message = message(for: uid) else { return nil }
        var composed = self
        (composed.message, composed.uidPlaces) = (message, [])
        return composed
    }

    /// The tag on which an earlier run left the item half locked or protected: it is bound to it though its row names no such
    /// tag. Nil where the row itself names it, and where the cells were forgotten.
    package var halfDoneUID: UID? {
        guard let boundUID, !cells.isEmpty, !cells.contains(where: { UID(hex: $0) == boundUID }) else { return nil }
        return boundUID
    }
}
