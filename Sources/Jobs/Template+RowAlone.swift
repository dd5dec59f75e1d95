extension Template {
    enum Part: Hashable, Sendable {
        case literal(String)
        case column(String)
        case row
    }

    var parts: [Part] {
        pieces.map { piece in
            switch piece {
            case .literal(let text): .literal(text)
            case .place(let place):
                if case .column(let name) = place.source { .column(name) } else { .row }
            }
        }
    }

    /// The template with values in their places, as they are.
    public func text(row: Int, value: (String) -> String) -> String {
        withoutActuallyEscaping(value) { text(Self.values(row, $0)) }
    }

    /// The template as a URI.
    public func uri(row: Int, value: (String) -> String) -> String {
        withoutActuallyEscaping(value) { uri(Self.values(row, $0)) }
    }

    private static func values(_ row: Int, _ column: @escaping (String) -> String) -> TemplateValues {
        TemplateValues(row: row, copy: 1, uid: "", date: RunDate(year: 1970, month: 1, day: 1), column: column)
    }
}
