import Foundation

/// What a scenario found to be otherwise than it must be.
///
/// A scenario blocks for seconds, so it has a thread of its own, where the testing library does not know which test
/// runs: what it finds is handed back.
final class Findings {
    private(set) var faults: [String] = []

    func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
        if !isTrue { faults.append(what()) }
    }

    func add(_ more: [String]) { faults += more }

    func unwrap<Value>(_ value: Value?, _ what: String) throws -> Value {
        guard let value else { throw WorldError(what) }
        return value
    }
}

/// Plays a scenario in a folder that is kept when something is found; gives what was found.
func play(_ body: @escaping @Sendable (Scratch, Findings) throws -> Void) async -> [String] {
    await onThread {
        let findings = Findings()
        do {
            let scratch = try Scratch()
            do {
                try body(scratch, findings)
            } catch {
                findings.expect(false, "\(error)")
            }
            scratch.isKept = !findings.faults.isEmpty
            if scratch.isKept { findings.expect(false, "the folder is kept: \(scratch.path)") }
        } catch {
            findings.expect(false, "\(error)")
        }
        return findings.faults
    }
}

/// Runs blocking code on a thread of its own, not on one of Swift concurrency's.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}
