/// What a kind of record is made of, beside its one main value: names as the settings and the columns have them.
struct RecordFields {
    /// One field.
    struct Field {
        var name: String
        /// Whether its text is put into a URI by a template's places.
        var isURI = false
    }

    /// Nil: the kind has no main value. Else whether it is put into a URI.
    var value: Field?
    /// In the order in which they are told to people.
    var others: [Field]
    /// Whether further fields of any name, in their order, are members of an object.
    var hasMembers = false

    init(value: Field?, _ others: [String] = [], hasMembers: Bool = false) {
        self.value = value
        self.others = others.map { Field(name: $0) }
        self.hasMembers = hasMembers
    }
}

/// The values of one record of one row.
struct RecordValues {
    /// The main value; "" where there is none.
    var value = ""
    /// The language of its texts: the row's own, else the record's, else the job's.
    var language = "en"
    /// The other fields that are not empty, in order. Bytes are kept: blanks at the end of a password too.
    var fields: [(name: String, value: String)] = []

    /// A field; nil where it is not given or empty.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}
