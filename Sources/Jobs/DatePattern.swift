/// How a date is written in a template: `YYYY`, `YY`, `MM` and `DD` in any case and order, with signs between them.
struct DatePattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case year
        case yearOfCentury
        case month
        case day
        case sign(String)
    }

    let parts: [Part]

    /// `2026-12-01` (RFC 3339, 5.6, full-date).
    static let standard = DatePattern(parts: [.year, .sign("-"), .month, .sign("-"), .day])

    private static let names: [(name: String, part: Part)] = [
        ("yyyy", .year), ("yy", .yearOfCentury), ("mm", .month), ("dd", .day),
    ]

    private init(parts: [Part]) { self.parts = parts }

    /// Nil where a letter or digit belongs to none of the parts, or no part is there.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = Substring(text.lowercased())
        while let first = rest.first {
            if let known = Self.names.first(where: { rest.hasPrefix($0.name) }) {
                parts.append(known.part)
                rest = rest.dropFirst(known.name.count)
            } else if first.isLetter || first.isNumber {
                return nil
            } else {
                parts.append(.sign(String(first)))
                rest = rest.dropFirst()
            }
        }
        guard parts.contains(where: { part in Self.names.contains { $0.part == part } }) else { return nil }
        self.parts = parts
    }

    func text(of date: RunDate) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .year: text += Self.padded(date.year, 4)
            case .yearOfCentury: text += Self.padded(date.year % 100, 2)
            case .month: text += Self.padded(date.month, 2)
            case .day: text += Self.padded(date.day, 2)
            case .sign(let sign): text += sign
            }
        }
        return text
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        ValueFormat(width: width).applied(to: String(number))
    }
}
