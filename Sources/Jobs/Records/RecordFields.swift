/// What a kind of record is made of, beside its one main value: names as the settings and the columns have them.
package struct RecordFields {
    /// One field.
    package struct Field {
        package var name: String
        /// Whether its text is put into a URI by a template's places.
        var isURI = false
    }

    /// Nil: the kind has no main value. Else whether it is put into a URI.
    package var value: Field?
    /// In the order in which they are told to people.
    package var others: [Field]
    /// Whether further fields of any name, in their order, are members of an object.
    package var hasMembers = false

    init(value: Field?, _ others: [String] = [], hasMembers: Bool = false) {
        self.value = value
        self.others = others.map { Field(name: $0) }
        self.hasMembers = hasMembers
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

    package init(value: String = "", language: String = "en", fields: [(name: String, value: String)] = []) {
        self.value = value
        self.language = language
        self.fields = fields
    }

    /// A field; nil where it is not given or empty.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}
