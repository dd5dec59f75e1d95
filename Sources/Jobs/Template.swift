/// Why a template cannot be used. Two errors are equal when their codes are.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case unclosed = "template-unclosed"
        case strayBrace = "template-brace"
        case emptyName = "template-name"
        /// A form that a later version will know.
        case notBuilt = "template-not-built"
    }

    public var code: Code
    public var context: String

    public init(_ code: Code, context: String) {
        self.code = code
        self.context = context
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { context }
}

/// A text with places for a row's cells: `{column}`, `{row}`, and `{{` and `}}` for the braces themselves (contract,
/// section 4).
public struct Template: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        case column(String)
        /// The number of the data record, from 1.
        case row
    }

    let parts: [Part]
    /// The place in a URI of each part, alike in count.
    private let places: [URIPlace]

    /// Reads a template. Throws when a brace has no partner or a form is used that is not known.
    public init(_ source: String) throws(TemplateError) {
        parts = try Self.parse(source)
        var start = ""
        var places: [URIPlace] = []
        for part in parts {
            places.append(URIPlace(after: start))
            // A value never brings a character that ends its place, so any letter may stand for it.
            if case .literal(let text) = part { start += text } else { start += "x" }
        }
        self.places = places
    }

    /// The names of the columns used, as they stand in the template.
    public var columns: [String] {
        parts.compactMap { part in
            guard case .column(let name) = part else { return nil }
            return name
        }
    }

    /// The column of a template that is one `{column}` alone: its value is taken as it is, in a URI too.
    public var soleColumn: String? {
        guard parts.count == 1, case .column(let name) = parts[0] else { return nil }
        return name
    }

    /// Whether the number of the row is used.
    public var usesRow: Bool { parts.contains(.row) }

    /// The template with values in their places, as they are.
    public func text(row: Int, value: (String) -> String) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .column(let name): text += value(name)
            case .row: text += String(row)
            }
        }
        return text
    }

    /// The template as a URI: values are percent-encoded for their place, unless the template is one column alone.
    public func uri(row: Int, value: (String) -> String) -> String {
        if let soleColumn { return value(soleColumn) }
        var text = ""
        for (part, place) in zip(parts, places) {
            switch part {
            case .literal(let literal): text += literal
            case .column(let name): text += place.encoded(value(name))
            case .row: text += String(row)
            }
        }
        return text
    }

    private static func parse(_ source: String) throws(TemplateError) -> [Part] {
        var parts: [Part] = []
        var literal = String.UnicodeScalarView()
        let scalars = Array(source.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let next: Unicode.Scalar? = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch scalar {
            case "{" where next == "{", "}" where next == "}":
                literal.append(scalar)
                index += 2
            case "}":
                throw TemplateError(
                    .strayBrace, context: "the template \(source.quoted) has a } without its {; a brace is }}")
            case "{":
                guard let end = scalars[index...].firstIndex(of: "}") else {
                    throw TemplateError(
                        .unclosed, context: "the template \(source.quoted) has a { without its }; a brace is {{")
                }
                if !literal.isEmpty { parts.append(.literal(String(literal))) }
                literal.removeAll()
                parts.append(try place(named: String(String.UnicodeScalarView(scalars[(index + 1)..<end]))))
                index = end + 1
            default:
                literal.append(scalar)
                index += 1
            }
        }
        if !literal.isEmpty { parts.append(.literal(String(literal))) }
        return parts
    }

    private static func place(named name: String) throws(TemplateError) -> Part {
        let folded = HeaderName(name).folded
        guard !folded.isEmpty else { throw TemplateError(.emptyName, context: "{} in a template names no column") }
        if folded == "row" { return .row }
        let isLater = folded == "copy" || folded == "uid" || folded.hasPrefix("copy:") || folded.contains("|")
        guard !isLater else {
            throw TemplateError(
                .notBuilt,
                context: "\("{\(name)}".quoted) in a template is not built yet; this version knows {column} and {row}")
        }
        return .column(name)
    }
}
