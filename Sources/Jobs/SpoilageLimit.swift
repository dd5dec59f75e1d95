extension SpoilageLimit {
    /// Reads `N` (tags, from 0) or `N%` (0 to 100), as `--spoilage` and the settings have it. Nil for anything else.
    public init?(_ text: String) {
        let text = text.trimmingBlanks
        let digits = text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let count = Int(decimal: digits) else { return nil }
        if text.hasSuffix("%") {
            guard count <= 100 else { return nil }
            self = .percent(count)
        } else {
            self = .tags(count)
        }
    }

    var json: JSONValue {
        switch self {
        case .tags(let count): .int(Int64(count))
        case .percent(let percent): .string("\(percent)%")
        }
    }
}

extension Int {
    /// Reads digits alone: no sign, no point, no blank. Nil for anything else, and past the range of `Int`.
    package init?(decimal text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let value = Int(text)
        else { return nil }
        self = value
    }
}
