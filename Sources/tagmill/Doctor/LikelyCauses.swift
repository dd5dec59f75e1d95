import PCSC

/// Why no reader is found, as other commands say it: what `doctor` would find, in short. Never empty.
///
/// A pure function. Each is two lines at most; a cure that needs more is left to `doctor`.
func likelyCauses(_ machine: MachineFacts) -> [String] {
    let answers = machine.answer == nil
    let findings =
        answers
        ? ReaderChecks.findings(machine, listed: [])
        : ServiceChecks.findings(machine) + ReaderChecks.findings(machine, listed: nil)
    let causes = findings.filter { $0.status == .fault || ($0.status == .warning && $0.check == .modules) }
    // Whether a driver is there matters once the service is, and the finding on the reader says it too.
    return causes.filter { $0.check != .drivers || (answers && causes.count == 1) }.map(sentence)
        + ["'tagmill doctor' looks at the whole machine, and has every cure in full"]
}

private func sentence(_ finding: Finding) -> String {
    let steps = finding.cure.map(\.text)
    guard let first = steps.first, !steps.contains(where: { $0.contains("\n") }) else { return finding.found }
    let rest = steps.dropFirst()
    return "\(finding.found): \(first)" + (rest.isEmpty ? "" : "\nthen: \(rest.joined(separator: "; "))")
}
