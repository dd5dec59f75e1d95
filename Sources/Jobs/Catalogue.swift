/// The products that a catalogue file lists, by their SKU: what `read --catalog` shows of a tag.
///
/// SKUs are compared without blanks around them and without regard to case. The table is held as it came, and a product is
/// put together when it is asked for, so that a million rows take little more than their file.
public struct Catalogue: Sendable {
    /// One row of the catalogue.
    public struct Product: Hashable, Sendable {
        /// What a column says of the product.
        public struct Field: Hashable, Sendable {
            /// The column's header, without blanks around it.
            public var name: String
            /// The cell as it came.
            public var value: String

            public init(_ name: String, _ value: String) {
                self.name = name
                self.value = value
            }
        }

        /// As the catalogue writes it, without blanks around it.
        public var sku: String
        /// Every other column that has a name, in the order of the file.
        public var fields: [Field]
    }

    /// What is wrong with the file and its rows. With an error among them, which product a SKU means is not certain.
    public private(set) var issues: [JobIssue]
    private let columns: JobColumns
    private let skuIndex: Int?
    private let records: [Table.Record]
    private var places: [String: Int32] = [:]

    /// How many rows whose SKU stood before are named: a list that was put together twice has thousands.
    private static let mostTwice = 10

    public var hasErrors: Bool { issues.contains { $0.severity == .error } }
    /// How many products there are.
    public var count: Int { places.count }

    /// Takes a table whose column `sku`, matched as a job's is, names each row's product; every other column is the
    /// product's, but for those of a report.
    ///
    /// Never throws: a table without that column, a SKU that stands twice, rows that are torn and a table without products are issues.
    public init(_ table: Table) {
        columns = JobColumns(headers: table.headers, settings: Settings())
        skuIndex = columns.positions[.sku]
        records = table.records
        // Columns that a job cannot have yet mean nothing special here.
        issues = table.issues + columns.issues.filter { $0.code != "column-not-built" }
        guard skuIndex != nil else {
            let headers = columns.own.prefix(8).map(\.quoted).joined(separator: ", ")
            issues.append(
                JobIssue(
                    severity: .error, code: "sku-missing",
                    message:
                        "a catalogue needs a column sku: rename the header that holds the SKU to \"sku\" (the headers "
                        + "are: \(headers))"))
            return
        }
        addRows()
    }

    private mutating func addRows() {
        places.reserveCapacity(records.count)
        var withoutSKU: [Int] = []
        var twice = 0
        for (index, record) in records.enumerated() {
            let shape = RowShape(record: record, columns: columns)
            if let fault = shape.fault {
                issues.append(
                    JobIssue(
                        severity: .error, code: fault.code, row: record.row, line: record.line, message: fault.message))
                continue
            }
            let sku = sku(in: shape.cells)
            if sku.isEmpty {
                withoutSKU.append(record.line)
            } else if let first = places.updateValueIfNew(Int32(index), forKey: sku.caseFolded) {
                twice += 1
                if twice <= Self.mostTwice { refuse(sku, in: record, standsIn: records[Int(first)]) }
            }
        }
        tellRest(twice: twice)
        if let first = withoutSKU.first {
            let message =
                withoutSKU.count == 1
                ? "the row on line \(first) has no sku and is passed over"
                : "\(withoutSKU.count) rows have no sku and are passed over, the first on line \(first)"
            issues.append(JobIssue(severity: .warning, code: "sku-empty", line: first, message: message))
        }
    }

    private mutating func tellRest(twice: Int) {
        if twice > Self.mostTwice {
            issues.append(
                JobIssue(
                    severity: .error, code: "sku-twice",
                    message: "and \(twice - Self.mostTwice) more; keep one row of each sku"))
        }
        if places.isEmpty, !hasErrors {
            let what = records.isEmpty ? "the file has a header and no rows" : "no row has a sku"
            issues.append(
                JobIssue(severity: .error, code: "no-rows", message: "\(what); a catalogue has a row for each product"))
        }
    }

    private mutating func refuse(_ sku: String, in record: Table.Record, standsIn first: Table.Record) {
        let written = self.sku(in: columns.cells(of: first.cells))
        let hint = written == sku ? "" : ", as \(written.quoted): case does not count"
        issues.append(
            JobIssue(
                severity: .error, code: "sku-twice", row: record.row, line: record.line, column: "sku",
                message: "the sku \(sku.quoted) stands in row \(first.row) (line \(first.line)) already\(hint)"))
    }

    /// The product of this SKU; nil where the catalogue has none.
    public func product(_ sku: String) -> Product? {
        guard let place = places[sku.trimmingBlanks.caseFolded] else { return nil }
        let cells = columns.cells(of: records[Int(place)].cells)
        let fields = columns.own.indices.compactMap { index -> Product.Field? in
            let name = columns.own[index].trimmingBlanks
            return index == skuIndex || name.isEmpty ? nil : Product.Field(name, cells[index])
        }
        return Product(sku: self.sku(in: cells), fields: fields)
    }

    private func sku(in cells: [String]) -> String { skuIndex.map { cells[$0].trimmingBlanks } ?? "" }
}

extension Dictionary {
    /// Sets the value of a new key. Nil where it was one, else the value that stands there.
    fileprivate mutating func updateValueIfNew(_ value: Value, forKey key: Key) -> Value? {
        if let known = self[key] { return known }
        self[key] = value
        return nil
    }
}
