import Glibc
import JobFiles
import Tags

extension OptionTable {
    /// Of the commands that set a tag's password, or take it off. The password itself is no option: others could read it in
    /// the list of processes.
    static let password = password(else: "else asked for on a terminal")

    /// Of the commands that open a tag where that is needed, and a password was given.
    static let openingPassword = password(else: "else none: it is not asked for")

    private static func password(else words: String) -> Self {
        Self([
            Option(
                "password-file", value: "FILE",
                "the password: 8 hex digits, and if need be a colon and the 4 of its PACK; or a CSV file with the columns "
                    + "uid, password and pack (default: $\(PasswordChoice.variable), \(words))")
        ])
    }
}

/// Where a command takes the password of a tag from: `--password-file`, else `TAGMILL_PASSWORD`, else whoever sits at the
/// terminal.
enum PasswordChoice {
    static let variable = "TAGMILL_PASSWORD"

    /// - Parameters:
    ///   - uid: the tag that it is for; nil: any.
    ///   - readSecret: reads a line that is not shown; nil where there is none to come.
    /// Throws where no password was given, where it is none, and where `uid` has none in a file that has others.
    static func password(
        _ arguments: Arguments, _ surroundings: Surroundings, _ console: Console, for uid: UID? = nil,
        readSecret: () -> String? = { HiddenInput.line() }
    ) throws(CommandError) -> TagPasswords {
        if let path = arguments.value("password-file") {
            let passwords = try file(at: path, console)
            if let uid, passwords.password(of: uid) == nil {
                throw .refusedFile(path: path, reason: "has no password of the tag \(uid)")
            }
            return passwords
        }
        if let text = surroundings.environment[variable], !text.isEmpty {
            return try one(text, from: "$" + variable)
        }
        guard Confirmation.isPossible(in: surroundings) else { throw .noPassword }
        console.question("Password\(uid.map { " of \($0)" } ?? "") (8 hex digits, or 8:4 with its PACK; not shown): ")
        let typed = readSecret()
        _ = console.standardError.write("\n")
        guard let typed, !typed.isEmpty else { throw .noPassword }
        return try one(typed, from: "the password")
    }

    /// Reads a file of passwords. Warns of one that others may read.
    static func file(at path: String, _ console: Console) throws(CommandError) -> TagPasswords {
        let bytes = try InputFile.bytes(at: path, atMost: FileLimits.tableBytes)
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 {
            console.warning("\(path): other users may read these passwords: chmod 600 \(FilePath.shellWord(path))")
        }
        do throws(JobFileError) {
            return try PasswordFile.read(bytes)
        } catch {
            throw .refusedFile(path: path, reason: "\(error)")
        }
    }

    /// Warns of a new password that keeps nobody out. It is not shown, not even this one.
    static func warnOfKnown(_ passwords: TagPasswords, _ console: Console) {
        guard passwords.haveWidelyKnown else { return }
        console.warning("a password is FFFFFFFF or 00000000, which everybody tries first: it protects nothing")
    }

    private static func one(_ text: String, from source: String) throws(CommandError) -> TagPasswords {
        do throws(JobFileError) {
            let passwords = try PasswordFile.read(Array(text.utf8))
            if case .one = passwords { return passwords }
            throw JobFileError(
                .badPassword, context: "one password is taken here; --password-file takes one for each UID")
        } catch {
            throw .refusedFile(path: source, reason: "\(error)")
        }
    }
}
