import Jobs
import Tags

/// A CSV file of passwords, one for each UID.
struct PasswordTable {
    private(set) var passwords: [UID: TagPassword] = [:]

    private enum Column: String, CaseIterable {
        case uid
        case password
        case pack
    }

    private let positions: [Column: Int]

    init(_ bytes: [UInt8]) throws(JobFileError) {
        let table = try CSVFile.read(bytes, knownHeaders: Column.allCases.map(\.rawValue))
        positions = try Self.positions(in: table.headers)
        guard !table.records.isEmpty else {
            throw JobFileError(.empty, context: "the file has a header and no passwords")
        }
        var lines: [UID: Int] = [:]
        for record in table.records {
            let (uid, password) = try read(record)
            if let first = lines.updateValue(record.line, forKey: uid) {
                throw Self.fault(record, .uid, "the uid \(uid) stands in line \(first) already")
            }
            passwords[uid] = password
        }
    }

    private static func positions(in headers: [String]) throws(JobFileError) -> [Column: Int] {
        var positions: [Column: Int] = [:]
        for (index, header) in headers.enumerated() where !header.isBlank {
            // A header that is not known is not shown: in a file without a line of headers it is a password.
            guard let column = Column(rawValue: HeaderName(header).folded) else {
                throw JobFileError(
                    .badHeader,
                    context:
                        "column \(index + 1) of the header is not known; a file of passwords has uid, password and, if "
                        + "need be, pack")
            }
            guard positions.updateValue(index, forKey: column) == nil else {
                throw JobFileError(.badHeader, context: "two columns of the header are \(column.rawValue)")
            }
        }
        for column in [Column.uid, .password] where positions[column] == nil {
            throw JobFileError(.badHeader, context: "the column \(column.rawValue) is missing in the header")
        }
        return positions
    }

    private func read(_ record: Table.Record) throws(JobFileError) -> (UID, TagPassword) {
        if let fault = record.fault { throw JobFileError(.badPassword, line: record.line, context: fault) }
        let named = Set(positions.values)
        if record.cells.indices.contains(where: { !named.contains($0) && !record.cells[$0].isBlank }) {
            throw JobFileError(.badPassword, line: record.line, context: "a cell stands where the header has no name")
        }
        // A cell that may be a password in the wrong column is not shown.
        guard let uid = UID(hex: cell(.uid, record)), !uid.isRandom else {
            throw Self.fault(record, .uid, "a uid is 4, 7, 8 or 10 bytes in hex, and none that is drawn anew each time")
        }
        let password = try bytes(.password, record, digits: PasswordFile.passwordDigits)
        let hasPack = !cell(.pack, record).isEmpty
        let pack = hasPack ? try bytes(.pack, record, digits: PasswordFile.acknowledgementDigits) : [0, 0]
        return (uid, try PasswordFile.made(password, pack))
    }

    private func cell(_ column: Column, _ record: Table.Record) -> String {
        guard let index = positions[column], index < record.cells.count else { return "" }
        return record.cells[index].trimmingBlanks
    }

    private func bytes(_ column: Column, _ record: Table.Record, digits: Int) throws(JobFileError) -> [UInt8] {
        let cell = cell(column, record)
        guard cell.utf8.count == digits, let bytes = [UInt8](hex: cell), bytes.count * 2 == digits else {
            throw Self.fault(record, column, "it must be \(digits) hex digits")
        }
        return bytes
    }

    private static func fault(_ record: Table.Record, _ column: Column, _ what: String) -> JobFileError {
        JobFileError(.badPassword, line: record.line, context: "column \(column.rawValue): \(what)")
    }
}
