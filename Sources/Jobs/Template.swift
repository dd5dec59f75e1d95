/// A text with places for what is another on each tag (contract, section 4).
///
/// - `{column}`: the cell of a column; `{column|text}`: the text where the cell is empty or blank.
/// - `{row}`: the number of the data record, `{copy}`: which copy of it, `{uid}`: the UID of the tag in upper-case hex.
/// - `{date}`: the day on which the run began, as `2026-12-01`; `{date:DD.MM.YY}` in another form (`DatePattern`).
/// - `{copy:04}`: with zeros in front, here to four characters; `{sku:upper}`, `{sku:lower}`: in capitals, in small
///   letters; `{sku:upper:08}`: both. What has one of these is taken without the blanks around it; a fallback is not changed.
/// - `{{` and `}}`: the braces themselves.
///
/// Names are matched as headers are. A column that is named like `{row}` and its like cannot be had, nor one with a bar
/// or a brace in its header, nor one whose header ends in a colon and a format.
public struct Template: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case literal(String)
        case place(TemplatePlace)
    }

    let pieces: [Piece]
    /// The place in a URI of each piece, alike in count.
    private let uriPlaces: [URIPlace]

    /// Reads a template. Throws when a brace has no partner or a form is used that is not known.
    public init(_ source: String) throws(TemplateError) {
        pieces = try TemplateReading(source).pieces
        var start = ""
        var uriPlaces: [URIPlace] = []
        for piece in pieces {
            uriPlaces.append(URIPlace(after: start))
            // A value never brings a character that ends its place, so any letter may stand for it.
            if case .literal(let text) = piece { start += text } else { start += "x" }
        }
        self.uriPlaces = uriPlaces
    }

    /// The template with values in their places, as they are.
    public func text(_ values: TemplateValues) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .place(let place): text += place.text(values)
            }
        }
        return text
    }

    /// The template as a URI: values are percent-encoded for their place, unless the template is one column alone.
    ///
    /// A value beyond ASCII in the authority makes the host an internationalised name (`HostName`), as no resolver looks up
    /// percent signs.
    public func uri(_ values: TemplateValues) -> String {
        if soleColumn != nil { return text(values) }
        var text = ""
        var hasForeignHost = false
        for index in pieces.indices {
            switch pieces[index] {
            case .literal(let literal): text += literal
            case .place(let place):
                let value = place.text(values)
                let isForeign = uriPlaces[index] == .authority && !value.isASCII
                hasForeignHost = hasForeignHost || isForeign
                uriPlaces[index].append(value, to: &text, keepingForeign: isForeign)
            }
        }
        return hasForeignHost ? URIAuthority.withASCIIHost(text) : text
    }
}

extension Template {
    /// The names of the columns used, as they stand in the template.
    public var columns: [String] { columnPlaces.map(\.name) }

    /// Those of them that leave a gap where their cell is empty: the ones without a fallback.
    public var columnsWithoutFallback: [String] { columnPlaces.filter { $0.place.fallback == nil }.map(\.name) }

    /// The column of a template that is one `{column}` alone, with a form or fallback or without: its value is not
    /// percent-encoded, in a URI too.
    public var soleColumn: String? {
        guard pieces.count == 1, case .place(let place) = pieces[0], case .column(let name) = place.source else {
            return nil
        }
        return name
    }

    /// What stands between the braces of a place with which the template begins; nil where it begins with text.
    public var leadingPlace: String? {
        guard case .place(let place)? = pieces.first else { return nil }
        return place.written
    }

    /// Whether the number of the row is used.
    public var usesRow: Bool { places.contains { $0.source == .row } }

    /// Whether every copy of a row has a text of its own.
    public var usesCopy: Bool { places.contains { $0.source == .copy } }

    /// Whether the text is another on every tag.
    public var usesUID: Bool { places.contains { $0.source == .uid } }

    /// Whether the day of the run is used.
    public var usesDate: Bool {
        places.contains { place in
            guard case .date = place.source else { return false }
            return true
        }
    }

    private var places: [TemplatePlace] {
        pieces.compactMap { piece in
            guard case .place(let place) = piece else { return nil }
            return place
        }
    }

    private var columnPlaces: [(name: String, place: TemplatePlace)] {
        places.compactMap { place in
            guard case .column(let name) = place.source else { return nil }
            return (name, place)
        }
    }
}
