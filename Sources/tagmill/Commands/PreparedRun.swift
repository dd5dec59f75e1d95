import Jobs
import Provisioning
import Tags

/// A job that was checked and is ready to be made.
struct PreparedRun {
    var job: Job
    /// SHA-256 of the job, lower-case hex.
    var sha256: String
    /// The job's file, absolute.
    var path: String
    var pairing: Pairing
    /// With which its tags are protected.
    var passwords: TagPasswords?
    /// Whose lines the job's issues name, where that is not the file: of a rerun, `RerunLines`.
    var linesOf: String?
    /// The run whose items are made again.
    var rerunOf: String?
    var inDoubt: [ItemKey: UID] = [:]
    /// Items that were in doubt on that tag and are given to a new one.
    var released: [ItemKey: UID] = [:]
    /// The journal knows where these items are now: they are closed there, in each run that has some.
    var takeovers: [Takeover] = []
}
