/// One record of the message that every row gets, with templates in its values.
public struct RecordTemplate: Hashable, Sendable {
    /// A field beside the main value, such as `ssid`.
    public struct Field: Hashable, Sendable {
        public var name: String
        /// A template.
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public var kind: RecordKind
    /// A template of the main value: the URI, the text; "" where the kind has none, or it is given by its fields.
    public var value: String
    /// A template of the language of its texts, for rows without a `lang` of their own; nil means the job's.
    public var language: String?
    /// In the order of the settings.
    public var fields: [Field]
    /// The members of a JSON object, in the order of the settings, with templates for their strings; nil: not given so.
    public var members: [JSONValue.Member]?

    public init(
        kind: RecordKind, value: String, language: String? = nil, fields: [Field] = [],
        members: [JSONValue.Member]? = nil
    ) {
        self.kind = kind
        self.value = value
        self.language = language
        self.fields = fields
        self.members = members
    }
}
