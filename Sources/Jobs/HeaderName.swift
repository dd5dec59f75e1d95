/// A column's name as it is matched: without blanks around it and without regard to case.
///
/// Blanks are every character with the Unicode property White_Space (the no-break space U+00A0 among them), U+200B and
/// U+FEFF, which spreadsheets and copying leave behind unseen.
public struct HeaderName: Hashable, Sendable, CustomStringConvertible {
    public let folded: String

    public init(_ header: String) { folded = header.trimmingBlanks.lowercased() }

    /// Headers that begin with `result_` are those of a report and never a job's own (contract, section 6).
    public var isResult: Bool { folded.hasPrefix("result_") }

    public var description: String { folded }
}

/// The columns of a job that mean something (contract, section 4).
public enum JobColumn: String, Hashable, Sendable, CaseIterable {
    case sku
    case url
    case text
    case lang
    case type
    case value
    case uid
    case quantity
    case lock
    case chip

    /// Whether the column is built; the long form of records is not yet.
    public var isBuilt: Bool { self != .type && self != .value }

    /// The column that a header names, if it names one of ours.
    public init?(_ name: HeaderName) { self.init(rawValue: name.folded) }
}

extension String {
    /// The string without the blanks around it (see `HeaderName`).
    var trimmingBlanks: String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || scalar == "\u{FEFF}" || scalar == "\u{200B}"
        }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Whether a NUL stands in the string.
    var hasNUL: Bool { utf8.contains(0) }

    /// The string for a message: in double quotes, at most 60 characters of it, with everything that a terminal or a
    /// reader would not show (control and format characters, blanks other than the space) as `\u{00a0}`.
    public var quoted: String {
        var text = "\""
        var count = 0
        for scalar in unicodeScalars {
            guard count < 60 else {
                text += "…"
                break
            }
            count += 1
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                text += scalar.named
            case .spaceSeparator where scalar != " ": text += scalar.named
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension Unicode.Scalar {
    /// `\u00a0`: the scalar's number in at least four digits of lower-case hex.
    var named: String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
