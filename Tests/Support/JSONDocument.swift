/// JSON as another decoder than ours reads it.
package enum JSONDocument: Decodable, Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONDocument])
    case object([String: JSONDocument])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONDocument].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONDocument].self))
        }
    }

    package subscript(name: String) -> JSONDocument? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    package subscript(index: Int) -> JSONDocument? {
        guard case .array(let values) = self, values.indices.contains(index) else { return nil }
        return values[index]
    }

    package var count: Int? {
        switch self {
        case .array(let values): values.count
        case .object(let members): members.count
        default: nil
        }
    }
}
