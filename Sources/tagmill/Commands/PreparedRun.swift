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
    /// The run whose items are made again.
    var rerunOf: String?
    var inDoubt: [ItemKey: UID] = [:]
    /// The journal knows where these items are now: they are closed there.
    var takeovers: [Takeover] = []
}
