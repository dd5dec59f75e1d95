/// Finds lines of a report whose cells are those of another row: only some of its columns were sorted, or `result_row` was
/// filled anew.
public struct MovedLines: Sendable {
    /// A line that does not hold the cells of the row that it names.
    public struct Line: Hashable, Sendable {
        public var key: ItemKey
        /// The physical line in the report.
        public var reportLine: Int
        /// The row whose cells stand there.
        public var holds: Int
    }

    private struct Suspect {
        var key: ItemKey
        var reportLine: Int
        var isInvalid: Bool
        var fingerprints: [Fingerprint]
    }

    /// What a row is known by: all cells that report and journal have, or its SKU.
    private struct Fingerprint: Hashable {
        var isSKU: Bool
        var cells: [String]
    }

    private let merge: RerunMerge
    /// The columns that both report and run have.
    private let shared: [Int]
    private var suspects: [Suspect] = []
    private var wanted: Set<Fingerprint> = []
    private var holders: [Fingerprint: Int] = [:]

    /// - Parameters:
    ///   - report, run: where the columns of each stand in `merge`.
    public init(merge: RerunMerge, report: [Int], run: [Int]) {
        self.merge = merge
        shared = Set(report).intersection(run).sorted()
    }

    /// Whether there is any line to look at.
    public var isEmpty: Bool { suspects.isEmpty }

    /// Notes a line whose cells a person changed.
    public mutating func suspect(
        _ record: RerunSource.Record, report: [String?], known: [String?], isInvalid: Bool
    ) {
        let fingerprints = fingerprints(of: report).filter { !self.fingerprints(of: known).contains($0) }
        suspects.append(
            Suspect(
                key: record.key, reportLine: record.reportLine, isInvalid: isInvalid, fingerprints: fingerprints))
        wanted.formUnion(fingerprints)
    }

    /// Looks at an item of the run.
    public mutating func look(at key: ItemKey, cells: [String?]) {
        for fingerprint in fingerprints(of: cells) where wanted.contains(fingerprint) && holders[fingerprint] == nil {
            holders[fingerprint] = key.row
        }
    }

    /// The lines that hold another row's cells. An invalid row may be corrected to what another row is; it has moved only
    /// where that row's own line was changed too.
    public func found() -> [Line] {
        let changed = Set(suspects.map(\.key.row))
        return suspects.compactMap { suspect in
            for fingerprint in suspect.fingerprints {
                guard let row = holders[fingerprint], row != suspect.key.row else { continue }
                if suspect.isInvalid && !changed.contains(row) { continue }
                return Line(key: suspect.key, reportLine: suspect.reportLine, holds: row)
            }
            return nil
        }
    }

    private func fingerprints(of cells: [String?]) -> [Fingerprint] {
        var result: [Fingerprint] = []
        let all = shared.map { Self.folded(cells[$0] ?? "") }
        if all.contains(where: { !$0.isEmpty }) { result.append(Fingerprint(isSKU: false, cells: all)) }
        if let index = merge.skuIndex, shared.contains(index), let sku = cells[index], !sku.isBlank {
            result.append(Fingerprint(isSKU: true, cells: [Self.folded(sku)]))
        }
        return result
    }

    /// Without what a spreadsheet changes most: blanks, signs and zeros in front.
    private static func folded(_ cell: String) -> String {
        String(cell.trimmingBlanks.drop { $0 == "'" || $0 == "+" || $0 == "0" })
    }
}
