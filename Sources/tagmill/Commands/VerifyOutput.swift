import Glibc
import Jobs
import Reports

/// What `verify` says at its end: on standard output, and in the files that were asked for.
struct VerifyOutput {
    let context: CommandContext
    let options: VerifyOptions

    /// Refuses files that would be written over what is read, before anything is.
    func check(sparing inputs: [String]) throws(CommandError) {
        var outputs: [(option: String, path: String)] = []
        if let folder = options.outputFolder {
            for name in [VerifyReports.reportCSV, VerifyReports.reportJSON] {
                outputs.append(("-o", "\(folder)/\(name)"))
            }
        }
        if let path = options.junit { outputs.append(("--junit", path)) }
        let identities = outputs.map { FileIdentity($0.path) }
        guard identities.contains(where: { $0 != nil }) else { return }
        let own = Set(inputs.compactMap { FileIdentity($0) })
        for (output, identity) in zip(outputs, identities) {
            guard let identity, own.contains(identity) else { continue }
            throw .refusedFile(
                path: output.path, reason: "is read by this command; \(output.option) would write over it")
        }
    }

    /// Writes the files, then prints: a line for each status but `match`, and the totals.
    /// - Parameter told: lines that were said as the tags came; where both streams are one screen they are not said again.
    func conclude(_ verification: Verification, told: Set<String> = []) throws(CommandError) -> ExitCode {
        let failure = write(verification)
        let told = isOneScreen ? told : []
        context.console.printResult(
            context.wantsJSON
                ? VerifyReports.json(verification).compact : VerifyListing(verification: verification, told: told).text)
        if let failure { throw failure }
        return verification.isMatch ? .success : .notAchieved
    }

    private var isOneScreen: Bool {
        context.surroundings.outputIsTerminal && context.surroundings.errorIsTerminal && context.console.level != .quiet
    }

    /// What was found is printed also where a file cannot be written.
    private func write(_ verification: Verification) -> CommandError? {
        do throws(ReportError) {
            if let folder = options.outputFolder { _ = try VerifyReports.write(verification, into: folder) }
            if let path = options.junit { try JUnit.write(verification, to: path) }
            return nil
        } catch {
            return .noVerifyReport(error)
        }
    }
}

/// Which file it is, whatever leads to it.
private struct FileIdentity: Hashable {
    let device: dev_t
    let node: ino_t

    /// Nil where nothing is there, or no plain file, which nothing is written over.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, node) = (status.st_dev, status.st_ino)
    }
}
