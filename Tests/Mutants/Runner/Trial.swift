import Foundation

/// One run of the program with one mutant at work, or with none.
struct Trial {
    enum Result: Hashable {
        /// The checker found a broken invariant in the run of this seed.
        case caught(seed: Int, invariant: String, rule: String, detail: String)
        /// No run of so many broke one.
        case quiet(runs: Int)
        /// It ended otherwise, or not at all.
        case broken(String)
    }

    let program: URL
    /// 0: none.
    let mutant: Int
    /// Seeds 1 to so many are run, until one is caught.
    let seeds: Int

    /// How long a trial may take; none comes near it, unless a mutant makes a run endless.
    static let patience = 120.0

    func run() throws -> Result {
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = [String(mutant), String(seeds)]
        process.standardOutput = output
        let overdue = DispatchWorkItem { process.terminate() }
        try process.run()
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: overdue)
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let isOverdue = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM
        overdue.cancel()
        if isOverdue { return .broken("did not end within \(Int(Self.patience)) s") }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            return .broken("trapped, or ended with status \(process.terminationStatus): \(said)")
        }
        let fields = said.split(separator: "\n").last?.split(separator: "\t").map(String.init) ?? []
        if fields.count == 5, fields[0] == "caught", let seed = Int(fields[1]) {
            return .caught(seed: seed, invariant: fields[2], rule: fields[3], detail: fields[4])
        }
        if fields.count == 2, fields[0] == "quiet", let runs = Int(fields[1]) { return .quiet(runs: runs) }
        return .broken("said: \(said)")
    }
}
