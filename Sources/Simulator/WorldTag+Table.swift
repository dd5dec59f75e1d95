import NDEF
import Simulation
import Tags

extension WorldTag {
    /// The tag as it is laid on the table.
    func onTable(in course: Course) -> VirtualTable.Tag {
        var tag = delivered
        change(&tag, in: course)
        return tag
    }

    private func change(_ tag: inout VirtualTable.Tag, in course: Course) {
        if !faults.isEmpty { tag.faults = faults }
        (tag.misread, tag.hasRandomUID) = (misread, hasRandomUID)
        switch contents {
        case .asDelivered, .given, .cutShort: break
        case .unformatted: tag.hold([3: Page(0, 0, 0, 0)])
        case .foreign: tag.hold(Self.foreignPages)
        case .holding(let row):
            if let message = course.message(ofRow: row, for: uid) { tag.hold(Self.pages(holding: message)) }
        case .brokenTLV: tag.hold([4: Page(0x03, 0xFF, 0xFF, 0xFF)])
        case .notNDEF: tag.hold([3: Page(0x47, 0x10, 0x12, 0x00)])
        // A container of its own says how large the area is; a smaller one than the chip's is legal.
        case .readOnly: tag.hold([3: Page(0xE1, 0x10, 0x06, 0x0F)])
        case .partlyLocked: tag.hold([2: Page(0, 0, 0x20, 0)])
        case .locked: tag.hold([2: Page(0, 0, 0xF8, 0xFF), 3: Page(0xE1, 0x10, 0x06, 0x0F)])
        case .lockFrozen: tag.hold([2: Page(0, 0, 0x06, 0)])
        case .protected, .readProtected, .protectedAlike: protect(&tag)
        }
    }

    private var delivered: VirtualTable.Tag {
        if !isGenuine, contents != .cutShort, let tag = JobPool.delivered(uid, chip) { return tag }
        var traits = TagTraits()
        if isGenuine { traits.signature = Simulator.signature(of: uid.bytes) }
        if contents == .cutShort { traits.lastPage = chip.lastPage - 8 }
        return VirtualTable.Tag(chip: chip, uid: uid, traits: traits)
    }

    /// AUTH0 at page 4; PROT, bit 7 of ACCESS, where reading is kept too (NXP NTAG213/215/216 data sheet rev. 3.2, 8.5.7).
    private func protect(_ tag: inout VirtualTable.Tag) {
        guard let first = chip.passwordPage else { return }
        let unknown = Page(0xC0, 0xFF, 0xEE, 0x01)
        tag.hold([
            first: Page(0x04, 0, 0, 0x04), first + 1: Page(contents == .readProtected ? 0x80 : 0x00, 0x05, 0, 0),
            first + 2: contents == .protectedAlike ? Page(RunPlan.password?.password ?? []) ?? unknown : unknown,
            first + 3: Page(0xAB, 0xCD, 0, 0),
        ])
    }

    /// `https://old.example`.
    static let foreignMessage: [UInt8] =
        [0xD1, 0x01, 0x0C, 0x55, 0x04] + Array("old.example".utf8)
    private static let foreignPages = pages(holding: foreignMessage)

    private static func pages(holding message: [UInt8]) -> [Int: Page] {
        // What every chip has room for.
        guard message.count <= 40 else { return [:] }
        var bytes = [0x03, UInt8(message.count)] + message + [0xFE]
        while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
        var pages: [Int: Page] = [:]
        for first in stride(from: 0, to: bytes.count, by: 4) {
            pages[4 + first / 4] = Page(bytes[first], bytes[first + 1], bytes[first + 2], bytes[first + 3])
        }
        return pages
    }
}
