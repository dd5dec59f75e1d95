import Jobs
import Simulation
import Tags
import TestSupport

/// One tag and what is asked of it.
struct ChipCase: Sendable, CustomStringConvertible {
    let name: String
    var tag: LaidTag
    var asked: Asked

    var description: String { name }
}

extension LaidTag {
    /// What a chip's PWD and PACK are where it has them.
    static let password: [UInt8] = [0xA1, 0xB2, 0xC3, 0xD4]
    static let acknowledgement: [UInt8] = [0x5E, 0x6F]

    /// A tag as it comes from its maker.
    init(delivered chip: VirtualChip) throws {
        // The first bytes name the maker, and the kind of my-d.
        let uid =
            switch chip {
            case .st25tn512, .st25tn01K: "02112233445566"
            case .mydMove: "05302233445566"
            case .mydNFC: "05202233445566"
            case .mydLean: "05702233445566"
            default: "04112233445566"
            }
        let rack = try Rack(RackFile(readers: [RackReader("A", model: .part3, tags: [TestSupport.tag(chip, uid)])]))
        self.init(chip: chip, uid: rack.tags[0].uid, memory: rack.tags[0].memory)
    }

    var facts: ChipFacts { chip.facts }

    subscript(page: Int) -> [UInt8] {
        get { Array(memory[4 * page..<4 * page + 4]) }
        set { memory.replaceSubrange(4 * page..<4 * page + 4, with: newValue) }
    }

    var areaEnd: Int { facts.areaEnd(container: memory[14]) }

    /// Where the NDEF TLV begins.
    var start: Int { 16 + facts.chain.count }

    /// The container and an empty message.
    func formatted() -> LaidTag {
        var tag = self
        tag.memory.replaceSubrange(12..<16, with: [0xE1, 0x10, facts.size, 0x00])
        for page in 4...15 { tag[page] = [0, 0, 0, 0] }
        tag.memory.replaceSubrange(16..<16 + facts.chain.count + 3, with: facts.chain + [0x03, 0x00, 0xFE])
        return tag
    }

    /// No container, and zeros.
    func unformatted() -> LaidTag {
        var tag = self
        for page in 3...15 { tag[page] = [0, 0, 0, 0] }
        return tag
    }

    /// With this message behind the control TLVs; a message that does not fit is a mistake of the test.
    func holding(_ message: [UInt8], after chain: [UInt8]? = nil) -> LaidTag {
        var tag = formatted()
        let chain = chain ?? facts.chain
        tag.memory.replaceSubrange(16..<16 + chain.count, with: chain)
        guard let laid = LaidMessage(message, in: tag.memory, at: 16 + chain.count, end: areaEndFormatted) else {
            return tag
        }
        tag.memory = laid.memory
        return tag
    }

    var areaEndFormatted: Int { facts.areaEnd(container: facts.size) }

    /// The longest message that the chip takes with its control TLVs.
    var capacity: Int { LaidMessage.longest(in: areaEndFormatted - start) }

    func with(_ change: (inout LaidTag) -> Void) -> LaidTag {
        var tag = self
        change(&tag)
        return tag
    }

    /// Sets lock bits of page 2.
    func staticLocks(_ low: UInt8, _ high: UInt8) -> LaidTag {
        with {
            $0.memory[10] |= low
            $0.memory[11] |= high
        }
    }

    /// Sets bits of the dynamic lock page.
    func dynamicLocks(_ bits: [UInt8]) -> LaidTag {
        with { tag in
            guard let page = tag.facts.dynamicLock?.page else { return }
            for (index, mask) in bits.enumerated() { tag.memory[4 * page + index] |= mask }
        }
    }

    func container(_ last: UInt8) -> LaidTag { with { $0.memory[15] |= last } }

    /// With AUTH0 and the high bits of ACCESS, and a password that is not the maker's.
    func protected(from page: Int, access: UInt8 = 0) -> LaidTag {
        with { tag in
            guard let configuration = tag.facts.configuration else { return }
            tag.memory[4 * configuration + 3] = UInt8(page)
            tag.memory[4 * configuration + 4] |= access
            tag[configuration + 2] = Self.password
            tag[configuration + 3] = Self.acknowledgement + [0, 0]
        }
    }

    /// Pages as a rack's file gives them: all that differ from the chip as delivered.
    func rackTag() throws -> RackTag {
        let delivered = try LaidTag(delivered: chip).memory
        let changed = (2..<memory.count / 4).filter { self[$0] != Array(delivered[4 * $0..<4 * $0 + 4]) }
        let pages = Dictionary(uniqueKeysWithValues: changed.map { ($0, self[$0]) })
        return RackTag(chip, uid: uid, pages: pages.compactMapValues { Page($0) }, traits: traits)
    }
}

/// Messages of one URI record, encoded for this test alone.
enum Sample {
    static func uri(_ text: String) -> [UInt8] {
        let payload = [0x04] + Array(text.utf8)
        if payload.count <= 255 { return [0xD1, 0x01, UInt8(payload.count), 0x55] + payload }
        return [0xC1, 0x01, 0, 0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), 0x55] + payload
    }

    /// So many bytes; 260 to 262 cannot be had.
    static func uri(count: Int) -> [UInt8] {
        uri("example.com/" + String(repeating: "s", count: count - (count < 260 ? 5 : 8) - 12))
    }

    static let item = uri("example.com/t/S1")
    static let other = uri("example.org/another")
}
