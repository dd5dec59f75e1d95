import Jobs
import Provisioning
import Tags

/// The row on which a statement stands, read column after column. What cannot be ours is `corrupt`.
struct Row {
    private let statement: Statement
    private var column: Int32 = -1

    init(_ statement: Statement) { self.statement = statement }

    /// Goes back to the first column.
    mutating func rewind() { column = -1 }

    mutating func optionalInt64() -> Int64? {
        column += 1
        return statement.isNull(column) ? nil : statement.integer(column)
    }

    mutating func int64() throws(JournalError) -> Int64 { try present(optionalInt64()) }

    mutating func bool() throws(JournalError) -> Bool { try int64() != 0 }

    /// No number of ours is above: not of rows, items, attempts or bytes, and not their sums. With these bounds what is read
    /// can be added to without overflowing.
    private static let countMaximum: Int64 = 1 << 40

    mutating func optionalCount() throws(JournalError) -> Int? { try optionalInteger(in: 0...Self.countMaximum) }

    mutating func count() throws(JournalError) -> Int { try present(optionalCount()) }

    mutating func optionalNumber() throws(JournalError) -> Int64? { try optionalCount().map(Int64.init) }

    /// The inner key of a row.
    mutating func number() throws(JournalError) -> Int64 { try present(optionalNumber()) }

    /// Milliseconds between two times that can be written. A clock that is set right makes them long.
    mutating func duration() throws(JournalError) -> Int64 {
        let longest = Timestamp.writable.upperBound.milliseconds - Timestamp.writable.lowerBound.milliseconds
        return Int64(try present(optionalInteger(in: 0...longest)))
    }

    /// What a process can end with.
    mutating func optionalExitCode() throws(JournalError) -> Int? { try optionalInteger(in: 0...255) }

    mutating func optionalByte() throws(JournalError) -> UInt8? { try optionalInteger(in: 0...255).map { UInt8($0) } }

    private mutating func optionalInteger(in range: ClosedRange<Int64>) throws(JournalError) -> Int? {
        guard let value = optionalInt64() else { return nil }
        return try present(range.contains(value) ? Int(value) : nil)
    }

    mutating func optionalBytes() -> [UInt8]? {
        column += 1
        return statement.isNull(column) ? nil : statement.bytes(column)
    }

    mutating func bytes() throws(JournalError) -> [UInt8] { try present(optionalBytes()) }

    mutating func optionalText() throws(JournalError) -> String? {
        column += 1
        return statement.isNull(column) ? nil : try present(statement.text(column))
    }

    mutating func text() throws(JournalError) -> String { try present(optionalText()) }

    mutating func optionalUID() throws(JournalError) -> UID? {
        guard let bytes = optionalBytes() else { return nil }
        return try present(UID(bytes))
    }

    mutating func uid() throws(JournalError) -> UID { try present(optionalUID()) }

    mutating func optionalTime() throws(JournalError) -> Timestamp? {
        guard let time = optionalInt64().map(Timestamp.init(milliseconds:)) else { return nil }
        return try present(Timestamp.writable.contains(time) ? time : nil)
    }

    mutating func time() throws(JournalError) -> Timestamp { try present(optionalTime()) }

    /// A name out of a closed list.
    mutating func optionalName<Name: RawRepresentable<String>>() throws(JournalError) -> Name? {
        guard let text = try optionalText() else { return nil }
        return try present(Name(rawValue: text))
    }

    mutating func name<Name: RawRepresentable<String>>() throws(JournalError) -> Name { try present(optionalName()) }

    mutating func json() throws(JournalError) -> JSONValue {
        let text = try bytes()
        do {
            return try JSONValue(parsing: text)
        } catch {
            throw JournalError(.corrupt, context: "column \(column) holds no JSON: \(error)")
        }
    }

    /// A JSON array of strings.
    mutating func texts() throws(JournalError) -> [String] {
        guard case .array(let values) = try json() else { return try present(nil) }
        var texts: [String] = []
        texts.reserveCapacity(values.count)
        for value in values {
            guard case .string(let text) = value else { return try present(nil) }
            texts.append(text)
        }
        return texts
    }

    /// As `[UIDPlace].json` writes them.
    mutating func uidPlaces() throws(JournalError) -> [UIDPlace] {
        guard let text = optionalBytes() else { return [] }
        guard let value = try? JSONValue(parsing: text), case .array(let values) = value else {
            return try present(nil)
        }
        var places: [UIDPlace] = []
        for value in values {
            guard case .object(let members) = value, members.count == 2,
                case .int(let offset) = members[0].value, case .bool(let isLowerCase) = members[1].value,
                (0...Self.countMaximum).contains(offset)
            else { return try present(nil) }
            places.append(UIDPlace(offset: Int(offset), isLowerCase: isLowerCase))
        }
        return places
    }

    private func present<Value>(_ value: Value?) throws(JournalError) -> Value {
        guard let value else { throw JournalError(.corrupt, context: "column \(column) holds what cannot be there") }
        return value
    }
}

extension [String] {
    /// As `Row.texts` reads it.
    var json: String { JSONValue.array(map(JSONValue.string)).compact }
}

extension [UIDPlace] {
    /// As `Row.uidPlaces` reads them; nil where there are none.
    var json: String? {
        guard !isEmpty else { return nil }
        return JSONValue.array(
            map { .object([.init("offset", .int(Int64($0.offset))), .init("lower", .bool($0.isLowerCase))]) }
        ).compact
    }
}
