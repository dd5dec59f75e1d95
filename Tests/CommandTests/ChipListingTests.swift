import Jobs
import Reports
import Tags
import Testing

@testable import tagmill

@Suite struct ChipListingTests {
    private func line(
        _ chip: Chip?, _ vendor: UInt8?, _ genuine: Genuine, _ tags: Int, _ rejected: Int = 0
    ) -> ChipTally.Line {
        var tally = ChipTally()
        for number in 0..<tags {
            tally.add(
                Presentation(
                    uid: UID([vendor ?? 0x44, 0, 0, UInt8(number)] + (vendor == nil ? [] : [0, 0, 0])), chip: chip,
                    reader: "A", station: "S", result: number < rejected ? .rejected : .written, genuine: genuine,
                    presentedAt: Timestamp(milliseconds: 0)))
        }
        return tally.lines[0]
    }

    @Test func oneKindIsNoNews() {
        #expect(ChipListing([]).lines.isEmpty)
        #expect(ChipListing([line(.ntag213, 4, .yes, 20)]).lines.isEmpty)
        #expect(ChipListing([line(.ntag213, 4, .unknown, 20, 3)]).lines.isEmpty)
    }

    @Test func severalKindsAndFakesAreTold() {
        #expect(
            ChipListing([line(.ntag213, 4, .no, 2, 1)]).lines == [
                "NTAG213, vendor 04 (NXP), not genuine: 2 tags, 1 rejected"
            ])
        #expect(
            ChipListing([
                line(.ntag213, 4, .yes, 20), line(.ntag213, 0x39, .unknown, 1), line(nil, nil, .unknown, 2, 2),
            ]).lines
                == [
                    "NTAG213, vendor 04 (NXP), genuine: 20 tags", "NTAG213, vendor 39: 1 tag",
                    "chip not known: 2 tags, 2 rejected",
                ])
    }
}
