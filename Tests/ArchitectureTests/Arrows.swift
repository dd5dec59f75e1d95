/// Which target may import which: the one table. `Documentation/Architecture.md` draws the same arrows, and
/// `DrawingTests` holds the two against each other.
enum Arrows {
    /// C libraries of the system; each is imported by exactly one target.
    static let libraries: Set<String> = ["CPCSC", "CCSV", "CSQLite", "CExpat", "COpenSSL"]

    /// Targets that import nothing but the standard library and each other.
    static let pure: Set<String> = ["NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Checker"]

    /// Where the system's locks are: the one target that locks.
    static let locks = "Threads"

    static let drawn: [String: Set<String>] = [
        "NDEF": [],
        "Tags": ["NDEF"],
        "ReaderModels": ["Tags"],
        "Jobs": ["NDEF", "Tags"],
        "Provisioning": ["NDEF", "Tags", "ReaderModels", "Jobs"],
        "Threads": [],
        "Checker": [],
        "PCSC": ["CPCSC", "Tags", "ReaderModels", "Jobs", "Provisioning", "Threads"],
        "Simulation": ["NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Threads"],
        "SQLiteJournal": ["CSQLite", "NDEF", "Tags", "Jobs", "Provisioning", "Threads"],
        "JobFiles": ["CCSV", "NDEF", "Tags", "Jobs"],
        "TagImages": ["CExpat", "NDEF", "Tags", "Jobs"],
        "Reports": ["NDEF", "Tags", "Jobs"],
        "Crypto": ["COpenSSL"],
        "Operations": ["NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Threads"],
        "Simulator": [
            "NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Checker", "Simulation", "Operations", "Threads",
        ],
        "tagmill": [
            "NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Checker", "PCSC", "Simulation", "SQLiteJournal",
            "JobFiles", "TagImages", "Reports", "Crypto", "Operations", "Simulator", "Threads",
        ],
    ]

    /// Modules of the toolchain, and the targets that may import them; nil: every target but the pure ones.
    static let toolchain: [String: Set<String>?] = [
        "Swift": nil,
        "Synchronization": nil,
        "Glibc": nil,
        "FoundationEssentials": ["JobFiles", "Reports", "tagmill"],
    ]

    /// Everything that a target reaches over drawn arrows.
    static func reach(of target: String) -> Set<String> {
        var reached: Set<String> = []
        var open = Array(drawn[target] ?? [])
        while let next = open.popLast() {
            if reached.insert(next).inserted { open += drawn[next] ?? [] }
        }
        return reached
    }
}
