import CSQLite
import Jobs
import Provisioning
import Tags

/// What may be bound to a parameter: never the text of a statement.
protocol Bindable {
    var bound: BoundValue { get }
}

enum BoundValue {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

extension Int: Bindable { var bound: BoundValue { .integer(Int64(self)) } }
extension Int64: Bindable { var bound: BoundValue { .integer(self) } }
extension Bool: Bindable { var bound: BoundValue { .integer(self ? 1 : 0) } }
extension String: Bindable { var bound: BoundValue { .text(self) } }
extension [UInt8]: Bindable { var bound: BoundValue { .blob(self) } }
extension UID: Bindable { var bound: BoundValue { .blob(bytes) } }
extension Timestamp: Bindable { var bound: BoundValue { .integer(milliseconds) } }

/// A prepared statement. It owns its pointer and finalises it when it goes; it must go before its connection does.
/// Used by one thread at a time.
final class Statement {
    private let pointer: OpaquePointer

    /// - Parameter sql: one statement, without values: those are bound.
    init(_ sql: String, on connection: OpaquePointer) throws(ResultCode.Failure) {
        var pointer: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = ResultCode(rawValue: sqlite3_prepare_v3(connection, sql, -1, flags, &pointer, nil))
        guard code == .ok, let pointer else { throw ResultCode.Failure(code: code) }
        self.pointer = pointer
    }

    deinit { sqlite3_finalize(pointer) }

    var steps: Int { Int(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_VM_STEP, 0)) }

    /// Binds the values in order, from the first parameter on; nil is NULL.
    func bind(_ values: [(any Bindable)?]) throws(ResultCode.Failure) {
        // A statement still being stepped would lose its rows: a mistake in this module, not of the input.
        precondition(sqlite3_stmt_busy(pointer) == 0, "the statement is in use")
        precondition(Int(sqlite3_bind_parameter_count(pointer)) == values.count, "a value for each parameter")
        for (index, value) in zip(Int32(1)..., values) {
            let code = ResultCode(rawValue: bind(value?.bound, at: index))
            guard code == .ok else { throw ResultCode.Failure(code: code) }
        }
    }

    private func bind(_ value: BoundValue?, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT, a pointer of value -1: SQLite copies the bytes before the call returns.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case nil: return sqlite3_bind_null(pointer, index)
        case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // Without a pointer SQLite would bind NULL, where an empty text is meant.
                guard let start = bytes.baseAddress else { return sqlite3_bind_text(pointer, index, "", 0, copied) }
                return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_bind_text64(pointer, index, $0, UInt64(bytes.count), copied, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob64(pointer, index, $0.baseAddress, UInt64($0.count), copied)
            }
        }
    }

    /// Goes to the next row; false at the end.
    func step() throws(ResultCode.Failure) -> Bool {
        let code = ResultCode(rawValue: sqlite3_step(pointer))
        guard code == .row || code == .done else { throw ResultCode.Failure(code: code) }
        return code == .row
    }

    /// Makes it ready for the next use; locks it held are given up. An error of the last step was thrown by the step.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    /// The bytes of a text or a blob.
    func bytes(_ column: Int32) -> [UInt8] { Array(buffer(column)) }

    /// A text; nil where it is no UTF-8.
    func text(_ column: Int32) -> String? {
        let bytes = buffer(column)
        // Validating costs as much as all else that is done for a text, and most are ASCII.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Stands until the next call that changes the statement.
    private func buffer(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(pointer, column)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(pointer, column)))
    }
}
