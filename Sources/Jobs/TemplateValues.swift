/// What the places of a template are filled with, for one tag.
public struct TemplateValues {
    /// The data record, from 1.
    public var row: Int
    /// Which copy of it, from 1.
    public var copy: Int
    /// Upper-case hex.
    public var uid: String
    public var date: RunDate
    /// The cell of a column, by its name as it stands in the template; "" where there is none.
    public var column: (String) -> String

    public init(row: Int, copy: Int, uid: String, date: RunDate, column: @escaping (String) -> String) {
        self.row = row
        self.copy = copy
        self.uid = uid
        self.date = date
        self.column = column
    }
}
