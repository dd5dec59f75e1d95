import Jobs
import NDEF
import Simulation
import Tags
import TestSupport
import Testing

/// One message on every chip that is written, on a reader with and one without pass-through: written, read back, and nothing
/// written outside the area. What each costs is counted.
@Suite struct EveryChipTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let chip: VirtualChip
        /// The container and the first page of TLVs, where the chip is delivered without.
        var formatted: String?
        /// The pages that a message may use, as image files count them.
        let user: Range<Int>
        /// The bytes of the largest message, with pass-through and without.
        let capacity: (Int, Int)
        /// Exchanges for a message of 33 bytes on a blank tag, with pass-through and without.
        let most: (Int, Int)
        var testDescription: String { chip.rawValue }
    }

    static let rows: [Row] = [
        Row(chip: .ultralight, formatted: "E1100600", user: 4..<16, capacity: (46, 46), most: (21, 18)),
        Row(chip: .mf0ul11, formatted: "E1100600", user: 4..<16, capacity: (46, 46), most: (15, 19)),
        Row(chip: .ntag210, user: 4..<16, capacity: (46, 46), most: (15, 19)),
        Row(chip: .mydLean, formatted: "E1100600", user: 4..<16, capacity: (46, 46), most: (21, 18)),
        Row(chip: .st25tn512, user: 4..<20, capacity: (62, 62), most: (21, 19)),
        Row(chip: .mydMove, formatted: "E1101000", user: 4..<0x21, capacity: (114, 114), most: (21, 18)),
        Row(chip: .ntag212, user: 4..<36, capacity: (121, 121), most: (16, 20)),
        Row(chip: .mf0ul21, formatted: "E1101000", user: 4..<36, capacity: (126, 126), most: (15, 19)),
        Row(chip: .ntag213, user: 4..<40, capacity: (137, 137), most: (15, 19)),
        Row(chip: .ntag213F, user: 4..<40, capacity: (137, 137), most: (15, 19)),
        Row(chip: .ntag213TT, user: 4..<40, capacity: (137, 137), most: (15, 20)),
        Row(chip: .ntag203, user: 4..<40, capacity: (137, 137), most: (20, 18)),
        Row(chip: .ultralightC, formatted: "E1101200", user: 4..<40, capacity: (142, 142), most: (20, 18)),
        Row(chip: .st25tn01K, user: 4..<44, capacity: (158, 158), most: (21, 19)),
        Row(chip: .ntag215, user: 4..<130, capacity: (492, 492), most: (15, 19)),
        Row(chip: .ntag216, user: 4..<226, capacity: (868, 868), most: (15, 19)),
        Row(chip: .ntag216F, user: 4..<226, capacity: (868, 868), most: (15, 19)),
        Row(chip: .ntagI2C1K, user: 4..<226, capacity: (868, 868), most: (15, 22)),
        Row(chip: .ntagI2CPlus1K, user: 4..<226, capacity: (868, 868), most: (15, 24)),
        Row(chip: .ntagI2CPlus2K, user: 4..<226, capacity: (868, 868), most: (15, 24)),
        Row(chip: .mydNFC, formatted: "E1107800", user: 4..<251, capacity: (956, 956), most: (21, 18)),
        Row(chip: .ntagI2C2K, user: 4..<480, capacity: (1868, 1004), most: (30, 22)),
    ]

    @Test func everyChipIsHere() {
        #expect(Set(Self.rows.map(\.chip.rawValue)) == Set(Chip.written.map(\.rawValue)))
        #expect(Set(Self.rows.map(\.chip)) == Set(VirtualChip.allCases))
    }

    private func laid(_ row: Row) -> RackTag {
        let pages = row.formatted.map { [3: $0, 4: "0300FE00"] } ?? [:]
        return tag(row.chip, serial(row), pages: pages)
    }

    /// Chips of other makers have UIDs of their own.
    private func serial(_ row: Row) -> String {
        switch row.chip {
        case .st25tn512, .st25tn01K: "02112233445561"
        case .mydMove: "05312233445561"
        case .mydNFC: "05212233445561"
        case .mydLean: "05712233445561"
        default: good1
        }
    }

    private func run(_ row: Row, _ model: VirtualReaderModel, bytes: Int) throws -> Finished {
        var made = item(1, url: "")
        made.message = Self.message(bytes)
        return try Scenario([made], model, [laid(row)]).run()
    }

    private func checkWritten(_ done: Finished, _ row: Row, _ bytes: Int) {
        let uid = serial(row)
        #expect(done.status(1) == .written, "\(done.presentations.last?.detail ?? "")")
        #expect(done.holds(uid, Self.message(bytes)))
        #expect(done.outcome(1)?.detail == nil || done.outcome(1)?.detail == "" || row.chip == .ntagI2C2K)
        let writes = done.tag(uid)?.pageWrites ?? []
        #expect(!writes.isEmpty)
        let memory = done.tag(uid)?.memory ?? []
        let untouched = RackTag(row.chip, uid: UID(hex: uid))
        let fresh =
            (try? Rack(RackFile(readers: [RackReader("A 00 00", model: .part3, tags: [untouched])])).tags.first?.memory)
            ?? []
        // Everything behind the user pages, and the header, is as delivered.
        #expect(memory.dropFirst(4 * row.user.upperBound) == fresh.dropFirst(4 * row.user.upperBound))
        #expect(memory.prefix(12) == fresh.prefix(12))
    }

    @Test(arguments: rows, VirtualReaderModel.allCases) func aShortMessage(row: Row, model: VirtualReaderModel) throws {
        let done = try run(row, model, bytes: 33)
        checkWritten(done, row, 33)
        let most = model == .acr122u ? row.most.0 : row.most.1
        #expect(done.exchanges(serial(row)) <= most)
        print("| \(row.chip) | \(model) | \(done.exchanges(serial(row))) |")
    }

    @Test(arguments: rows, VirtualReaderModel.allCases) func upToTheLastByte(row: Row, model: VirtualReaderModel) throws
    {
        let most = model == .acr122u ? row.capacity.0 : row.capacity.1
        checkWritten(try run(row, model, bytes: most), row, most)
        let done = try run(row, model, bytes: most + 1)
        #expect(done.status(1) == .pending)
        #expect(done.presentation(serial(row))?.reason == .messageTooLarge)
        #expect(done.tag(serial(row))?.pageWrites.isEmpty == true)
    }

    /// A URI message of exactly so many bytes, from 5 on.
    static func message(_ count: Int) -> [UInt8] {
        let header: [UInt8] =
            count - 4 > 255
            ? [0xC1, 0x01, 0x00, 0x00, UInt8((count - 7) >> 8), UInt8((count - 7) & 255), 0x55, 0x04]
            : [0xD1, 0x01, UInt8(count - 4), 0x55, 0x04]
        return header + (header.count..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    }
}
