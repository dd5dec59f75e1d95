/// Takes a template apart.
struct TemplateReading {
    let source: String
    private(set) var pieces: [Template.Piece] = []

    /// Throws when a brace has no partner, or a place names nothing or has a form that is not known.
    init(_ source: String) throws(TemplateError) {
        self.source = source
        var literal = String.UnicodeScalarView()
        var rest = source.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                literal.append(scalar)
                rest.removeFirst()
            case "}":
                throw TemplateError(
                    .strayBrace, context: "the template \(URICheck.shown(source)) has a } without its {; a brace is }}")
            case "{":
                guard let end = rest.firstIndex(of: "}") else {
                    throw TemplateError(
                        .unclosed,
                        context: "the template \(URICheck.shown(source)) has a { without its }; a brace is {{")
                }
                if !literal.isEmpty { pieces.append(.literal(String(literal))) }
                literal.removeAll()
                pieces.append(.place(try Self.place(String(rest[..<end]))))
                rest = rest[end...].dropFirst()
            default: literal.append(scalar)
            }
        }
        if !literal.isEmpty { pieces.append(.literal(String(literal))) }
    }

    /// What stands between two braces: `name`, `name:format` and `name|fallback`.
    ///
    /// The first bar begins the fallback. What stands behind a colon is a format where it is one that is known, and belongs to
    /// the name otherwise: headers have colons, and seldom end in `:upper` or `:04`.
    private static func place(_ written: String) throws(TemplateError) -> TemplatePlace {
        let halves = written.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let fallback = halves.count > 1 ? halves[1] : nil
        if fallback?.contains("{") ?? false {
            throw TemplateError(
                .badFallback,
                context:
                    "the text behind the bar in \("{\(written)}}".quoted) names a column, and is written as it stands; "
                    + "give a text, or fill the empty cells of the file")
        }
        guard !written.contains("{") else {
            throw TemplateError(
                .strayBrace, context: "\("{\(written)}".quoted) in a template has a { within its braces; a brace is {{")
        }
        guard !HeaderName(halves[0]).folded.isEmpty else {
            throw TemplateError(.emptyName, context: "\("{\(written)}".quoted) in a template names no column")
        }
        if let builtIn = try builtInPlace(halves[0], written) {
            guard fallback == nil else {
                throw TemplateError(
                    .badFallback,
                    context:
                        "\("{\(written)}".quoted) in a template is never empty; leave out the bar and what follows it")
            }
            return builtIn
        }
        let (name, format) = try formatted(halves[0], written)
        return TemplatePlace(source: .column(name), format: format, fallback: fallback, written: written)
    }

    /// `row`, `copy`, `uid` or `date`; nil where it is none of them.
    private static func builtInPlace(_ text: String, _ written: String) throws(TemplateError) -> TemplatePlace? {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = HeaderName(String(halves[0])).folded
        guard TemplatePlace.builtInNames.contains(name) else { return nil }
        if name == "date" {
            guard halves.count > 1 else { return TemplatePlace(source: .date(.standard), written: written) }
            guard let pattern = DatePattern(String(halves[1]).trimmingBlanks) else { throw badFormat(name, written) }
            return TemplatePlace(source: .date(pattern), written: written)
        }
        let (rest, format) = try formatted(text, written)
        guard HeaderName(rest).folded == name, format.letters == nil || name == "uid" else {
            throw badFormat(name, written)
        }
        let source: TemplatePlace.Source = name == "row" ? .row : name == "copy" ? .copy : .uid
        return TemplatePlace(source: source, format: format, written: written)
    }

    /// Takes the formats off the end of a name.
    private static func formatted(
        _ text: String, _ written: String
    ) throws(TemplateError) -> (name: String, format: ValueFormat) {
        var name = text[...]
        var format = ValueFormat()
        while let colon = name.lastIndex(of: ":") {
            let (isKnown, isTwice) = format.add(HeaderName(String(name[name.index(after: colon)...])).folded)
            // A colon alone names nothing: then all of it is a name.
            guard isKnown, !String(name[..<colon]).isBlank else { break }
            guard !isTwice else {
                throw TemplateError(
                    .badFormat,
                    context:
                        "\("{\(written)}".quoted) in a template says twice how wide the value is, or in which case; "
                        + "leave one out")
            }
            name = name[..<colon]
        }
        return (String(name), format)
    }

    private static func badFormat(_ name: String, _ written: String) -> TemplateError {
        TemplateError(
            .badFormat,
            context: "\("{\(written)}".quoted) in a template has a format that {\(name)} does not take; "
                + Template.formatsOf(name))
    }
}
