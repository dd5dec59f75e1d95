import Foundation
import Simulation

/// When a command is killed. Drawn over the whole of a run: before the first tag, in a write, between tags, in the
/// report.
enum KillMoment: CustomStringConvertible {
    /// At the n-th write or exchange: before the tag has it, or when it is carried out and the answer is under way.
    case write(Int, isAfter: Bool)
    case exchange(Int, isAfter: Bool)
    /// So long after the start.
    case time(milliseconds: Int)
    /// So long after the first file of the report is begun.
    case report(microseconds: Int)

    /// - Parameter share: how much of the job is left at most, 0 to 1: what is drawn is to come before the end.
    static func draw(_ random: inout SeededGenerator, share: Double) -> KillMoment {
        func within(_ most: Int) -> Int { Int.random(in: 1...max(1, Int(Double(most) * share)), using: &random) }
        let isAfter = Bool.random(using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<7: return .write(within(180), isAfter: isAfter)
        case 7..<11: return .exchange(within(500), isAfter: isAfter)
        case 11..<17: return .time(milliseconds: within(8000))
        default: return .report(microseconds: Int.random(in: 0...40_000, using: &random))
        }
    }

    var description: String {
        switch self {
        case .write(let number, let isAfter): "\(isAfter ? "after" : "before") write \(number)"
        case .exchange(let number, let isAfter): "\(isAfter ? "after" : "before") exchange \(number)"
        case .time(let milliseconds): "after \(milliseconds) ms"
        case .report(let microseconds): "\(microseconds) µs into the report"
        }
    }

    /// Kills the command at this moment. False when it ended by itself before.
    func kill(_ command: StartedCommand, in world: World) throws -> Bool {
        switch self {
        case .write(let number, let isAfter):
            try world.setGate("write \(number) \(isAfter ? "after" : "before")")
            _ = try world.waitForGate(command)
        case .exchange(let number, let isAfter):
            try world.setGate("exchange \(number) \(isAfter ? "after" : "before")")
            _ = try world.waitForGate(command)
        case .time(let milliseconds):
            let end = ContinuousClock.now + .milliseconds(milliseconds)
            while ContinuousClock.now < end, command.process.isRunning { usleep(1000) }
        case .report(let microseconds):
            let reports = world.folder + "/reports"
            while command.process.isRunning, !Self.hasReport(reports) { usleep(500) }
            usleep(UInt32(microseconds))
        }
        // Nobody lifts a tag while the lights are out.
        try world.ask("hold")
        command.signal(SIGKILL)
        command.process.waitUntilExit()
        try world.ask("open")
        return command.process.terminationReason == .uncaughtSignal && command.process.terminationStatus == SIGKILL
    }

    private static func hasReport(_ folder: String) -> Bool {
        let files = FileManager.default
        let runs = (try? files.contentsOfDirectory(atPath: folder)) ?? []
        return runs.contains { run in (try? files.contentsOfDirectory(atPath: "\(folder)/\(run)"))?.isEmpty == false }
    }
}
