import Foundation
import Glibc
import Simulation
import Tags

/// Virtual tags for a real pcscd whose memory outlives the commands that write them, laid by a `Person`.
///
/// `TagServer RACK.json DONE-AFTER-MS BETWEEN-MS`, where pcscd runs. Prints `ready PID` and obeys one line of standard
/// input after another, each answered with `ok` or `no`; ends with its input.
/// - `gate write|exchange NUMBER before|after`: stops there and prints `gate`
/// - `open`: goes on from the gate
/// - `hold`, `go`: nothing is laid or lifted meanwhile
/// - `again SEED`: what lies there is laid again
/// - `unplug READER`: nothing lies on that reader of the rack any more, from 0
/// - `hang READER`: the next write there is not answered until `release`
/// - `tags`: a line `tag UID WRITES HEX` for each tag, then `ok`
@main struct TagServer {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 4, let doneAfter = Int(words[2]), let between = Int(words[3]) else { exit(2) }
        let file = try JSONDecoder().decode(
            RackFile.self, from: Data(contentsOf: URL(fileURLWithPath: words[1])))
        let rack = try Rack(file, keepsLog: false, sleep: realSleep)
        let gate = Gate { say("gate") }
        let person = Person(stack: interleaved(file, rack), gate: gate)
        let server = RackServer(
            rack, ports: try PCSCConfiguration(file).ports,
            timing: VpcdTiming(doneAfter: doneAfter, betweenTags: between), hands: person)
        try server.start()
        say("ready \(getpid())")
        while let line = readLine() {
            say(obey(line.split(separator: " ").map(String.init), rack, gate, person) ? "ok" : "no")
        }
        gate.open()
        person.release()
        server.stop()
        for error in server.wait() { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
    }

    private static func obey(_ words: [String], _ rack: Rack, _ gate: Gate, _ person: Person) -> Bool {
        switch words.first {
        case "gate" where words.count == 4:
            guard let number = Int(words[2]) else { return false }
            gate.set(.init(number: number, isWrite: words[1] == "write", isAfter: words[3] == "after"))
        case "open": gate.open()
        case "hold": person.hold(true)
        case "go": person.hold(false)
        case "again" where words.count == 2:
            guard let seed = UInt64(words[1]) else { return false }
            person.layAgain(seed: seed)
        case "unplug" where words.count == 2:
            guard let reader = Int(words[1]) else { return false }
            person.unplug(reader)
        case "hang" where words.count == 2:
            guard let reader = Int(words[1]) else { return false }
            person.hang(reader)
        case "release": person.release()
        case "tags":
            for tag in rack.tags { say("tag \(tag.uid) \(tag.writes) \(tag.memory.hex)") }
        default: return false
        }
        return true
    }

    /// The tags of the readers in turn: the order of a stack that feeds all of them.
    private static func interleaved(_ file: RackFile, _ rack: Rack) -> [UID] {
        var rest = rack.tags.map(\.uid)[...]
        var columns = file.readers.map { reader in
            let count = reader.tags.reduce(0) { $0 + $1.count }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        var stack: [UID] = []
        while columns.contains(where: { !$0.isEmpty }) {
            for index in columns.indices {
                if let uid = columns[index].popFirst() { stack.append(uid) }
            }
        }
        return stack
    }

    /// One write a line: several threads speak.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}
