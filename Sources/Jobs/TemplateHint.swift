extension Template {
    /// The names that never mean a column: `row`, `copy`, `uid` and `date`.
    public static let builtInNames = TemplatePlace.builtInNames

    /// What was most likely meant by a name in a template that no column has: the end of a sentence that says so, and ""
    /// where nothing is near. `columns` are the headers of the file.
    public static func hint(for name: String, among columns: [String]) -> String {
        let known = columns + builtInNames
        if let colon = name.lastIndex(of: ":") {
            let begin = HeaderName(String(name[..<colon])).folded
            if let column = known.first(where: { HeaderName($0).folded == begin }) {
                let format = String(name[name.index(after: colon)...])
                return "; \(format.quoted) is no format of \("{\(column)}".quoted): \(formatsOf(begin))"
            }
        }
        let begin = name.lastIndex(of: ":").map { String(name[..<$0]) } ?? name
        return (nearName(to: name, among: known) ?? nearName(to: begin, among: known)).map {
            "; is \("{\($0)}".quoted) meant?"
        } ?? ""
    }

    /// The formats that a place takes, in a sentence.
    static func formatsOf(_ name: String) -> String {
        let zeros = "04 puts zeros in front, to 4 characters (01 to 032)"
        switch name {
        case "row", "copy": return zeros
        case "date": return "a date is written with YYYY, YY, MM and DD and signs between them, as DD.MM.YYYY"
        default: return zeros + ", upper writes capitals, lower small letters"
        }
    }
}
