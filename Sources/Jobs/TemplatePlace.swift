/// A place of a template: what fills it, and in which form.
struct TemplatePlace: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        /// The number of the data record, from 1.
        case row
        /// Which copy of the record, from 1.
        case copy
        /// The tag's UID in upper-case hex.
        case uid
        /// The day on which the run began.
        case date(DatePattern)
        /// The cell of a column, by its name as it stands in the template.
        case column(String)
    }

    /// The names that never mean a column.
    static let builtInNames = ["row", "copy", "uid", "date"]

    var source: Source
    var format = ValueFormat()
    /// The text where the cell is empty or blank.
    var fallback: String?
    /// As it stands in the template, without its braces.
    var written: String

    /// What stands here for one tag.
    func text(_ values: TemplateValues) -> String {
        switch source {
        case .row: return format.applied(to: String(values.row))
        case .copy: return format.applied(to: String(values.copy))
        case .uid: return format.applied(to: values.uid)
        case .date(let pattern): return pattern.text(of: values.date)
        case .column(let name):
            let value = values.column(name)
            if let fallback, value.isBlank { return fallback }
            return format.applied(to: value)
        }
    }
}

/// What is made of a value before it is put into its place.
struct ValueFormat: Hashable, Sendable {
    enum Letters: String, Hashable, Sendable {
        case upper
        case lower
    }

    /// The widths that may be asked for.
    static let widths = 1...32

    /// Zeros are put in front of a shorter value until it has so many characters; 0: none are.
    var width = 0
    var letters: Letters?

    /// Whether values stay as they are.
    var isNone: Bool { width == 0 && letters == nil }

    /// The value in this form, without the blanks around it; nothing stays nothing.
    func applied(to value: String) -> String {
        if isNone { return value }
        var text = value.trimmingBlanks
        switch letters {
        case .upper: text = text.uppercased()
        case .lower: text = text.lowercased()
        case nil: break
        }
        let missing = text.isEmpty ? 0 : width - text.count
        return missing > 0 ? String(repeating: "0", count: missing) + text : text
    }

    /// Adds one form; false where the text is none that is known. `isTwice` where it says again, or otherwise, what was said.
    mutating func add(_ text: String) -> (isKnown: Bool, isTwice: Bool) {
        if let letters = Letters(rawValue: text) {
            defer { self.letters = letters }
            return (true, self.letters != nil)
        }
        guard text.utf8.first == UInt8(ascii: "0"), text.utf8.count <= 3, text.utf8.dropFirst().first != 0x30,
            let width = Int(decimal: String(text.dropFirst())), Self.widths.contains(width)
        else { return (false, false) }
        defer { self.width = width }
        return (true, self.width != 0)
    }
}
