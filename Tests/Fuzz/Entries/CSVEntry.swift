import JobFiles
import Jobs

extension FuzzEntry {
    /// A job file as nothing but its bytes tell it: encoding, delimiter and dialect are found out.
    ///
    /// Held: a table that is read is the same in whatever pieces it comes, has no more cells than the file has bytes, and
    /// is the same again once it was written as CSV.
    static let csv = FuzzEntry("csv", sharedFolders: ["csv"], longestInput: 16_384) { input throws(BrokenProperty) in
        let whole = read(ByteSource(input), CSVOptions(), .recognized)
        let pieces = read(pieces(of: input), CSVOptions(), .recognized)
        try hold(whole == pieces, "in pieces it is another table")
        if case .success(let table) = whole {
            let cells = table.records.reduce(0) { $0 + $1.cells.count }
            try hold(cells <= input.count * max(1, table.headers.count), "\(cells) cells of \(input.count) bytes")
            try holdWriting(of: table)
        }
        for options in told { _ = read(ByteSource(input), options, .none) }
        for dialect in Dialect.allCases { _ = read(ByteSource(input), CSVOptions(), .named(dialect)) }
        _ = try? CSVFile.read(input)
    }

    private static let told = [
        CSVOptions(encoding: "windows-1252", delimiter: ";", comment: "#"), CSVOptions(encoding: "utf-16le"),
        CSVOptions(encoding: "utf-8", delimiter: "\t", comment: ";", knownHeaders: ["url", "sku"]),
    ]

    private static func read(
        _ source: ByteSource, _ options: CSVOptions, _ dialect: DialectChoice
    ) -> Result<Table, JobFileError> {
        do throws(JobFileError) {
            return .success(try JobStream(source, options: options, dialect: dialect).table())
        } catch {
            return .failure(error)
        }
    }

    /// Pieces of 1, 2, 3 … bytes.
    private static func pieces(of bytes: [UInt8]) -> ByteSource {
        var (rest, size) = (bytes[...], 0)
        return ByteSource {
            guard !rest.isEmpty else { return nil }
            size += 1
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size)
        }
    }

    /// A table of which no row has a fault can be written as the CSV of a job, and is read the same.
    private static func holdWriting(of table: Table) throws(BrokenProperty) {
        guard !table.records.contains(where: { $0.fault != nil }), let bytes = try? JobCSV.bytes(of: table) else {
            return
        }
        guard case .success(let again) = read(ByteSource(bytes), CSVOptions(), .none) else {
            throw BrokenProperty(what: "written as CSV it cannot be read")
        }
        try hold(again.headers == table.headers, "written as CSV it has other headers")
        try hold(again.records.map(\.cells) == table.records.map(\.cells), "written as CSV it has other cells")
    }
}
