import Jobs
import Tags
import Testing

@testable import Reports

/// The tags of a run by what they are, out of a file.
@Suite struct ChipFileTests {
    private func presentation(
        _ uid: [UInt8], _ result: Presentation.Result = .written, _ chip: Chip? = .ntag213, _ genuine: Genuine? = nil,
        vendor: UInt8? = nil
    ) -> Presentation {
        Presentation(
            uid: UID(uid), chip: chip, reader: "A", station: "S", result: result, genuine: genuine, vendor: vendor,
            presentedAt: Timestamp(milliseconds: 0))
    }

    private func uid(_ number: Int) -> [UInt8] {
        [0x04, 0xA1] + (0..<5).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private func counted(_ presentations: [Presentation]) throws -> [ChipTally.Line] {
        let scratch = try Scratch()
        let chips = ChipFile(try RunFolder(path: scratch.path).pendingFile("chips"))
        for presentation in presentations { chips.add(presentation) }
        return chips.lines()
    }

    @Test func nothingIsNoLine() throws { #expect(try counted([]).isEmpty) }

    /// More than are counted at once, and what is told of a tag stands far apart.
    @Test func manyTagsAreCountedAsInOneTally() throws {
        let count = 140_000
        let first = (0..<count).map { presentation(uid($0), .rejected, nil) }
        let second = (0..<count).filter { $0 % 3 != 0 }.map { number in
            presentation(uid(number), .written, number % 2 == 0 ? .ntag213 : .ntag216, number % 5 == 0 ? .yes : nil)
        }
        let lines = try counted(first + second)
        var tally = ChipTally()
        for presentation in first + second { tally.add(presentation) }
        #expect(lines == tally.lines)
        #expect(lines.reduce(0) { $0 + $1.tags } == count)
        #expect(lines.reduce(0) { $0 + $1.rejected } == (count + 2) / 3)
    }

    @Test func aSightingComesBackFromItsRecord() throws {
        var number = 0
        for chip in [nil] + Chip.allCases {
            for (genuine, vendor) in [(nil, nil), (.yes, 0), (.no, 255), (.unknown, 4)] as [(Genuine?, UInt8?)] {
                for (result, size) in zip(
                    [Presentation.Result.written, .unchanged, .rejected, .failed], [4, 7, 8, 10])
                {
                    number += 1
                    let bytes = [0x05] + (1..<size).map { UInt8(truncatingIfNeeded: number &* ($0 + 7)) }
                    let seen = presentation(bytes, result, chip, genuine, vendor: vendor)
                    let sighting = try #require(ChipSighting(seen))
                    var record: [UInt8] = [0xFF]
                    sighting.append(to: &record)
                    #expect(record.count == 1 + ChipSighting.recordBytes)
                    #expect(ChipSighting(record: record[1...]) == sighting)
                }
            }
        }
    }

    @Test func noRecordMakesATrap() throws {
        var record: [UInt8] = []
        try #require(ChipSighting(presentation(uid(1), .written, .ntag213, .yes, vendor: 4))).append(to: &record)
        for place in record.indices {
            for byte in UInt8.min...UInt8.max {
                var damaged = record
                damaged[place] = byte
                _ = ChipSighting(record: damaged[...])
            }
            #expect(ChipSighting(record: record[..<place]) == nil)
        }
    }
}
