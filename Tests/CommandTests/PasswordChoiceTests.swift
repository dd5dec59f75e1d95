import Foundation
import Operations
import Tags
import Testing

@testable import tagmill

@Suite struct PasswordChoiceTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ text: String, mode: Int = 0o600) throws -> String {
        let path = folder.path + "/password"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func choose(
        _ words: [String] = [], _ environment: [String: String] = [:], terminal: Bool = false, typed: String? = nil,
        uid: UID? = nil
    ) throws -> (passwords: TagPasswords?, error: CommandError?, errors: String) {
        let errors = RecordedOutput()
        let console = Console(standardOutput: RecordedOutput(), standardError: errors)
        let surroundings = Surroundings(
            environment: environment, outputIsTerminal: false, errorIsTerminal: terminal, inputIsTerminal: terminal)
        let arguments = try Arguments(words, table: .password, command: "tag protect")
        do throws(CommandError) {
            let passwords = try PasswordChoice.password(
                arguments, surroundings, console, for: uid, readSecret: { typed })
            return (passwords, nil, errors.text)
        } catch {
            return (nil, error, errors.text)
        }
    }

    private func password(_ hex: String) throws -> TagPassword {
        let bytes = try #require([UInt8](hex: hex))
        return try #require(TagPassword(password: bytes))
    }

    @Test func theFileComesBeforeTheEnvironmentAndThatBeforeTheTerminal() throws {
        let variable = ["TAGMILL_PASSWORD": "00000002"]
        let given = try choose(
            ["--password-file", try file("00000001\n")], variable, terminal: true, typed: "00000003")
        #expect(given.passwords == .one(try password("00000001")))
        #expect(given.errors.isEmpty)
        #expect(try choose([], variable, terminal: true, typed: "00000003").passwords == .one(try password("00000002")))
        let asked = try choose(terminal: true, typed: "00000003")
        #expect(asked.passwords == .one(try password("00000003")))
        #expect(asked.errors == "Password (8 hex digits, or 8:4 with its PACK; not shown): \n")
    }

    @Test(arguments: [(false, String?.none), (true, nil), (true, "")])
    func withoutOneItSaysWhatToDo(_ terminal: Bool, _ typed: String?) throws {
        let none = try choose(terminal: terminal, typed: typed)
        #expect(none.error == .noPassword)
        #expect(
            none.error?.sentence
                == "no password was given: name a file with --password-file, set TAGMILL_PASSWORD, or type it on a terminal"
        )
        #expect(none.error?.exitCode == .refused)
    }

    @Test func whatIsNoPasswordIsRefusedWithoutBeingShown() throws {
        let variable = try choose([], ["TAGMILL_PASSWORD": "ABCDEFG"])
        #expect(
            variable.error?.sentence
                == "$TAGMILL_PASSWORD: line 1, byte 7: a password is 8 hex digits, and if need be a colon and the 4 of its PACK"
        )
        let typed = try choose(terminal: true, typed: "uid,password\n04A1B2C3D4E5F6,0A1B2C3D")
        #expect(
            typed.error?.sentence
                == "the password: one password is taken here; --password-file takes one for each UID")
    }

    @Test func theTagOfAFileMustBeInIt() throws {
        let path = try file("uid,password\n04A1B2C3D4E5F6,0A1B2C3D\n")
        let (known, other) = (UID(hex: "04A1B2C3D4E5F6"), UID(hex: "04A1B2C3D4E5F7"))
        #expect(try choose(["--password-file", path], uid: known).passwords != nil)
        #expect(try choose(["--password-file", path]).passwords != nil)
        #expect(
            try choose(["--password-file", path], uid: other).error?.sentence
                == "\(path): has no password of the tag 04A1B2C3D4E5F7")
    }

    @Test(arguments: [(0o600, false), (0o400, false), (0o640, true), (0o604, true)])
    func aFileThatOthersMayReadIsWarnedOf(_ mode: Int, _ warns: Bool) throws {
        let path = try file("0A1B2C3D", mode: mode)
        #expect(
            try choose(["--password-file", path]).errors
                == (warns ? "warning: \(path): other users may read these passwords: chmod 600 \(path)\n" : ""))
    }

    @Test func aTagThatRefusedItsPasswordIsNotAskedAgain() throws {
        let (one, other) = (try #require(UID(hex: "04A1B2C3D4E5F6")), try #require(UID(hex: "04A1B2C3D4E5F7")))
        let given = GivenPasswords(.one(try password("0A1B2C3D")))
        #expect(given.password(of: one) == (try password("0A1B2C3D")))
        given.wasRefused(by: one)
        #expect(given.password(of: one) == nil)
        #expect(given.password(of: other) == (try password("0A1B2C3D")))
    }

    /// Of a pipe nothing can be hidden; what a terminal shows is tried in `HiddenInput` with a pseudoterminal.
    @Test func aPipeIsNoTerminal() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(HiddenInput.line(from: ends[0]) == nil)
    }

    @Test func aTerminalShowsNothingOfIt() throws {
        // A pseudoterminal by hand, since Swift's Glibc has no posix_openpt: unlock it (TIOCSPTLCK), and ask its number
        // (TIOCGPTN).
        let main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (unlocked, number): (Int32, Int32) = (0, 0)
        try #require(ioctl(main, 0x4004_5431, &unlocked) == 0)
        try #require(ioctl(main, 0x8004_5430, &number) == 0)
        let side = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(side >= 0)
        defer { for end in [side, main] { close(end) } }
        func echoes() -> Bool {
            var state = termios()
            return tcgetattr(side, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
        }
        #expect(echoes())
        let typist = Thread { [main, side] in
            var state = termios()
            // Typed once nothing is shown: what was typed before is dropped with TCSAFLUSH.
            while tcgetattr(side, &state) == 0, state.c_lflag & tcflag_t(ECHO) != 0 { usleep(1000) }
            _ = write(main, "0A1B2C3D\n", 9)
        }
        typist.start()
        #expect(HiddenInput.line(from: side) == "0A1B2C3D")
        #expect(echoes())
        _ = fcntl(main, F_SETFL, O_NONBLOCK)
        var shown = [UInt8](repeating: 0, count: 64)
        let count = read(main, &shown, shown.count)
        // The line's end alone may be there.
        #expect(!String(decoding: shown[..<max(0, count)], as: UTF8.self).contains("0A1B"))
    }
}
