import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing

/// A tag on a reader without pass-through that reads in its own way.
private struct OtherReader: ~Copyable, CardChannel {
    let uid: UID
    /// The pages that the tag gives out.
    let pages: [[UInt8]]
    /// The bytes of an answer to READ BINARY: 16, or the four of one page.
    let bytesPerRead: Int
    /// The reader refuses pages from here on by itself.
    let limit: Int
    /// The reader takes one length alone, and names it.
    let isStrict: Bool
    private var isAwake = true

    init(_ tag: VirtualTag, readable: Int, bytesPerRead: Int, limit: Int, isStrict: Bool) {
        self.isStrict = isStrict
        uid = tag.uid
        pages = (0..<readable).map { Array(tag.memory[(4 * $0)..<(4 * $0 + 4)]) }
        self.bytesPerRead = bytesPerRead
        self.limit = limit
    }

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        let exact = command.starts(with: [0xFF, 0xCA]) ? uid.bytes.count : bytesPerRead
        if isStrict, command.count == 5, Int(command[4]) != exact { return [0x6C, UInt8(exact)] }
        if command.starts(with: [0xFF, 0xCA, 0x00, 0x00]) { return uid.bytes + [0x90, 0x00] }
        guard command.starts(with: [0xFF, 0xB0, 0x00]) else { return [0x6D, 0x00] }
        let page = Int(command[3])
        if page >= limit { return [0x6A, 0x82] }
        guard isAwake, page < pages.count else {
            isAwake = false
            return [0x63, 0x00]
        }
        let bytes = (0..<4).flatMap { pages[(page + $0) % pages.count] }
        return bytes.prefix(bytesPerRead) + [0x90, 0x00]
    }

    mutating func reactivate() throws(ChannelError) { isAwake = true }
}

/// Readers that give the four bytes of one page where others give sixteen (Identiv uTrust 3720 F), and one that refuses pages
/// from 16 on (OMNIKEY 5426).
@Suite struct OtherReadersTests {
    private func seen(
        _ chip: VirtualChip, _ pages: [Int: Page] = [:], readable: Int, bytesPerRead: Int, limit: Int = 256,
        isStrict: Bool = false
    ) throws -> TagInspection {
        let rack = try Rack(
            RackFile(readers: [RackReader("A 00 00", model: .part3, tags: [RackTag(chip, pages: pages)])]))
        let tag = try #require(rack.tags.first)
        var channel: any CardChannel & ~Copyable = OtherReader(
            tag, readable: readable, bytesPerRead: bytesPerRead, limit: limit, isStrict: isStrict)
        return TagInspection.inspect(
            &channel, reader: ReaderFindings(of: .model(ofReaderNamed: "HID OMNIKEY 5426 00 00")))
    }

    private static let formatted16 = [3: Page(0xE1, 0x10, 0x06, 0x00), 4: Page(0x03, 0x00, 0xFE, 0x00)]
    private static let formatted44 = [3: Page(0xE1, 0x10, 0x12, 0x00), 4: Page(0x03, 0x00, 0xFE, 0x00)]

    @Test(
        arguments: [
            (VirtualChip.ultralight, formatted16, 16, Chip.ultralight), (.ultralightC, formatted44, 44, .ultralightC),
            (.ntag210, [:], 20, .unknown), (.ntag212, [:], 41, .unknown), (.ntag203, [:], 42, .ntag203),
            (.ntag213, [:], 45, .ntag213), (.ntag213TT, [:], 46, .ntag213TT), (.ntag215, [:], 135, .ntag215),
            (.ntag216, [:], 231, .ntag216),
        ] as [(VirtualChip, [Int: Page], Int, Chip)], [4, 16])
    func onePageACommand(_ row: (VirtualChip, [Int: Page], Int, Chip), bytesPerRead: Int) throws {
        // 6C xx names the length that the reader takes: the command is sent again with that.
        for isStrict in [false, true] {
            let seen = try seen(row.0, row.1, readable: row.2, bytesPerRead: bytesPerRead, isStrict: isStrict)
            #expect(seen.rejection == nil)
            #expect(seen.chip == row.3)
            #expect(seen.contents?.verdict == .empty)
        }
    }

    @Test(
        arguments: [
            (VirtualChip.ntag213, [:], 45), (.ntag215, [:], 135), (.ultralightC, formatted44, 44), (.mf0ul11, [:], 20),
        ] as [(VirtualChip, [Int: Page], Int)])
    func aReaderThatEndsAtPage16(_ chip: VirtualChip, _ pages: [Int: Page], _ readable: Int) throws {
        let limited = try seen(chip, pages, readable: readable, bytesPerRead: 16, limit: 16)
        #expect(limited.rejection?.reason == .readerError)
        #expect(limited.rejection?.detail.contains("use another reader") == true)
        #expect(limited.chip == nil)
    }

    /// What has no page behind 15 is the same there as elsewhere.
    @Test func sixteenPagesOnAReaderThatEndsThere() throws {
        let seen = try seen(.ultralight, Self.formatted16, readable: 16, bytesPerRead: 16, limit: 16)
        #expect(seen.rejection == nil)
        #expect(seen.chip == .ultralight)
    }
}
