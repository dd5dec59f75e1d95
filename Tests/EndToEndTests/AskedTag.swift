import Provisioning
import Simulation
import Tags
import Testing

/// A tag as a command left it, laid on another reader and asked by hand: no code that locks or protects is used.
struct AskedTag {
    let chip: VirtualChip
    let uid: String
    /// Every page, passwords and keys too.
    let memory: [UInt8]

    subscript(page: Int) -> [UInt8] { Array(memory[4 * page..<4 * page + 4]) }

    /// Sends each page a write of other bytes than it holds, by `FF D6`; each on the tag as it was left, newly activated.
    /// - Returns: the pages that took it.
    func pagesTakingWrites(_ pages: [Int]) throws -> [Int] {
        try pages.filter { page in
            let (rack, slot) = try laid()
            let command: [UInt8] = [0xFF, 0xD6, 0x00, UInt8(page), 0x04] + self[page].map { ~$0 }
            let answer = try slot.withCard { channel in
                Result { () throws(ChannelError) in try channel.exchange(command) }
            }
            return try answer.get() == [0x90, 0x00] || rack.tags.first?.page(page) != self[page]
        }
    }

    private func laid() throws -> (rack: Rack, slot: any ReaderSlot) {
        let pages = Dictionary(uniqueKeysWithValues: (2..<memory.count / 4).map { ($0, self[$0]) })
        let tag = RackTag(chip, uid: UID(hex: uid), pages: pages.compactMapValues { Page($0) })
        let rack = try Rack(RackFile(readers: [RackReader("Another reader 00 00", model: .part3, tags: [tag])]))
        let slot = try rack.readers.open(try #require(rack.readers.list().first))
        _ = try slot.waitForTag()
        return (rack, slot)
    }
}
