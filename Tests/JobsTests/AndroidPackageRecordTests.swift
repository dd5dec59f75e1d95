import NDEF
import Tags
import Testing

@testable import Jobs

@Suite struct AndroidPackageRecordTests {
    @Test(arguments: ["com.example.app", "a.b", "com.Example.App_2", "com.example.a1"])
    func written(_ package: String) throws {
        let built = linkRecord(.androidPackage, " \(package)\u{A0}")
        #expect(built.findings.isEmpty)
        #expect(built.summary == package)
        #expect(built.records.map { InterpretedRecord($0).meaning } == [.androidPackage(package)])
    }

    @Test func bytes() throws {
        let message = try Message(linkRecord(.androidPackage, "a.b").records).encoded()
        #expect(message.hex == "D40F03616E64726F69642E636F6D3A706B67612E62")
    }

    @Test(arguments: [
        "app", "", ".a.b", "a.b.", "a..b", "com.1app.x", "com._app.x", "com.example.app-1", "com.example.äpp",
        "com.example app",
        "https://play.google.com/store/apps/details?id=com.example.app",
    ])
    func refused(_ value: String) {
        let built = linkRecord(.androidPackage, value)
        #expect(
            findings(built) == [
                "package-invalid: \(value.quoted) is no Android package; write its name such as com.example.app: two parts "
                    + "or more, each beginning with a letter, of letters, digits and _"
            ])
        #expect(built.records.isEmpty)
    }

    @Test func hostileValuesAreRefused() {
        for value in hostileValues { check(hostile: value) }
    }

    private func check(hostile value: String) {
        #expect(linkRecord(.androidPackage, value).hasErrors)
    }

    /// Android acts on the first record.
    @Test(arguments: [
        ([RecordKind.androidPackage, .tel], true), ([.tel, .androidPackage], false), ([.androidPackage], false),
        ([.tel, .tel], false), ([.androidPackage, .androidPackage], true),
    ])
    func aPackageInFrontIsWarnedOf(_ kinds: [RecordKind], _ isWarned: Bool) {
        let records = kinds.flatMap { linkRecord($0, $0 == .tel ? "+12025550143" : "com.example.app").records }
        #expect(records.count == kinds.count)
        let sentence =
            "the Android package stands before the other records, and Android acts on the first: put it last"
        #expect(RecordOrder.findings(records).map(\.message) == (isWarned ? [sentence] : []))
        var settings = Settings()
        settings.records = kinds.map {
            RecordTemplate(kind: $0, value: $0 == .tel ? "+12025550143" : "com.example.app")
        }
        let job = Job.resolve(table: table("sku", "A"), settings: settings, name: "job", pairing: .queue)
        #expect(job.issues.map(\.code) == (isWarned ? ["package-first"] : []))
        #expect(job.items.first?.fault == nil)
    }

    // Field case 47: a package that does not fit any more is told, and never left out.
    @Test func noRecordIsLeftOutToMakeAMessageFit() throws {
        let app = String(repeating: "a", count: 40)
        var settings = Settings()
        settings.chips = [.ntag213]
        settings.records = [
            RecordTemplate(kind: .uri, value: "{url}"),
            RecordTemplate(kind: .androidPackage, value: "com.example.\(app)"),
        ]
        // 4 + 1 + 62 bytes of a URI, and 3 + 15 + 52 of a package, are the 137 that an NTAG213 holds.
        let fitting = "https://b.example/" + String(repeating: "b", count: 52)
        let job = Job.resolve(
            table: table("url", fitting, fitting + "b"), settings: settings, name: "job", pairing: .queue)
        #expect(job.items.map { $0.fault == nil } == [true, false])
        #expect(job.issues.map(\.code) == ["message-too-large"])
        let item = try #require(job.items.first)
        #expect(item.message.count == Chip.ntag213.deliveredCapacity)
        #expect(try Message(decoding: item.message).records.count == 2)
    }
}
