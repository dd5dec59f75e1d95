import Jobs
import ReaderModels
import Simulation
import Tags

extension World {
    /// What the world is made of and what goes wrong in it, a line each; before its story.
    package var lines: [String] {
        let job = given?.job ?? JobPool.job(self.job)
        let kept = Set(rows.map { $0 + 1 })
        let items = job.job.items.filter { kept.contains($0.key.row) }
        let pairing = job.pairing == .uid ? ", each bound to its tag" : ""
        var lines = ["job: \(Self.count(items.count, "item")), \(job.settings.words)\(pairing)"]
        for item in items { lines.append("  \(item.words)") }
        for reader in readers { lines.append("reader: \(reader.words)") }
        for tag in tags { lines.append("tag: \(tag.words)") }
        for trouble in troubles { lines.append("goes wrong: \(trouble.words)") }
        if interleaving > 0 { lines.append("readers go on while another waits, in \(interleaving) of 256 cases") }
        if confusion > 0 { lines.append("the operator lays a wrong tag, or leaves one, in \(confusion) of 256 cases") }
        switch sequel {
        case .nothing: break
        case .rerun: lines.append("then what did not succeed is run again")
        case .changedJob: lines.append("then the job is run with other messages in some of its rows")
        case .changedJobAgain:
            lines.append("then the job is run with other messages in some of its rows, and with --again")
        }
        if resumesFirst { lines.append("then the first run is resumed") }
        return lines
    }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension Settings {
    fileprivate var words: String {
        var words = ["overwrite \(overwrite.rawValue)", "attempts \(attempts)"]
        if lock { words.append("lock") }
        if formatBlank { words.append("format blank tags") }
        if requiresGenuine { words.append("genuine chips alone") }
        if let protection { words.append("password for writing\(protection.protectsReading ? " and reading" : "")") }
        if let chips { words.append("chips " + chips.map(\.rawValue).joined(separator: ", ")) }
        switch spoilage {
        case .tags(let count)?: words.append("at most \(count) spoilt")
        case .percent(let percent)?: words.append("at most \(percent) % spoilt")
        case nil: break
        }
        return words.joined(separator: ", ")
    }
}

extension Item {
    fileprivate var words: String {
        var words = ["\(key): \(message.count) bytes"]
        if !uidPlaces.isEmpty { words.append("with the tag's UID") }
        if let boundUID { words.append("for tag \(boundUID)") }
        if let chip { words.append("for a chip \(chip.rawValue)") }
        if lock { words.append("locked") }
        if let fault { words.append("a bad row (\(fault))") }
        return words.joined(separator: ", ")
    }
}

extension WorldReader {
    fileprivate var words: String {
        var words = ["\(name) (\(model.rawValue))"]
        if let recognizedAs, recognizedAs.name != model.rawValue { words.append("taken for: \(recognizedAs.title)") }
        if traits != ReaderTraits() { words.append(traits.words) }
        if let antenna { words.append("antenna \(antenna)") }
        return words.joined(separator: ", ")
    }
}

extension ReaderTraits {
    fileprivate var words: String {
        let usual = ReaderTraits()
        var words: [String] = []
        if wakes != usual.wakes { words.append("wakes tags by \(wakes.rawValue)") }
        if passesThrough != usual.passesThrough { words.append("passes nothing through") }
        if takesDirect != usual.takesDirect { words.append("takes direct commands") }
        if keepsSession != usual.keepsSession { words.append("keeps its session") }
        if let readBytes { words.append("reads \(readBytes) bytes") }
        if let lastPage { words.append("knows pages to \(lastPage)") }
        return words.joined(separator: ", ")
    }
}

extension WorldTag {
    fileprivate var words: String {
        var words = ["\(uid) (\(chip))\(isGenuine ? ", genuine" : "")\(contents.words)"]
        if hasRandomUID { words.append("with another UID at every activation") }
        words += faults.map { "\($0.moment): \($0.fault)" }
        if let misread {
            words.append("read \(misread.time) of page \(misread.page): bit \(misread.bit) comes wrongly")
        }
        return words.joined(separator: ", ")
    }
}

extension WorldTag.Contents {
    fileprivate var words: String {
        switch self {
        case .asDelivered: ", as delivered"
        // What lies there is in the rack file.
        case .given: ""
        case .holding(let row): ", holding the message of row \(row + 1)"
        default: ", \(String(describing: self).spelled)"
        }
    }
}

extension Trouble {
    var words: String {
        let moment =
            switch self.moment {
            case .exchange(let at): "exchange \(at)"
            case .journalWrite(let at): "write \(at) of the journal"
            case .step(let at): "step \(at) of the operator"
            }
        let what: String =
            switch self.what {
            case .death(let isAfter): "the process dies \(isAfter ? "after" : "before") it"
            case .unplug(let name): "the reader is unplugged, and comes back as \(name)"
            default: String(describing: self.what).spelled
            }
        return "\(moment): \(what)"
    }
}

extension String {
    /// `brokenTLV` as `broken TLV`, `readOnly` as `read only`.
    fileprivate var spelled: String {
        let signs = Array(self)
        var spelled = ""
        for (index, sign) in signs.enumerated() {
            let beginsWord = sign.isUppercase && index > 0 && signs[index - 1].isLowercase
            if beginsWord { spelled.append(" ") }
            let isOneWord = beginsWord && index + 1 < signs.count && signs[index + 1].isLowercase
            spelled += isOneWord ? sign.lowercased() : String(sign)
        }
        return spelled
    }
}
