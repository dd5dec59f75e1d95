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

    mutating func optionalInt() -> Int? { optionalInt64().map { Int(truncatingIfNeeded: $0) } }

    mutating func int() throws(JournalError) -> Int { try present(optionalInt()) }

    mutating func bool() throws(JournalError) -> Bool { try int() != 0 }

    mutating func optionalBytes() -> [UInt8]? {
        column += 1
        return statement.isNull(column) ? nil : statement.bytes(column)
    }

    mutating func bytes() throws(JournalError) -> [UInt8] { try present(optionalBytes()) }

    mutating func optionalText() throws(JournalError) -> String? {
        guard let bytes = optionalBytes() else { return nil }
        return try present(String(validating: bytes, as: UTF8.self))
    }

    mutating func text() throws(JournalError) -> String { try present(optionalText()) }

    mutating func optionalUID() throws(JournalError) -> UID? {
        guard let bytes = optionalBytes() else { return nil }
        return try present(UID(bytes))
    }

    mutating func uid() throws(JournalError) -> UID { try present(optionalUID()) }

    mutating func optionalTime() -> Timestamp? { optionalInt64().map(Timestamp.init(milliseconds:)) }

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

    private func present<Value>(_ value: Value?) throws(JournalError) -> Value {
        guard let value else { throw JournalError(.corrupt, context: "column \(column) holds what cannot be there") }
        return value
    }
}

extension [String] {
    /// As `Row.texts` reads it.
    var json: String { JSONValue.array(map(JSONValue.string)).compact }
}
