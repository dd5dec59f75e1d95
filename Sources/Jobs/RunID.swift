/// The name of a run and of its folder: `YYYYMMDDTHHMMSSZ-NAME` (contract, section 6).
public enum RunID {
    /// How many characters of the job's name are kept.
    public static let nameLimit = 40

    /// How many ids are tried before `firstFree` gives up.
    private static let triesLimit = 10_000

    /// The id of a run of this job that starts then, whether it is taken or not.
    public static func id(job: String, startedAt: Timestamp) -> String { startedAt.compact + "-" + reduced(job) }

    /// A job's name as it stands in an id: ASCII letters, digits, `.` `_` `-`; a run of anything else between them is one
    /// `-`; no leading dot; at most 40 characters; `job` where nothing is left.
    public static func reduced(_ name: String) -> String {
        var kept = ""
        var gap = false
        for scalar in name.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".":
                if kept.isEmpty && scalar == "." { continue }
                if gap && !kept.isEmpty { kept += "-" }
                gap = false
                kept.unicodeScalars.append(scalar)
            default: gap = true
            }
            if kept.utf8.count >= nameLimit { break }
        }
        return kept.isEmpty ? "job" : String(kept.prefix(nameLimit))
    }

    /// Whether a text can be an id that tagmill made: a folder of this name lies below the one in which it is made.
    public static func isPlain(_ id: String) -> Bool {
        !id.isEmpty && !id.hasPrefix(".")
            && id.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
                default: false
                }
            }
    }

    /// The id itself, or with `-2`, `-3` … where it is taken; nil when ten thousand are.
    public static func firstFree<Failure: Error>(
        _ id: String, isTaken: (String) throws(Failure) -> Bool
    ) throws(Failure) -> String? {
        if try !isTaken(id) { return id }
        for number in 2...triesLimit {
            let candidate = "\(id)-\(number)"
            if try !isTaken(candidate) { return candidate }
        }
        return nil
    }
}
