/// What a kind of record is made of, beside its one main value: names as the settings and the columns have them.
package struct RecordFields {
    /// One field.
    package struct Field {
        package var name: String
        /// Whether its text is put into a URI by a template's places.
        var isURI = false
    }

    /// Fields whose text is a secret: no message shows it.
    package static let secrets: Set<String> = ["password", "key"]

    /// Nil: the kind has no main value. Else whether it is put into a URI.
    package var value: Field?
    /// In the order in which they are told to people.
    package var others: [Field]
    /// The field that may stand once more for each further language, as `title_de`; nil: none may.
    package var perLanguage: String?
    /// Whether the settings may give `members`: an object with templates in its strings.
    package var hasMembers = false
    /// Whether the settings may give `file`: the name of a file beside them, whose bytes are the content.
    package var hasFile = false

    init(
        value: Field?, _ others: [String] = [], perLanguage: String? = nil, hasMembers: Bool = false,
        hasFile: Bool = false
    ) {
        self.value = value
        self.others = others.map { Field(name: $0) }
        self.perLanguage = perLanguage
        self.hasMembers = hasMembers
        self.hasFile = hasFile
    }

    /// What a row without any of it lacks, for messages.
    package var missing: String {
        guard value == nil else { return "its value is empty" }
        return "none of its columns is filled in: \(others.map(\.name).joined(separator: ", "))"
    }

    /// Whether a field of that name may stand beside the main value.
    package func has(_ name: String) -> Bool { others.contains { $0.name == name } || language(in: name) != nil }

    /// `de` of `title_de`: a language by its code of two or three letters, with what may follow it (RFC 5646, 2.1). Nil for any
    /// other name.
    package func language(in name: String) -> String? {
        guard let perLanguage, name.lowercased().hasPrefix(perLanguage + "_") else { return nil }
        let code = String(name.dropFirst(perLanguage.count + 1))
        let primary = code.prefix { $0 != "-" }
        return (2...3).contains(primary.utf8.count) && LanguageCode.isValid(code) ? code : nil
    }
}

/// The values of one record of one row.
package struct RecordValues {
    /// The main value; "" where there is none.
    package var value = ""
    /// The language of its texts: the row's own, else the record's, else the job's.
    package var language = "en"
    /// The other fields that are not empty, in order. Bytes are kept: blanks at the end of a password too.
    package var fields: [(name: String, value: String)] = []
    /// The members of an object, of the settings' `members`.
    package var members: [JSONValue.Member] = []

    package init(
        value: String = "", language: String = "en", fields: [(name: String, value: String)] = [],
        members: [JSONValue.Member] = []
    ) {
        self.value = value
        self.language = language
        self.fields = fields
        self.members = members
    }

    /// Whether there is nothing to make a record of.
    package var isEmpty: Bool { value.isBlank && fields.isEmpty && members.isEmpty }

    /// A field; nil where it is not given or empty.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// A field without the blanks around it, for names and numbers; nil where nothing is left.
    func word(_ name: String) -> String? { self[name].map(\.trimmingBlanks).flatMap { $0.isEmpty ? nil : $0 } }
}
