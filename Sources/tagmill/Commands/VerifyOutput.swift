import Jobs
import Reports

/// What `verify` says at its end: on standard output, and in the files that were asked for.
struct VerifyOutput {
    let context: CommandContext
    let options: VerifyOptions

    /// The files that are written, each with the option that asks for it.
    private var files: [(option: String, path: String)] {
        var files: [(option: String, path: String)] = []
        if let folder = options.outputFolder {
            for name in [VerifyReports.reportCSV, VerifyReports.reportJSON] {
                files.append(("-o", "\(folder)/\(name)"))
            }
        }
        if let path = options.junit { files.append(("--junit", path)) }
        return files
    }

    /// Refuses files that would be written over what is read, or over each other, before anything is compared.
    /// - Parameter inputs: what is read; files that are not there count as nothing.
    func check(sparing inputs: [String]) throws(CommandError) {
        let identities = files.map { FileIdentity($0.path) }
        guard identities.contains(where: { $0 != nil }) else { return }
        var taken = Dictionary(
            inputs.filter { InputFile.exists($0) }.compactMap { path in
                FileIdentity(path).map { ($0, "is read by this command") }
            }, uniquingKeysWith: { first, _ in first })
        for (file, identity) in zip(files, identities) {
            guard let identity else { continue }
            if let what = taken[identity] {
                throw .refusedFile(path: file.path, reason: "\(what); \(file.option) would write over it")
            }
            taken[identity] = "is written by \(file.option)"
        }
    }

    /// The same of images that were found in folders. What is no image there is passed over, and may be written over: such as
    /// what this command wrote the last time.
    func check(sparing images: [ImagePaths.File]) throws(CommandError) {
        let outputs = Set(files.compactMap { FileIdentity($0.path) })
        guard !outputs.isEmpty else { return }
        let same = images.filter { image in FileIdentity(image.path).map { outputs.contains($0) } ?? false }
        try check(sparing: same.filter { $0.isNamed || ImageReading($0) != .passedOver }.map(\.path))
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
