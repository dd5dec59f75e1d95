import Foundation
import Jobs
import Operations
import PCSC
import Provisioning
import ReaderModels
import SQLiteJournal
import Testing
import Threads

@testable import tagmill

@Suite struct JournalChecksTests {
    private let folder = FolderFacts(path: "/srv/station", isWritable: true, freeBytes: 50_000_000_000)
    private static let path = "/srv/station/tagmill.sqlite"

    private func finding(_ facts: JournalFacts, in folder: FolderFacts? = nil) -> Finding {
        JournalChecks.finding(facts, path: Self.path, in: folder ?? self.folder)
    }

    @Test func noneIsThere() {
        #expect(finding(.absent).status == .ok)
        var closed = folder
        closed.isWritable = false
        #expect(finding(.absent, in: closed).stopsWork)
        // Whose a folder is that is there is for its owner to say.
        #expect(finding(.absent, in: closed).commands == ["ls -ld /srv/station"])
        closed.path = "/srv"
        #expect(finding(.absent, in: closed).commands == [#"sudo install -d -o "$(id -un)" /srv/station"#])
        // But for the one that tagmill makes of itself.
        closed.path = closed.wanted
        closed.isDefault = true
        let own = [#"sudo chown "$(id -un)" /srv/station"#, "chmod u+rwx /srv/station"]
        #expect(finding(.absent, in: closed).commands == own)
        #expect(JournalChecks.findings(journal: folder, reports: closed)[1].commands == own)
    }

    private static func permission(_ files: String) -> [String] {
        [#"sudo chown "$(id -un)" \#(files)"#, "chmod u+rw \(files)"]
    }

    /// Root ran first: the journal can be read, and a run by this user cannot begin.
    @Test func filesThatAreClosedToThisUser() throws {
        let (scratch, runs) = (try ScratchFolder(), Self.path + "-runs")
        let path = scratch.path + "/j.sqlite"
        _ = try SQLiteJournal(path: path, createIfMissing: true, digest: { _ in [] })
        let sound = try JournalInspection(path: path)
        #expect(finding(.present(sound, closed: [])).status == .ok)
        let one = finding(.present(sound, closed: [runs]))
        #expect(one.stopsWork)
        #expect(one.found.hasSuffix("no permission to write \(runs)"))
        #expect(one.commands == Self.permission(runs))
        #expect(
            finding(.present(sound, closed: [Self.path, runs])).commands == Self.permission("\(Self.path) \(runs)"))
        // The folder too: others than tagmill's own are for their owners to say.
        var closed = folder
        closed.isWritable = false
        #expect(finding(.present(sound, closed: []), in: closed).commands == ["ls -ld /srv/station"])
        #expect(
            finding(.present(sound, closed: [runs]), in: closed).commands
                == Self.permission(runs) + ["ls -ld /srv/station"])
        closed.isReadOnly = true
        #expect(finding(.present(sound, closed: [runs]), in: closed).commands.isEmpty)
    }

    /// What cannot be read is given to nobody, unless a file beside it says that it is a journal.
    @Test func filesThatCannotBeRead() {
        let (path, runs) = (Self.path, Self.path + "-runs")
        for code: JournalError.Code in [.cannotOpen, .readOnly] {
            let error = JournalError(code, context: path)
            #expect(finding(.refused(error, closed: [path])).commands == ["ls -l \(path)"])
            let ours = finding(.refused(error, closed: [path, runs]))
            #expect(ours.stopsWork)
            #expect(ours.commands == Self.permission("\(path) \(runs)"))
            #expect(ours.facts == ["\(error)"])
        }
        let corrupt = finding(.refused(JournalError(.corrupt, context: path), closed: [path, runs]))
        #expect(corrupt.commands.first?.hasPrefix("mv ") == true)
    }

    @Test(arguments: [
        (JournalError.Code.corrupt, "mv /srv/station/tagmill.sqlite /srv/station/tagmill.sqlite.damaged"),
        (.readOnly, "ls -l /srv/station/tagmill.sqlite"),
        (.cannotOpen, "ls -l /srv/station/tagmill.sqlite"),
    ])
    func oneThatIsRefused(code: JournalError.Code, command: String) {
        let finding = finding(.refused(JournalError(code, context: Self.path), closed: []))
        #expect(finding.stopsWork)
        #expect(finding.commands.first?.hasPrefix(command) == true)
    }

    // MARK: Damaged journals

    /// The file and those of SQLite beside it go together, under a name that nothing has.
    @Test(
        arguments: [
            (JournalFiles(main: "/s/j"), ["mv /s/j /s/j.damaged"]),
            (
                JournalFiles(main: "/s/j", endings: ["-wal", "-shm"], aside: "/s/j.damaged-2"),
                ["mv /s/j /s/j.damaged-2", "mv /s/j-wal /s/j.damaged-2-wal", "mv /s/j-shm /s/j.damaged-2-shm"]
            ),
            (JournalFiles(main: "/s/a b'c"), [#"mv '/s/a b'\''c' '/s/a b'\''c.damaged'"#]),
        ] as [(JournalFiles, [String])])
    func aDamagedJournalIsMovedAside(files: JournalFiles, commands: [String]) {
        let facts = JournalFacts.refused(JournalError(.corrupt, context: files.main), closed: [])
        let finding = JournalChecks.finding(facts, path: files.main, files: files, in: folder)
        #expect(finding.stopsWork)
        #expect(finding.commands == commands)
        #expect(finding.cure.last?.text.contains("'tagmill rerun' takes from the report.json or failures.csv") == true)
        var closed = folder
        closed.isWritable = false
        let other = JournalChecks.finding(facts, path: files.main, files: files, in: closed)
        #expect(other.commands.isEmpty)
        #expect(other.cure.first?.text.contains("--journal") == true)
    }

    @Test func aCopyFromBeforeAMigrationIsNamed() {
        let facts = JournalFacts.refused(JournalError(.corrupt, context: "/s/j k"), closed: [])
        let files = JournalFiles(main: "/s/j k", copy: "/s/j k-version-2")
        let finding = JournalChecks.finding(facts, path: "/s/j k", files: files, in: folder)
        #expect(finding.cure.last?.text.hasSuffix(": cp '/s/j k-version-2' '/s/j k'") == true)
    }

    @Test func whatIsBesideAJournal() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/j"
        func make(_ endings: String...) throws {
            for ending in endings { try Data("x".utf8).write(to: URL(fileURLWithPath: path + ending)) }
        }
        try make("")
        #expect(JournalFiles(beside: path) == JournalFiles(main: path))
        try make("-wal", ".damaged-shm", "-version-2", "-version-9", "-version-9-2", "-version-9.unfinished")
        #expect(
            JournalFiles(beside: path)
                == JournalFiles(main: path, endings: ["-wal"], aside: path + ".damaged-2", copy: path + "-version-9-2"))
        let link = scratch.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(JournalFiles(beside: link).endings == ["-wal"])
        #expect(JournalFiles(beside: link).main.hasSuffix("/j"))
    }

    /// What SQLite's check says may have a heading and several lines.
    @Test(arguments: [
        ("*** in database main ***\nTree 3 page 3: invalid\nPage 4: never used", "Tree 3 page 3: invalid"),
        ("*** in database main ***", "*** in database main ***"), ("wrong # of entries", "wrong # of entries"),
        ("a\r\nb", "a"),
    ])
    func whatTheCheckSaysStandsOnOneLine(damage: String, shown: String) throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/j.sqlite"
        _ = try SQLiteJournal(path: path, createIfMissing: true, digest: { _ in [] })
        var inspection = try JournalInspection(path: path)
        inspection.damage = damage
        let finding = finding(.present(inspection, closed: []))
        #expect(finding.found == "The journal \(Self.path) is damaged: \(shown)")
        #expect(finding.commands == ["mv \(Self.path) \(Self.path).damaged"])
    }

    /// Nothing that is no journal is called a damaged one, or moved.
    @Test(arguments: [
        (JournalFacts.anotherFile, "is no journal"), (.folder, "is a folder"),
    ])
    func whatIsNoJournalIsLeft(facts: JournalFacts, found: String) {
        let finding = finding(facts)
        #expect(finding.stopsWork)
        #expect(finding.found.contains(found))
        #expect(!finding.found.contains("damaged"))
        #expect(finding.commands.isEmpty)
        #expect(finding.cure.first?.text.contains("--journal, or TAGMILL_JOURNAL") == true)
    }

    @Test func everyRefusalHasACure() {
        for code: JournalError.Code in [.notThere, .cannotOpen, .full, .readOnly, .corrupt, .newer, .locked, .failed] {
            #expect(!finding(.refused(JournalError(code, context: ""), closed: [])).cure.isEmpty)
        }
    }

    // MARK: Disks

    private func disk(_ change: (inout FolderFacts) -> Void) -> Finding {
        var changed = folder
        change(&changed)
        return JournalChecks.findings(journal: changed, reports: changed)[0]
    }

    @Test func disksAreLookedAt() {
        #expect(disk { _ in }.status == .ok)
        #expect(disk { $0.freeBytes = 99_999_999 }.status == .warning)
        #expect(disk { $0.freeBytes = 9_999_999 }.stopsWork)
        #expect(disk { $0.freeBytes = nil }.status == .ok)
        #expect(disk { $0.fileSystem = .nfs }.status == .warning)
        #expect(disk { $0.fileSystem = .memory }.status == .warning)
        #expect(disk { $0.isReadOnly = true }.stopsWork)
        #expect(disk { $0.freeBytes = 9_999_999 }.commands == ["df -h /srv/station"])
    }

    /// Reports on a network disk do no harm; a folder that is not ours does.
    @Test func theFolderOfReports() {
        let share = FolderFacts(path: "/mnt/x", isWritable: true, freeBytes: 50_000_000_000, fileSystem: .nfs)
        let findings = JournalChecks.findings(journal: folder, reports: share)
        #expect(findings.map(\.status) == [.ok, .ok])
        let closed = FolderFacts(path: "/mnt/x", isWritable: false, freeBytes: 50_000_000_000)
        #expect(JournalChecks.findings(journal: folder, reports: closed)[1].stopsWork)
        #expect(JournalChecks.findings(journal: folder, reports: folder).count == 1)
    }

    @Test(
        arguments: [
            ("/home/mia/x", FolderFacts.FileSystem?.some(.nfs)), ("/home", .nfs), ("/homes", nil), ("/", nil),
            ("/mnt/a b/reports", .smb), ("/mnt/a", nil), ("/tmp", .memory), ("/media/stick", nil), ("/srv", .fuse),
        ])
    func fileSystemsByTheirMounts(path: String, system: FolderFacts.FileSystem?) {
        let mounts = #"""
            /dev/sda1 / ext4 rw 0 0
            server:/home /home nfs4 rw,vers=4.2 0 0
            //server/x /mnt/a\040b cifs rw 0 0
            tmpfs /tmp tmpfs rw 0 0
            /dev/sdb1 /media/stick fuseblk rw 0 0
            /dev/sdc1 /srv ext4 rw 0 0
            mia@host: /srv fuse.sshfs rw 0 0
            broken
            """#
        #expect(FolderFacts.fileSystem(of: path, mounts: mounts) == system)
        #expect(FolderFacts.fileSystem(of: path, mounts: "") == nil)
    }

    @Test func theNearestFolderIsLookedAt() throws {
        let scratch = try ScratchFolder()
        let facts = FolderFacts(of: scratch.path + "/not/yet/there")
        #expect(facts.path == scratch.path)
        #expect(facts.isWritable)
        #expect(try #require(facts.freeBytes) > 0)
        #expect(facts.wanted == scratch.path + "/not/yet/there")
    }

    /// What a link leads to is there already, and nobody's to be given away.
    @Test func aFolderBehindALink() throws {
        let scratch = try ScratchFolder()
        let (real, link) = (scratch.path + "/real", scratch.path + "/link")
        try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        let behind = FolderFacts(of: link, defaultFolder: link)
        #expect(behind.path == behind.wanted)
        #expect(!behind.isDefault)
        #expect(FolderFacts(of: real, defaultFolder: real).isDefault)
        #expect(!FolderFacts(of: real, defaultFolder: link).isDefault)
        #expect(!FolderFacts(of: real).isDefault)
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_250_000, "1.3 MB"), (10_000_000, "10 MB"),
            (99_950, "100 kB"),
            (50_000_000_000, "50 GB"), (Int64.max, "9223372 TB"),
        ] as [(Int64, String)])
    func sizes(bytes: Int64, text: String) { #expect(Bytes.text(bytes) == text) }
}

@Suite struct EnvironmentChecksTests {
    private func status(
        _ check: Finding.Check, locale: String? = "de_DE.UTF-8", year: Int = 2026, station: String = "bench-3",
        _ change: (inout MachineFacts) -> Void = { _ in }
    ) -> Finding.Status? {
        let facts = EnvironmentFacts(station: station, year: year, locale: locale)
        return EnvironmentChecks.findings(Machines.but(change), facts).first { $0.check == check }?.status
    }

    @Test func whatTheCommandWasStartedIn() {
        #expect(status(.locale) == .ok)
        #expect(status(.locale, locale: "C.utf8") == .ok)
        #expect(status(.locale, locale: "POSIX") == .warning)
        #expect(status(.locale, locale: nil) == .warning)
        #expect(status(.clock) == .ok)
        #expect(status(.clock, year: 1970) == .fault)
        #expect(status(.clock, year: 2106) == .fault)
        #expect(status(.station) == .ok)
        #expect(status(.station, station: "localhost") == .warning)
        #expect(status(.container) == .ok)
        #expect(status(.container) { $0.container = "podman" } == .warning)
        #expect(status(.user) { $0.user = nil } == .ok)
    }
}

@Suite struct DoctorListingTests {
    private func facts(
        _ inquiry: PCSCInquiry, _ change: (inout MachineFacts) -> Void = { _ in }
    ) -> DoctorFacts {
        let folder = FolderFacts(path: "/srv/station", isWritable: true, freeBytes: 50_000_000_000)
        return DoctorFacts(
            machine: Machines.but(change), inquiry: inquiry, journal: .absent,
            journalPath: "/srv/station/tagmill.sqlite",
            journalFolder: folder, reportFolder: folder,
            environment: EnvironmentFacts(station: "bench-3", year: 2026, locale: "C.UTF-8"))
    }

    private static func reader(_ name: String, _ occupancy: ReaderOccupancy?, isConnected: Bool = false)
        -> PCSCInquiry.Reader
    {
        PCSCInquiry.Reader(
            info: ReaderInfo(name: name, model: .model(ofReaderNamed: name)),
            look: occupancy.map { ReaderLook(occupancy: $0, isConnected: isConnected) })
    }

    private let acr122u = reader(Machines.name, .tag)

    @Test func allIsWell() {
        let listing = DoctorListing(facts(.readers([acr122u])))
        #expect(listing.exitCode == .success)
        let text = listing.text(.normal, colored: false)
        #expect(text.hasPrefix("ok       service         The PC/SC service answers (process 411)\n"))
        #expect(
            text.hasSuffix(
                """

                   reader                            model    slot         raw commands  light and sound  state
                1  ACS ACR122U PICC Interface 00 00  acr122u  contactless  yes           \
                \(acr122u.info.model.signals.isEmpty ? "no " : "yes")              tag

                tagmill \(CommandLineTool.version), pcsc-lite 1.9.9, libccid 1.5.2, kernel 6.1.0
                all is well
                """))
        #expect(listing.text(.quiet, colored: false).isEmpty)
    }

    @Test func faultsAndTheirCures() {
        let listing = DoctorListing(
            facts(.refused(ReadersError(.noService, context: "X"))) {
                $0.answer = .noService
                $0.service.socket = nil
            })
        #expect(listing.exitCode == .unavailable)
        let fault = """
            fault    service         The PC/SC service is not running
                sudo systemctl enable --now pcscd.socket
            """
        #expect(listing.text(.quiet, colored: false) == fault)
        #expect(listing.text(.normal, colored: false).hasPrefix(fault + "\n"))
        #expect(listing.text(.normal, colored: false).hasSuffix("\n1 fault, 0 warnings"))
        #expect(listing.text(.quiet, colored: true).hasPrefix("\u{1B}[1;31mfault    \u{1B}[0m"))
        #expect(!listing.text(.normal, colored: false).contains(". pcscd is installed"))
        #expect(listing.text(.verbose, colored: false).contains("\n    . pcscd is installed\n"))
    }

    @Test func aFaultBesideWhichWorkGoesOn() {
        let listing = DoctorListing(
            facts(.readers([acr122u])) { $0.usbReaders.append(Machines.scl3711) })
        #expect(listing.exitCode == .notAchieved)
        #expect(listing.text(.normal, colored: false).hasSuffix("\n1 fault, 0 warnings"))
    }

    @Test(arguments: [
        (ReaderOccupancy.mute, Finding.Status.warning), (.exclusive, .warning), (.empty, .ok), (.tag, .ok),
        (.taken(process: 7), .ok),
    ])
    func whatReadersDo(occupancy: ReaderOccupancy, status: Finding.Status) {
        let finding = ReaderStateChecks.finding([Self.reader(Machines.name, occupancy)])
        #expect(finding.check == .readers)
        #expect(finding.status == status)
    }

    @Test func readersThatTakeNoTags() {
        #expect(ReaderStateChecks.finding([]).stopsWork)
        #expect(ReaderStateChecks.finding([Self.reader("X SAM 00 01", .empty)]).stopsWork)
        #expect(ReaderStateChecks.state(Self.reader("X", nil)) == "unknown")
        #expect(ReaderStateChecks.state(Self.reader("X", .taken(process: 7))) == "in use by tagmill (process 7)")
        #expect(
            ReaderStateChecks.state(Self.reader("X", .tag, isConnected: true)) == "tag, another program is connected")
    }

    @Test func theDocument() throws {
        let listing = DoctorListing(
            facts(.readers([acr122u])) {
                $0.answer = .accessDenied
                $0.user?.name = "a\u{1B}b"
            })
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(listing.json.compact.utf8)) as? [String: Any])
        #expect(json["schema"] as? String == "tagmill.doctor/1")
        let checks = try #require(json["checks"] as? [[String: Any]])
        #expect(checks[0]["check"] as? String == "access")
        #expect(checks[0]["status"] as? String == "fault")
        let cure = try #require(checks[0]["cure"] as? [[String: String]])
        #expect(cure[0].keys.sorted() == ["run"])
        #expect((json["versions"] as? [String: Any])?["pcsc_lite"] as? String == "1.9.9")
        #expect((json["totals"] as? [String: Int])?["fault"] == 1)
        let readers = try #require(json["readers"] as? [[String: Any]])
        #expect(readers[0]["state"] as? String == "tag")
        #expect(readers[0]["raw_commands"] as? Bool == true)
        #expect(readers[0]["signals"] as? String == "yes")
        // On a terminal nothing obeys what a name holds.
        #expect(listing.text(.verbose, colored: false).contains("keeps a\\u{1B}b from"))
    }
}

@Suite struct DoctorCommandTests {
    /// On whatever machine: every check is there, and nothing is made.
    @Test func itLooksAndChangesNothing() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/new/tagmill.sqlite"
        let run = ToolRun(words: ["doctor", "--json", "--journal", path, "--out", folder.path])
        #expect([.success, .notAchieved, .unavailable].contains(run.code))
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let checks = try #require(json["checks"] as? [[String: Any]]).compactMap { $0["check"] as? String }
        #expect(Set(checks).isSuperset(of: ["kernel-modules", "drivers", "usb", "journal", "disk", "clock", "locale"]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func aServiceThatHangsHoldsUpNobody() {
        let gate = Monitor(false)
        let inquiry = PCSCInquiry.answer(withinMilliseconds: 20) {
            gate.wait { isOpen in isOpen ? .done(()) : .untilChange }
            return .readers([])
        }
        #expect(inquiry == .hangs)
        gate.withLock { $0 = true }
        #expect(PCSCInquiry.answer(withinMilliseconds: 60_000) { .readers([]) } == .readers([]))
    }

    @Test func aJournalThatIsThereIsLookedInto() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/j.sqlite"
        _ = try SQLiteJournal(path: path, createIfMissing: true, digest: { _ in [] })
        let inspection = try JournalInspection(path: path)
        #expect(inspection.damage == nil && inspection.isChecked)
        #expect(inspection.version == inspection.currentVersion)
        #expect(inspection.runsInUse.isEmpty)
        #expect(JournalFacts(path: path) == .present(inspection, closed: []))
        #expect(JournalFacts(path: path + "x") == .absent)
        try Data("no journal".utf8).write(to: URL(fileURLWithPath: path))
        for name in ["-wal", "-shm", "-runs"] { try? FileManager.default.removeItem(atPath: path + name) }
        #expect(JournalFacts(path: path) == .anotherFile)
        #expect(JournalFacts(path: folder.path) == .folder)
        // Runs had their locks beside it: it was one.
        try Data().write(to: URL(fileURLWithPath: path + "-runs"))
        guard case .refused(let error, _) = JournalFacts(path: path) else {
            Issue.record("a journal whose beginning is lost")
            return
        }
        #expect(error.code == .corrupt)
    }

    /// A journal whose files are another user's, as root leaves one behind.
    @Test func aJournalOfAnotherUser() async throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/j.sqlite"
        _ = try SQLiteJournal(path: path, createIfMissing: true, digest: { _ in [] })
        #expect(JournalInspection.closedFiles(of: path).isEmpty)
        for name in [path, path + "-runs"] { #expect(chmod(name, 0o444) == 0) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            if getuid() == 0 { precondition(setuid(65534) == 0) }
            let closed = JournalInspection.closedFiles(of: path)
            precondition(closed.contains(path) && closed.contains(path + "-runs"))
            guard case .present(_, let found) = JournalFacts(path: path) else { preconditionFailure("not looked into") }
            precondition(found == closed)
        }
    }
}
