/// By what a file says whose it is, and which version of its tables it has: `PRAGMA application_id` and `user_version`
/// (offsets 68 and 60 of the file; sqlite.org/fileformat.html, 1.3).
struct FileMark {
    var applicationID: Int
    /// The newest version that is known.
    var version: Int
}
