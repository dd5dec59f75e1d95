import NDEF

/// A smart poster: a URI with a title in each language, and what a phone may want to know.
enum SmartPosterFields {
    static let fields = RecordFields(
        value: .init(name: "value", isURI: true), ["title", "action", "size", "mime"], perLanguage: "title")

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        guard !values.value.isBlank else {
            built.refuse("smartposter-uri", "value", "a smart poster has a URI: give it as value")
            return built
        }
        let uri = built.checkedURI(values.value, field: "value")
        var poster = SmartPoster(uri: URIRecord(uri))
        poster.titles = titles(values, &built)
        poster.action = action(values, &built)
        poster.size = size(values, &built)
        poster.target = target(values, &built)
        built.summary = uri
        do throws(NDEFError) {
            built.records = [try poster.record()]
        } catch {
            built.refuse("smartposter-invalid", nil, "the smart poster cannot be encoded: \(error)")
        }
        return built
    }

    /// The title in the row's language, then those that name their own.
    private static func titles(_ values: RecordValues, _ built: inout BuiltRecord) -> [TextRecord] {
        var titles: [TextRecord] = []
        var fieldOfLanguage: [String: String] = [:]
        for (name, text) in values.fields {
            let isPlain = name == "title"
            guard let language = isPlain ? values.language : fields.language(in: name) else { continue }
            if let first = fieldOfLanguage.updateValue(name, forKey: language.lowercased()) {
                built.refuse(
                    "smartposter-title-twice", name,
                    "\(first) and \(name) are both titles of the language \(language): leave one of them empty")
                continue
            }
            do throws(NDEFError) {
                titles.append(try TextRecord(text, language: language))
            } catch {
                built.refuse("smartposter-title", name, "the title cannot be encoded: \(error)")
            }
        }
        return titles
    }

    private static func action(_ values: RecordValues, _ built: inout BuiltRecord) -> PosterAction? {
        guard let name = values.word("action") else { return nil }
        switch name.lowercased() {
        case "do": return .perform
        case "save": return .save
        case "open": return .edit
        default:
            built.refuse("smartposter-action", "action", "action must be do, save or open, not \(name.quoted)")
            return nil
        }
    }

    private static func size(_ values: RecordValues, _ built: inout BuiltRecord) -> UInt32? {
        guard let text = values.word("size") else { return nil }
        guard let size = Int(decimal: text).flatMap({ UInt32(exactly: $0) }) else {
            built.refuse(
                "smartposter-size", "size", "size must be a count of bytes, 0 to 4294967295, not \(text.quoted)")
            return nil
        }
        return size
    }

    private static func target(_ values: RecordValues, _ built: inout BuiltRecord) -> String? {
        guard let type = values.word("mime") else { return nil }
        guard MediaType.isValid(type) else {
            built.refuse("smartposter-mime", "mime", "mime must be a media type like text/html, not \(type.quoted)")
            return nil
        }
        return type
    }
}
