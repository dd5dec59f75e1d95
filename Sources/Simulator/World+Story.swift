import Jobs
import Simulation
import Tags

extension World {
    /// What stands before anything happens, a line each.
    func introduce(_ tell: (String) -> Void) {
        let settings = JobPool.job(job).settings
        var asks = ["overwrite \(settings.overwrite.rawValue)", "\(settings.attempts) attempts"]
        if settings.formatBlank { asks.append("formats") }
        if settings.lock { asks.append("locks") }
        if let protection = settings.protection {
            asks.append(protection.protectsReading ? "protects, reading too" : "protects")
        }
        tell("world \(seed): \(rows.count) rows, \(asks.joined(separator: ", "))")
        for reader in readers { tell("  reader \(reader)") }
        for tag in tags where tag.contents != .asDelivered || !tag.faults.isEmpty { tell("  tag \(tag)") }
        for trouble in troubles { tell("  trouble \(trouble)") }
    }
}

extension WorldReader: CustomStringConvertible {
    var description: String {
        var words = ["\(name): \(model.rawValue)"]
        if traits.wakes != .reconnect { words.append("wakes by \(traits.wakes.rawValue)") }
        if !traits.passesThrough { words.append("passes nothing through") }
        if traits.keepsSession { words.append("keeps its session") }
        if let bytes = traits.readBytes { words.append("reads \(bytes) bytes") }
        if let antenna { words.append("antenna \(antenna)") }
        return words.joined(separator: ", ")
    }
}

extension WorldTag: CustomStringConvertible {
    var description: String {
        let faults = faults.map { "\($0.moment): \($0.fault)" }
        return ["\(uid) (\(chip)): \(contents)", faults.joined(separator: ", ")].filter { !$0.isEmpty }
            .joined(separator: "; ")
    }
}

extension Trouble: CustomStringConvertible {
    package var description: String {
        switch moment {
        case .exchange(let at): "at exchange \(at): \(what)"
        case .journalWrite(let at): "at write \(at) of the journal: \(what)"
        case .step(let at): "at step \(at): \(what)"
        }
    }
}
