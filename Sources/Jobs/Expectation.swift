public import Tags

/// What one tag must hold by a golden file (contract, section 8).
public struct Expectation: Hashable, Sendable {
    /// The row, and which of its `quantity`.
    public var key: ItemKey
    /// The physical line on which the row begins; the header is line 1.
    public var line: Int
    public var sku: String?
    /// The tag for which it is; nil: for any tag that no other expectation took.
    public var uid: UID?
    /// The golden file's own cells as they came, in the order of its columns.
    public var cells: [String]
    /// The whole NDEF message; empty where the tag must be none for NDEF (`lockState` says so).
    public var message: [UInt8]
    /// Where the UID of the tag stands in the message, which has zero bytes there.
    public var uidPlaces: [UIDPlace]
    /// The mirror that is to be switched on over its placeholder in the message; nil: none is asked for.
    public var mirror: AsciiMirror.Content?
    /// Nil: any.
    public var chip: Chip?
    /// Nil: any.
    public var lockState: LockState?
    /// Nil: any.
    public var genuine: Genuine?

    public init(
        key: ItemKey, line: Int, sku: String? = nil, uid: UID? = nil, cells: [String], message: [UInt8],
        uidPlaces: [UIDPlace] = [], mirror: AsciiMirror.Content? = nil, chip: Chip? = nil,
        lockState: LockState? = nil, genuine: Genuine? = nil
    ) {
        self.key = key
        self.line = line
        self.sku = sku
        self.uid = uid
        self.cells = cells
        self.message = message
        self.uidPlaces = uidPlaces
        self.mirror = mirror
        self.chip = chip
        self.lockState = lockState
        self.genuine = genuine
    }

    /// What is expected of the tag of this UID; nil where the UID has a place in the message and has not seven bytes, or is not
    /// known.
    func composed(for uid: UID?) -> Expectation? {
        guard !uidPlaces.isEmpty else { return self }
        guard let uid, let message = UIDPlace.fill(uidPlaces, of: message, with: uid) else { return nil }
        var composed = self
        (composed.message, composed.uidPlaces) = (message, [])
        return composed
    }

    /// Whether a tag is expected that is none for NDEF, and so holds no message.
    var isOfNoNDEF: Bool { lockState == .notNDEF && message.isEmpty }

    /// SKU, else UID, else `row N`; from the second copy on with ` #2` behind it.
    public var name: String {
        let name = sku ?? uid.map { "\($0)" } ?? "row \(key.row)"
        return key.copy == 1 ? name : "\(name) #\(key.copy)"
    }
}

/// A golden file as understood: what a set of tags must hold.
public struct GoldenSet: Hashable, Sendable {
    /// The file's name without `.csv`, or `name` of the settings.
    public var name: String
    /// The golden file's own columns as they came.
    public var columns: [String]
    /// In file order.
    public var expectations: [Expectation]
    /// Items of a run's report that did not succeed: they are not expected of any tag.
    public var passedOver: Int

    public init(name: String, columns: [String], expectations: [Expectation], passedOver: Int = 0) {
        self.name = name
        self.columns = columns
        self.expectations = expectations
        self.passedOver = passedOver
    }

    /// Expects every tag to be genuine, but for those of which the file says whether they are.
    public mutating func requireGenuine() {
        for index in expectations.indices where expectations[index].genuine == nil {
            expectations[index].genuine = .yes
        }
    }
}
