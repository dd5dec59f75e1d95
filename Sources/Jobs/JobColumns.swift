/// The columns of a table, told apart: which are the job's own, and which of ours each one is.
struct JobColumns {
    /// The job's own headers as they came, without those of a report and without nameless ones at the end.
    let own: [String]
    /// Where each own column stands in the table.
    let tableIndices: [Int]
    /// How many cells a record must have, and how many it may have with nothing in the rest.
    let cellCount: ClosedRange<Int>
    /// Where ours stand among the own columns.
    private(set) var positions: [JobColumn: Int] = [:]
    /// Every name by which a template may call an own column.
    private(set) var names: [HeaderName: Int] = [:]
    /// What is wrong with the header.
    private(set) var issues: [JobIssue] = []

    init(headers: [String], settings: Settings) {
        let named = headers.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
        tableIndices = (0..<named).filter { !HeaderName(headers[$0]).isResult }
        own = tableIndices.map { headers[$0] }
        cellCount = named...max(named, headers.count)
        findNames()
        findOurs(settings: settings)
    }

    /// Where the SKU and the UID stand among the own columns.
    var keys: [Int] { [JobColumn.sku, .uid].compactMap { positions[$0] } }

    /// A record's own cells; those that it lacks are empty.
    func cells(of record: [String]) -> [String] { tableIndices.map { $0 < record.count ? record[$0] : "" } }

    private mutating func refuse(_ code: String, column: String? = nil, _ message: String) {
        issues.append(JobIssue(severity: .error, code: code, column: column, message: message))
    }

    private mutating func findNames() {
        for (index, header) in own.enumerated() {
            let name = HeaderName(header)
            if let first = names[name] {
                if name.folded.isEmpty {
                    refuse("column-unnamed", "two columns have no name; name them or take them out")
                } else {
                    refuse(
                        "column-twice", column: header,
                        "the columns \(own[first].quoted) and \(header.quoted) have one name; rename one of them")
                }
            } else {
                names[name] = index
            }
        }
    }

    private mutating func findOurs(settings: Settings) {
        let mapped = mapping(settings.columns)
        for (index, header) in own.enumerated() {
            let name = HeaderName(header)
            guard let column = mapped[name] ?? JobColumn(name) else { continue }
            if let first = positions[column], first != index {
                refuse(
                    "column-twice", column: header,
                    "the columns \(own[first].quoted) and \(header.quoted) are both the column \(column.rawValue)")
            } else {
                positions[column] = index
                if names[HeaderName(column.rawValue)] == nil { names[HeaderName(column.rawValue)] = index }
            }
        }
    }

    /// The settings' `columns`, folded; what cannot be is refused.
    private mutating func mapping(_ columns: [String: String]) -> [HeaderName: JobColumn] {
        var mapped: [HeaderName: JobColumn] = [:]
        for (header, ours) in columns.sorted(by: { $0.key < $1.key }) {
            let name = HeaderName(header)
            guard let column = JobColumn(HeaderName(ours)) else {
                refuse("column-unknown", column: header, "in the settings, \(ours.quoted) is no column of ours")
                continue
            }
            guard names[name] != nil else {
                let nearest = nearestName(to: header, among: own).map { "; is \($0.quoted) meant?" } ?? ""
                refuse(
                    "column-missing", column: header,
                    "the file has no column \(header.quoted), which columns of the settings name\(nearest)")
                continue
            }
            if let other = mapped[name], other != column {
                refuse("column-twice", column: header, "columns of the settings name \(header.quoted) twice")
            }
            mapped[name] = column
        }
        return mapped
    }
}
