/// The tables of the saved tags, as steps from one version (`PRAGMA user_version`) to the next; a step that was released
/// never changes. `saved_tag.number` is the id; AUTOINCREMENT gives none twice (sqlite.org/autoinc.html). Times are
/// milliseconds since 1970 UTC; records are kept field by field, byte for byte.
enum SavedTagsSchema {
    /// "tags", where a journal says "tagm": one is never taken for the other.
    static let mark = FileMark(applicationID: 0x7461_6773, version: steps.count)

    /// The step at index n makes version n + 1 of version n.
    static let steps = [first]

    private static let first = """
        CREATE TABLE saved_tag (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER,
            uid BLOB,
            chip TEXT
        ) STRICT;

        CREATE TABLE saved_record (
            tag INTEGER NOT NULL REFERENCES saved_tag (number) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            tnf INTEGER NOT NULL CHECK (tnf BETWEEN 0 AND 5),
            type BLOB NOT NULL,
            identifier BLOB NOT NULL,
            payload BLOB NOT NULL,
            PRIMARY KEY (tag, position)
        ) STRICT, WITHOUT ROWID;
        """
}
