import Jobs
import Provisioning

/// What the ledger says of a tag, in words and as JSON.
struct LedgerListing {
    let entry: LedgerEntry

    /// `SH-1001 (row 1 of job stock)`
    private var item: String { "\(name) (\(entry.item) of job \(entry.job))" }

    private var name: String {
        if let sku = entry.sku { return sku }
        return entry.summary.isEmpty ? "an item" : VisibleText.cut(entry.summary, to: 60)
    }

    /// What `read` says of the tag.
    var sentence: String {
        switch entry.state {
        case .carries: "carries \(item), since \(entry.since), by run \(entry.run)"
        case .inDoubt:
            "in doubt: a write of \(item) began at \(entry.since), by run \(entry.run), and its end is not known"
        case .unknown: "a write of \(item) failed at \(entry.since), by run \(entry.run): what it holds is not known"
        }
    }

    /// What happened to the tag of an item since; nil where the item is still the last that the ledger knows of it.
    func remark(on item: Item, of run: RunRecord) -> String? {
        if isSame(item, of: run) { return nil }
        let place = entry.run == run.id ? "\(entry.item) of this run" : "\(entry.item), run \(entry.run)"
        return switch entry.state {
        case .carries: "the tag now carries \(name) (\(place)) since \(entry.since)"
        case .inDoubt: "a write of \(name) (\(place)) began on the tag at \(entry.since), and its end is not known"
        case .unknown: "a write of \(name) (\(place)) failed on the tag at \(entry.since)"
        }
    }

    /// Whether the ledger speaks of this very item, or of the same one in another run of the job: same SKU and copy, or,
    /// where there is no SKU, the same content (contract, section 5).
    func isSame(_ item: Item, of run: RunRecord) -> Bool {
        if entry.run == run.id { return entry.item == item.key }
        guard entry.job == run.job, entry.sku == item.sku else { return false }
        return entry.sku == nil
            ? !entry.summary.isEmpty && entry.summary == item.summary : entry.item.copy == item.key.copy
    }

    /// The member `tag_now` of `tagmill.run/1`.
    func json(on item: Item, of run: RunRecord) -> JSONValue {
        .object([
            .init("state", .string(entry.state.rawValue)),
            .init("same_item", .bool(isSame(item, of: run))),
            .init("run", .string(entry.run)),
            .init("job", .string(entry.job)),
            .init("row", .int(Int64(entry.item.row))),
            .init("copy", .int(Int64(entry.item.copy))),
            .init("sku", entry.sku.map { .string($0) } ?? .null),
            .init("since", .string(entry.since.description)),
            .init("station", .string(entry.station)),
        ])
    }
}
