import Tags

/// The rows of a run that a rerun of it does not make now, and that are on their tags or still to come there. What must not come
/// twice is looked for among them too: that a row's line is not in the file does not make its SKU free.
///
/// Only what is looked for is kept, 16 bytes a key. Not for two threads at once.
public final class StandingRows {
    private let skus = KeyIndex()
    private let uids = KeyIndex()
    private let contents = KeyIndex()

    public init() {}

    /// Adds an item as its run has it. A bad row is none of them: nothing is made of it, so it keeps no other from its tag.
    public func add(_ item: Item) {
        let place = KeyIndex.Place(row: item.key.row, line: item.line)
        if let sku = item.sku { _ = skus.first(.init(sku), at: place) }
        // The tag that a half done item waits for stands in no row.
        if let uid = item.boundUID, item.halfDoneUID == nil { _ = uids.first(.init(uid), at: place) }
        // With the UID in it no two tags hold the same.
        if !item.message.isEmpty, item.uidPlaces.isEmpty { _ = contents.first(.init(item.message), at: place) }
    }

    // MARK: Where a key stands, in words; nil where it stands in no other row than this one

    func other(sku: String, than row: Int) -> String? { other(.init(sku), in: skus, than: row) }

    func other(uid: UID, than row: Int) -> String? { other(.init(uid), in: uids, than: row) }

    func other(content: [UInt8], than row: Int) -> String? { other(.init(content), in: contents, than: row) }

    /// The line is that of the job, while the rerun may be of another file.
    private func other(_ key: KeyIndex.Key, in index: KeyIndex, than row: Int) -> String? {
        guard let place = index.find(key), place.row != row else { return nil }
        return "row \(place.row) (line \(place.line) of the job)"
    }
}
