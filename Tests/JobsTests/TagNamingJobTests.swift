import NDEF
import Tags
import Testing

@testable import Jobs

/// Jobs with `{uid}` and `{copy}` in their templates (contract, section 4).
@Suite struct TagNamingJobTests {
    private static let uid = "04A1B2C3D4E5F6"

    private func resolve(_ table: Table, _ settings: Settings) -> Job {
        Job.resolve(table: table, settings: settings, name: "job")
    }

    private func codes(_ job: Job) -> [String] { job.issues.map(\.code) }

    private func held(_ item: Item) throws -> [UInt8] {
        let uid = try #require(UID(hex: Self.uid))
        return try #require(item.message(for: uid))
    }

    @Test func theMessageIsPlannedWithFourteenBytes() throws {
        let job = resolve(
            table("sku", "A", "B"), Settings(url: "https://a.example/{sku}/{uid}?u={uid}", text: "Tag {uid}"))
        #expect(job.issues.isEmpty)
        for (item, sku) in zip(job.items, ["A", "B"]) {
            let whole = try message(uri: "https://a.example/\(sku)/\(Self.uid)?u=\(Self.uid)", text: "Tag \(Self.uid)")
            #expect(item.uidPlaces.count == 3)
            #expect(item.message.count == whole.count)
            #expect(try held(item) == whole)
            for place in item.uidPlaces {
                #expect(item.message[place.offset..<place.offset + 14].allSatisfy { $0 == 0 })
            }
            #expect(item.summary == "https://a.example/\(sku)/{uid}?u={uid}")
        }
    }

    @Test func inSmallLettersToo() throws {
        let job = resolve(table("sku", "A"), Settings(url: "https://a.example/{uid:lower}/{uid}"))
        #expect(job.items.map { $0.uidPlaces.map(\.isLowerCase) } == [[true, false]])
        #expect(try held(job.items[0]) == message(uri: "https://a.example/\(Self.uid.lowercased())/\(Self.uid)"))
    }

    @Test func withoutItNothingIsOpen() {
        let job = resolve(table("sku", "A"), Settings(url: "https://a.example/{sku}"))
        #expect(job.items.map(\.uidPlaces) == [[]])
    }

    @Test func everyCopyHasItsOwnMessage() throws {
        let settings = Settings(url: "https://a.example/{sku}/{copy:03}/{uid}")
        let job = resolve(table("sku|quantity", "A|3", "B|1"), settings)
        #expect(job.issues.isEmpty)
        #expect(
            try job.items.map { try held($0) }
                == ["A/001", "A/002", "A/003", "B/001"].map { try message(uri: "https://a.example/\($0)/\(Self.uid)") })
        #expect(job.items.map(\.summary)[2] == "https://a.example/A/003/{uid}")
        let golden = GoldenSet.resolve(table: table("sku|quantity", "A|3", "B|1"), settings: settings, name: "g").golden
        #expect(golden.expectations.map(\.message) == job.items.map(\.message))
        #expect(golden.expectations.map(\.uidPlaces) == job.items.map(\.uidPlaces))
        #expect(golden.expectations.map(\.name) == ["A", "A #2", "A #3", "B"])
        // Of a rerun each copy is as it was.
        let source = RerunSource(
            run: "r", columns: ["sku", "quantity"],
            records: [3, 2].map {
                RerunSource.Record(
                    key: ItemKey(row: 1, copy: $0), line: 2, reportLine: $0, cells: ["A", "3"], status: .failed,
                    isExact: true)
            })
        let rerun = Job.resolveRerun(source, settings: settings, name: "job")
        #expect(rerun.items.map(\.message) == [job.items[2].message, job.items[1].message])
        #expect(rerun.items.map(\.uidPlaces) == [job.items[2].uidPlaces, job.items[1].uidPlaces])
    }

    /// A golden row that gives its message gives it for all its copies.
    @Test func aMessageThatIsGivenHasNoCopies() {
        let settings = Settings(url: "https://a.example/{copy}/{uid}")
        let (golden, issues) = GoldenSet.resolve(
            table: table("sku|quantity|message_hex|lock_state", "A|2|D10102550461|", "B|2||not-ndef"),
            settings: settings, name: "g")
        #expect(issues.isEmpty)
        #expect(golden.expectations.map(\.message.hex) == ["D10102550461", "D10102550461", "", ""])
        #expect(golden.expectations.allSatisfy { $0.uidPlaces.isEmpty })
    }

    /// The longest copy counts: `{copy}` without padding grows.
    @Test func aCopyThatDoesNotFitRefusesTheRow() {
        // 137 bytes are what an NTAG213 holds: with one digit it fits, with two not.
        let url = "https://a.example/" + String(repeating: "x", count: 137 - 5 - 11) + "{copy}"
        let fits = resolve(table("sku|quantity", "A|9"), Settings(url: url, chips: [.ntag213]))
        #expect(fits.issues.isEmpty)
        #expect(fits.items.map(\.message.count) == Array(repeating: 137, count: 9))
        let job = resolve(table("sku|quantity", "A|10"), Settings(url: url, chips: [.ntag213]))
        #expect(codes(job) == ["message-too-large"])
        #expect(job.items.map { $0.fault == nil } == [false])
    }

    @Test func aRowBoundToATagWithoutAPlace() {
        let settings = Settings(url: "https://a.example/{uid}")
        let job = resolve(table("sku|uid", "A|0412AB34", "B|\(Self.uid)"), settings)
        #expect(codes(job) == ["uid-place"])
        #expect(
            job.issues[0].message
                == "{uid} is planned with 14 digits, and the row is bound to a tag whose UID has 8")
        #expect(job.items.map { $0.fault == nil } == [false, true])
        // Without {uid} it may be bound to any.
        #expect(codes(resolve(table("sku|uid", "A|0412AB34"), Settings(url: "https://a.example/{sku}"))).isEmpty)
    }

    @Test func aMirrorBesideItIsRefused() {
        var settings = Settings(url: "https://a.example/{uid}?c=000000")
        settings.mirror = .counter
        #expect(codes(resolve(table("sku", "A"), settings)) == ["mirror-uid"])
        settings = Settings(url: "https://a.example/?c=000000")
        settings.mirror = .counter
        #expect(codes(resolve(table("sku", "A"), settings)).isEmpty)
    }

    /// Tags that name themselves are never alike.
    @Test func equalRowsAreNoDuplicates() {
        for (url, expected) in [("https://a.example/{uid}", []), ("https://a.example/", ["content-twice"])] {
            var settings = Settings(url: url)
            settings.duplicateContent = .refuse
            #expect(codes(resolve(table("sku", "A", "B"), settings)) == expected)
        }
    }
}
