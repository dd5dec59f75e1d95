import Foundation
import Provisioning
import Simulation
import Tags
import Testing

@testable import tagmill

/// `tag erase`, `format`, `lock`, `protect` and `unprotect`, on a rack.
@Suite struct TagActCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    /// https://example.com on a tag without control TLV.
    private static let message =
        #""pages": {"4": "0310D101", "5": "0C550465", "6": "78616D70", "7": "6C652E63", "8": "6F6DFE00"}"#
    private static let tag = #"{"chip": "NTAG215", "uid": "04A10000000001", \#(message)}"#

    private func rack(_ tags: String, model: String = "acr122u") throws -> String {
        let name = model == "acr122u" ? "ACS ACR122U PICC Interface 00 00" : "Reader A 00 00"
        return try bench.rack(tags, model: model, name: name)
    }

    private func tool(_ command: String, on tags: String, model: String = "acr122u", _ words: String...) throws
        -> ToolRun
    {
        ToolRun(words: ["tag", command, "--rack", try rack(tags, model: model)] + words)
    }

    /// The command as a person at a terminal has it, who answers so.
    private func asked(
        _ command: String, on tags: String, _ words: String..., answer: String?
    ) throws -> (code: ExitCode?, error: CommandError?, errors: String, output: String) {
        let (errors, output) = (RecordedOutput(), RecordedOutput())
        let console = Console(standardOutput: output, standardError: errors)
        let table = try #require(CommandTable.tag.subcommand(command)).options
        let context = CommandContext(
            arguments: try Arguments(words + ["--rack", try rack(tags)], table: table, command: "tag " + command),
            surroundings: Surroundings(
                environment: [:], outputIsTerminal: true, errorIsTerminal: true, inputIsTerminal: true),
            console: console)
        let confirmation = Confirmation(console: console, readAnswer: { answer })
        do throws(CommandError) {
            let code: ExitCode =
                switch command {
                case "lock": try TagSimpleActCommand(.lock, context: context, confirmation: confirmation).run()
                case "format": try TagSimpleActCommand(.format, context: context, confirmation: confirmation).run()
                default:
                    try TagSimpleActCommand(.erase(wipes: false), context: context, confirmation: confirmation).run()
                }
            return (code, nil, errors.text, output.text)
        } catch {
            return (nil, error, errors.text, output.text)
        }
    }

    // MARK: Erase

    @Test func aMessageIsErased() throws {
        let run = try tool("erase", on: Self.tag, "--yes")
        #expect(run.code == .success, "\(run.errors)")
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                tag           04A10000000001, NTAG215, holds a message of 16 bytes
                reader        ACS ACR122U PICC Interface 00 00
                plan          the message is erased
                writes        page 4
                done          read back after a new activation, and equal
                state         writable

                """)
    }

    @Test func forAScript() throws {
        let run = try tool("erase", on: Self.tag, "--yes", "--json")
        #expect(
            run.output
                == #"{"schema":"tagmill.act/1","act":"erase","result":"done","reason":null,"detail":null,"#
                + #""uid":"04A10000000001","chip":"NTAG215","reader":"ACS ACR122U PICC Interface 00 00","lock_state_before":"writable","#
                + #""lock_state":"writable","for_ever":false,"steps":["the message is erased"],"pages":[4]}"# + "\n")
    }

    @Test func aTagWithoutMessageIsLeft() throws {
        let run = try tool("erase", on: #"{"chip": "NTAG213", "uid": "04A10000000001"}"#, "--yes")
        #expect(run.code == .success)
        #expect(run.output.contains("nothing-to-do it holds no message; nothing was written"))
        // Whatever keeps it from being written.
        let locked = try tool(
            "erase", on: #"{"chip": "NTAG213", "pages": {"2": "6048F0FF", "3": "E110120F"}}"#, "--yes")
        #expect(locked.output.contains("nothing-to-do"))
    }

    // MARK: The question

    @Test func withoutATerminalYesMustBeSaid() throws {
        for (command, words) in [
            ("erase", []), ("format", []), ("lock", []), ("protect", ["--read"]), ("unprotect", []),
        ] {
            let run = ToolRun(words: ["tag", command, "--rack", try rack(Self.tag)] + words)
            #expect(run.code == .refused, "\(command)")
            #expect(
                run.errors
                    == "tagmill: the tag that is laid would be written ('--dry-run' shows how): without a terminal '--yes' must "
                    + "agree to that; no tag was touched\n")
            #expect(run.output.isEmpty)
        }
    }

    @Test(arguments: [("y", true), ("yes", true), ("n", false), ("", false)]) func aPersonIsAsked(
        answer: String, goesOn: Bool
    ) throws {
        let run = try asked("lock", on: Self.tag, answer: answer)
        #expect(
            run.errors
                == """
                tag       04A10000000001, NTAG215, holds a message of 16 bytes
                plan      the capability container and pages 4 to 129 are locked for ever: nobody can ever change what the \
                tag holds
                writes    pages 2-3, 130
                This is for ever: it can never be undone. Go on? [y/N] \

                """.trimmingCharacters(in: .newlines))
        #expect(run.code == (goesOn ? .success : nil))
        #expect(run.error == (goesOn ? nil : .declined))
        #expect(run.output.contains("done") == goesOn)
    }

    @Test func aDryRunAsksAndWritesNothing() throws {
        let run = try tool("lock", on: Self.tag, "--dry-run")
        #expect(run.code == .success)
        #expect(run.output.contains("writes        pages 2-3, 130\nplanned       nothing was written\n"))
        let json = try tool("erase", on: Self.tag, "-n", "--json")
        #expect(json.output.contains(#""result":"planned""#))
        #expect(json.output.contains(#""lock_state":null"#))
    }

    // MARK: Format, lock

    // Field case 46: tags that were delivered without a capability container.
    @Test func aTagWithoutContainerIsFormatted() throws {
        let tag = #"{"chip": "MF0UL11", "uid": "04A10000000001"}"#
        let run = try tool("format", on: tag, "--yes")
        #expect(run.code == .success, "\(run.output)")
        #expect(
            run.output.contains(
                "page 3, the capability container, becomes E1100600 for ever\nwrites        pages 3-4\n"))
        #expect(run.output.contains("done          read back"))
        #expect(run.output.contains("state         writable (not-ndef before)"))
        let again = try tool("format", on: #"{"chip": "NTAG213"}"#, "--yes")
        #expect(again.output.contains("nothing-to-do it has a capability container: it is an NDEF tag already"))
        let erase = try tool("erase", on: tag, "--yes")
        #expect(erase.code == .notAchieved)
        #expect(erase.output.contains("rejected      tag-unformatted"))
        #expect(erase.output.contains("next          'tagmill tag format' makes it an NDEF tag, for ever"))
        let other = try tool("format", on: #"{"chip": "NTAG215", "pages": {"3": "F110FFEE"}}"#, "--yes")
        #expect(other.output.contains("rejected      tag-not-ndef"))
    }

    @Test func aTagIsLocked() throws {
        let run = try tool("lock", on: Self.tag, "--yes", "--json")
        #expect(run.code == .success)
        #expect(run.output.contains(#""result":"done""#))
        #expect(
            run.output.contains(#""lock_state_before":"writable","lock_state":"locked","for_ever":true"#),
            "\(run.output)")
        #expect(run.output.contains(#""pages":[2,3,130]"#))
    }

    /// What no container is known for is not sent to be formatted.
    @Test func whatCannotBeFormatted() throws {
        let tag = #"{"chip": "my-d move", "uid": "05A10000000001"}"#
        for command in ["format", "lock", "erase"] {
            let run = try tool(command, on: tag, "--yes")
            #expect(run.output.contains("rejected      tag-unformatted"), "\(run.output)")
            #expect(!run.output.contains("tagmill tag format"))
        }
    }

    /// Without GET_VERSION it is not told which NTAG I2C plus it is.
    @Test func aChipThatCannotBeTold() throws {
        let told = "which chip it is could not be told; a reader that passes GET_VERSION (ACR122U) tells most chips"
        let run = try tool("lock", on: #"{"chip": "NTAG I2C plus 1K"}"#, model: "part3", "--yes")
        #expect(
            run.output.contains("rejected      lock-impossible: unsupported chip for locking: " + told), "\(run.output)"
        )
        #expect(!run.output.contains("of unknown"))
    }

    /// A tag whose locks are not published is emptied as it is written.
    @Test func aTagWhoseLocksAreNotKnownIsErased() throws {
        let tag = #"{"chip": "ST25TN01K", "uid": "02A10000000001", "pages": {"4": "0303D500", "5": "00FE0000"}}"#
        let run = try tool("erase", on: tag, "--yes")
        #expect(run.code == .success, "\(run.output)")
        #expect(run.output.contains("done          read back"))
    }

    /// A container that was acknowledged and not stored: nothing else is set, since the static lock bytes would lock page 3.
    @Test func aLockWhoseContainerIsNotStored() throws {
        let fault = #""faults": [{"page": 3, "fault": "no-write"}]"#
        let run = try tool("lock", on: #"{"chip": "NTAG215", \#(fault)}"#, "--yes")
        #expect(run.code == .notAchieved)
        #expect(
            run.output.contains(
                "failed        lock-incomplete: its lock is incomplete: pages 4-129 are still writable; the capability "
                    + "container is E1103E00, not E1103E0F; nothing was set for ever: the tag can be erased and written again"
            ),
            "\(run.output)")
        #expect(run.output.contains("next          give the command again"))
    }

    @Test func aLockThatCanNeverBeFinished() {
        let failure = Rejection(.lockIncomplete, "it can never be finished: page 3 is locked")
        let outcome = TagActOutcome(tag: TagInspection(chip: .ntag213, lockState: .writable), result: .failed(failure))
        let listing = TagActListing(act: .lock, outcome: outcome, reader: nil)
        #expect(listing.text.contains("next          put this tag aside, and lock another"), "\(listing.text)")
    }

    /// Done, and gone before it could be read once more: what it was before is not what it is.
    @Test func theStateIsToldWhereItWasRead() {
        let tag = TagInspection(chip: .ntag213, lockState: .writable)
        let doubt = Rejection(.tagRemoved, "the tag is gone")
        let cases: [(TagActResult, String)] = [
            (.done(detail: ""), "not read back: it was writable before"),
            (.lost(doubt), "not read back: it was writable before"),
            (.incomplete(doubt), "not read back: it was writable before"),
            (.rejected(doubt), "writable"), (.notConfirmed, "writable"), (.nothingToDo("so already"), "writable"),
        ]
        for (result, state) in cases {
            let listing = TagActListing(act: .lock, outcome: TagActOutcome(tag: tag, result: result), reader: nil)
            #expect(listing.text.contains("state         \(state)"), "\(listing.text)")
        }
    }

    // Field case 24: block-lock bits keep pages from ever being locked.
    @Test func aLockThatIsImpossibleIsRefusedBeforehand() throws {
        let run = try tool(
            "lock", on: #"{"chip": "NTAG216", "uid": "04A10000000001", "pages": {"2": "60480F00"}}"#, "--yes")
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("rejected      lock-impossible"))
        #expect(run.output.contains("nothing was written"))
    }

    // Field case 22: the write of the dynamic lock page is refused after the message is there.
    @Test func aLockThatComesOutHalfIsToldAndFinished() throws {
        let fault = #""faults": [{"page": 130, "fault": "no-write"}]"#
        let run = try tool("lock", on: #"{"chip": "NTAG215", \#(Self.message), \#(fault)}"#, "--yes")
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("failed        lock-incomplete"))
        #expect(run.output.contains("give the command again"))
        let half =
            #"{"chip": "NTAG215", "pages": {"2": "6048F8FF", "3": "E1103E0F", "4": "0300FE00"}}"#
        let finished = try tool("lock", on: half, "--yes")
        #expect(finished.code == .success, "\(finished.output)")
        #expect(finished.output.contains("writes        page 130"))
        let done = try tool(
            "lock", on: #"{"chip": "NTAG215", "pages": {"2": "6048F8FF", "3": "E1103E0F", "130": "FF0000BD"}}"#, "--yes"
        )
        #expect(done.output.contains("nothing-to-do it is locked already"))
    }

    // MARK: Passwords

    private func password(_ text: String) throws -> String {
        let path = try bench.file("key-\(UUID().uuidString)", text)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    private static let protected =
        #"{"chip": "NTAG213", "uid": "04A10000000001", "pages": {"4": "0300FE00", "41": "04000004", "43": "A1B2C3D4", "44": "E5F60000"}}"#

    @Test func aTagIsProtected() throws {
        let run = try tool(
            "protect", on: Self.tag, "--yes", "--password-file", try password("A1B2C3D4:E5F6\n"), "--limit", "3")
        #expect(run.code == .success, "\(run.output)\(run.errors)")
        #expect(run.output.contains("plan          the password is set\n"))
        #expect(run.output.contains("plan          writing pages from 4 on needs the password\n"))
        #expect(run.output.contains("plan          3 wrong passwords close the tag for ever (AUTHLIM)\n"))
        #expect(run.output.contains("writes        pages 131-134; page 129 as a test\n"))
        #expect(run.output.contains("state         password-write (writable before)"))
        #expect(!run.output.uppercased().contains("A1B2C3D4"))
    }

    @Test func readingToo() throws {
        let run = try tool(
            "protect", on: Self.tag, "--yes", "--password-file", try password("A1B2C3D4:E5F6\n"), "--read",
            "--lock-configuration", "--json")
        #expect(run.code == .success, "\(run.output)\(run.errors)")
        #expect(run.output.contains(#""lock_state":"password-read-write","for_ever":true"#), "\(run.output)")
    }

    @Test func aReaderThatPassesNoPassword() throws {
        let run = try tool(
            "protect", on: Self.tag, model: "part3", "--yes", "--password-file", try password("A1B2C3D4"))
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("rejected      reader-error: this reader (PC/SC part 3) passes no password"))
    }

    @Test func thePasswordIsTakenOff() throws {
        let run = try tool(
            "unprotect", on: Self.protected, "--yes", "--password-file", try password("A1B2C3D4:E5F6"))
        #expect(run.code == .success, "\(run.output)")
        #expect(run.output.contains("state         writable (password-write before)"))
        let none = try tool(
            "unprotect", on: Self.tag, "--yes", "--password-file", try password("A1B2C3D4:E5F6"))
        #expect(none.output.contains("nothing-to-do no password protects it"))
    }

    @Test func aWrongPasswordIsToldOnce() throws {
        let run = try tool(
            "unprotect", on: Self.protected, "--yes", "--password-file", try password("00000001"))
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("rejected      tag-password"))
        #expect(run.output.contains("the password that was given was refused"))
    }

    @Test func anActOpensTheTagWithItsPassword() throws {
        let held = Self.protected.replacingOccurrences(of: "0300FE00", with: "0303D500")
        let refused = try tool("erase", on: held, "--yes")
        #expect(refused.output.contains("rejected      tag-password"))
        #expect(
            refused.output.contains("next          give its own password: '--password-file FILE', or $TAGMILL_PASSWORD")
        )
        let run = try tool("erase", on: held, "--yes", "--password-file", try password("A1B2C3D4:E5F6"))
        #expect(run.code == .success, "\(run.output)")
        let locked = try tool("lock", on: held, "--yes", "--password-file", try password("A1B2C3D4:E5F6"))
        #expect(locked.code == .success, "\(locked.output)")
    }

    @Test func aPasswordOfAnotherTagIsNone() throws {
        let run = try tool(
            "protect", on: Self.tag, "--yes", "--password-file",
            try password("uid,password\n04A10000000009,A1B2C3D4\n"))
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("no password is given for it"))
    }

    @Test func noTagAndSeveralReaders() throws {
        let none = try tool("erase", on: "", "--yes")
        #expect(none.code == .stopped)
        #expect(none.errors.hasSuffix("tagmill: no tag came: the rack has no more of them\n"))
        let limit = try tool("protect", on: Self.tag, "--yes", "--limit", "8")
        #expect(limit.code == .refused)
    }
}
