import Jobs
import PCSC
import Provisioning

/// Everything that `doctor` looked at, before anything is made of it.
struct DoctorFacts: Sendable {
    var machine: MachineFacts
    var inquiry: PCSCInquiry
    var journal: JournalFacts
    /// Absolute.
    var journalPath: String
    var journalFolder: FolderFacts
    var reportFolder: FolderFacts
    var environment: EnvironmentFacts
    /// What is beside the journal; nil where nothing was looked for.
    var journalFiles: JournalFiles?

    /// Where the journal and reports are when nothing else is said.
    private static let standardFolder = "reports"

    /// Looks at this machine. Changes nothing, and sends nothing to a tag.
    static func gather(
        journal: JournalOptions, reports: String, in surroundings: Surroundings
    ) -> DoctorFacts {
        let inquiry = PCSCInquiry.ask()
        let path = FilePath.absolute(journal.path)
        let standard = FilePath.absolute(standardFolder)
        let folder = FolderFacts(of: FilePath.parent(of: path), defaultFolder: standard)
        let year = Int(SystemClock().now().description.prefix { $0 != "-" }) ?? 0
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { surroundings.environment[$0] }.first { !$0.isEmpty }
        return DoctorFacts(
            machine: inquiry.machine(in: surroundings), inquiry: inquiry,
            journal: JournalFacts(path: path), journalPath: path, journalFolder: folder,
            reportFolder: FolderFacts(of: FilePath.absolute(reports), defaultFolder: standard),
            environment: EnvironmentFacts(station: Surroundings.hostName(), year: year, locale: locale),
            journalFiles: JournalFiles(beside: path))
    }

    /// The readers that PC/SC lists; nil where it does not answer.
    var readers: [PCSCInquiry.Reader]? {
        if case .readers(let readers) = inquiry { readers } else { nil }
    }

    /// Every finding, in the order in which things depend on each other.
    var findings: [Finding] {
        var findings = ServiceChecks.findings(machine)
        findings += ReaderChecks.findings(machine, listed: readers?.map(\.info.name))
        if let readers {
            findings.append(ReaderStateChecks.finding(readers))
            findings.append(SlotChecks.finding(machine, listed: readers.map(\.info.name)))
        }
        if let escape = EscapeChecks.finding(machine, (readers ?? []).map(\.info)) { findings.append(escape) }
        findings.append(JournalChecks.finding(journal, path: journalPath, files: journalFiles, in: journalFolder))
        findings += JournalChecks.findings(journal: journalFolder, reports: reportFolder)
        return findings + EnvironmentChecks.findings(machine, environment)
    }
}

extension PCSCInquiry {
    /// The machine, with what PC/SC answered.
    fileprivate func machine(in surroundings: Surroundings) -> MachineFacts {
        let (code, text): (ReadersError.Code?, String) =
            switch self {
            case .readers: (nil, "")
            case .refused(let error): (error.code, error.context)
            case .hangs: (.failed, "no answer within \(Self.patienceMilliseconds / 1000) s")
            }
        var machine = MachineFacts(answer: code, socket: surroundings.environment["PCSCLITE_CSOCK_NAME"])
        machine.answerText = text
        return machine
    }
}
