import Jobs
import Tags
import Testing

@testable import Reports

/// The tags of a run by what they are.
@Suite struct ChipTallyTests {
    private func presentation(
        _ uid: String?, _ result: Presentation.Result = .written, _ chip: Chip? = .ntag213, _ genuine: Genuine? = nil,
        vendor: UInt8? = nil
    ) -> Presentation {
        Presentation(
            uid: uid.flatMap { UID(hex: $0) }, chip: chip, reader: "A", station: "S", result: result, genuine: genuine,
            vendor: vendor, presentedAt: Timestamp(milliseconds: 0))
    }

    private func lines(_ presentations: [Presentation]) -> [String] {
        var tally = ChipTally()
        for presentation in presentations { tally.add(presentation) }
        return tally.lines.map { ReportJSON.chip($0) }
    }

    @Test func aUIDCountsOnce() {
        let presentations = ["04A10000000001", "04A10000000002", "04A10000000001"].map { presentation($0) }
        #expect(lines([]).isEmpty)
        #expect(
            lines(presentations) == [#"{"chip":"NTAG213","vendor":"04","genuine":"unknown","tags":2,"rejected":0}"#])
    }

    @Test func kindsAreParted() {
        #expect(
            lines([
                presentation("04A10000000004", .rejected, nil),
                presentation("04A10000000001", .written, .ntag215, .yes),
                presentation("04A10000000002", .rejected, .ntag215, .no),
                presentation("04A10000000003", .written, .ntag213, .yes, vendor: 0x05),
                presentation("39A10000000001", .written, .ntag213), presentation("01020304", .rejected, nil),
            ]) == [
                #"{"chip":"NTAG213","vendor":"05","genuine":"yes","tags":1,"rejected":0}"#,
                #"{"chip":"NTAG213","vendor":"39","genuine":"unknown","tags":1,"rejected":0}"#,
                #"{"chip":"NTAG215","vendor":"04","genuine":"no","tags":1,"rejected":1}"#,
                #"{"chip":"NTAG215","vendor":"04","genuine":"yes","tags":1,"rejected":0}"#,
                #"{"chip":null,"vendor":"04","genuine":"unknown","tags":1,"rejected":1}"#,
                #"{"chip":null,"vendor":null,"genuine":"unknown","tags":1,"rejected":1}"#,
            ])
    }

    /// The first look may have shown less; a tag that was made and laid again is not rejected.
    @Test func whatIsLearnedLaterCounts() {
        let uid = "04A10000000001"
        let expected = [#"{"chip":"NTAG216","vendor":"04","genuine":"yes","tags":1,"rejected":0}"#]
        let made = presentation(uid, .written, .ntag216, .yes)
        #expect(lines([presentation(uid, .rejected, nil), made]) == expected)
        #expect(lines([made, presentation(uid, .rejected, nil, .unknown)]) == expected)
    }

    @Test func whatIsNoTagOfItsOwnIsNotCounted() {
        #expect(
            lines([
                presentation(nil, .rejected), presentation("08112233", .rejected),
                presentation("04A10000000001", .ignored),
            ]).isEmpty)
    }
}
