import Simulation
import Tags
import TestSupport

/// What lies in the tray beside the readers: tags that outlive every process.
struct Tray: Sendable {
    struct Lying: Sendable {
        let uid: UID
        let chip: VirtualChip
        var memory: [UInt8]
    }

    private(set) var tags: [Lying]

    init(_ tags: [VirtualTag]) { self.tags = tags.map { Lying(uid: $0.uid, chip: $0.chip, memory: $0.memory) } }

    /// As they are delivered, but for these pages.
    init(delivered chip: VirtualChip, _ uids: [String], holding pages: [Int: String] = [:]) throws {
        self.init(
            try Rack(
                RackFile(readers: [RackReader("Tray", model: .part3, tags: uids.map { tag(chip, $0, pages: pages) })])
            ).tags)
    }

    /// As entries of a rack.
    var racked: [RackTag] {
        tags.map { lying in
            var pages: [Int: Page] = [:]
            for page in 2..<lying.memory.count / 4 { pages[page] = Page(lying.memory[4 * page..<4 * page + 4]) }
            return RackTag(lying.chip, uid: lying.uid, pages: pages)
        }
    }

    func message(on uid: UID) -> [UInt8]? { tags.first { $0.uid == uid }.flatMap { Truth.message($0.memory) } }

    func isAs(_ other: Tray) -> Bool {
        Dictionary(uniqueKeysWithValues: tags.map { ($0.uid, $0.memory) })
            == Dictionary(uniqueKeysWithValues: other.tags.map { ($0.uid, $0.memory) })
    }

    /// One line a tag: chip, UID, memory.
    var text: String { tags.map { "\($0.chip.rawValue) \($0.uid) \($0.memory.hex)\n" }.joined() }

    init?(text: String) {
        tags = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ").map(String.init)
            guard parts.count == 3, let chip = VirtualChip(name: parts[0]), let uid = UID(hex: parts[1]),
                let memory = [UInt8](hex: parts[2])
            else { return nil }
            tags.append(Lying(uid: uid, chip: chip, memory: memory))
        }
    }
}
