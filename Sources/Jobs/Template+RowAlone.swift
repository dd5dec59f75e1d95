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
}
