import Jobs
import Tags

/// One object of the rack file: knows where it stands, refuses keys that it does not know, and says what is wrong with
/// a value in a sentence.
struct RackObject {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    private let container: KeyedDecodingContainer<Key>
    /// `readers[1].tags[0]`; empty at the top.
    let path: String

    /// Throws `RackError` when the value is no object.
    init(_ decoder: any Decoder) throws(RackError) {
        let path = Self.path(decoder.codingPath)
        do {
            container = try decoder.container(keyedBy: Key.self)
        } catch {
            throw RackError(.badValue, context: "\(path.isEmpty ? "the rack" : path): must be an object")
        }
        self.path = path
    }

    /// Throws `RackError` when the object has a key that is not among these.
    init(_ decoder: any Decoder, keys: [String]) throws(RackError) {
        try self.init(decoder)
        // Sorted, so that the same file always gives the same sentence.
        for key in names where !keys.contains(key) {
            let nearest = nearestName(to: key, among: keys).map { "; did you mean \"\($0)\"?" } ?? ""
            throw RackError(.unknownKey, context: "\(place(key)): unknown key\(nearest)")
        }
    }

    var names: [String] { container.allKeys.map(\.stringValue).sorted() }

    func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    func has(_ key: String) -> Bool { container.contains(Key(stringValue: key)) }

    func bad(_ key: String, _ must: String) -> RackError { RackError(.badValue, context: "\(place(key)): \(must)") }

    /// Nil when the key is not there.
    func string(_ key: String) throws(RackError) -> String? {
        try value(key, String.self, must: "must be a string")
    }

    /// Nil when the key is not there.
    func integer(_ key: String, in range: ClosedRange<Int>) throws(RackError) -> Int? {
        let must = "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard let number = try value(key, Int.self, must: must) else { return nil }
        guard range.contains(number) else { throw bad(key, "\(must), not \(number)") }
        return number
    }

    /// False when the key is not there.
    func boolean(_ key: String) throws(RackError) -> Bool {
        try value(key, Bool.self, must: "must be true or false") ?? false
    }

    /// Nil when the key is not there.
    func bytes(_ key: String, count: Int, must: String) throws(RackError) -> [UInt8]? {
        guard let text = try string(key) else { return nil }
        guard let bytes = [UInt8](hex: text), bytes.count == count else { throw bad(key, "\(must), not \"\(text)\"") }
        return bytes
    }

    /// Empty when the key is not there.
    func list<Element: Decodable>(
        _ key: String, of type: Element.Type, atMost limit: Int
    ) throws(RackError) -> [Element] {
        let list = try value(key, [Element].self, must: "must be a list") ?? []
        guard list.count <= limit else {
            throw RackError(.tooMany, context: "\(place(key)): at most \(limit), not \(list.count)")
        }
        return list
    }

    func value<Value: Decodable>(
        _ key: String, _ type: Value.Type, must: String
    ) throws(RackError) -> Value? {
        guard has(key) else { return nil }
        do {
            return try container.decode(Value.self, forKey: Key(stringValue: key))
        } catch let error as RackError {
            throw error
        } catch {
            throw bad(key, must)
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        var path = ""
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return path
    }
}
