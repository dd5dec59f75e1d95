import Tags
import Testing

@testable import Jobs

/// What a job asks of its tags beside their message: locks, passwords, mirrors.
@Suite struct TagWishesTests {
    private func resolve(
        _ table: Table, _ settings: Settings = Settings(), passwords: TagPasswords? = nil
    ) -> Job {
        Job.resolve(table: table, settings: settings, name: "job", passwords: passwords)
    }

    // MARK: Locks

    /// The row's own cell over the settings, and over a flag, which is in the settings by then.
    @Test(arguments: [(false, [false, true, false]), (true, [true, true, false])])
    func theCellWinsOverTheSettings(_ lock: Bool, _ locks: [Bool]) {
        var settings = Settings()
        settings.lock = lock
        let job = resolve(table("text|lock", "a|", "b|True", "c| FALSE "), settings)
        #expect(job.issues.isEmpty)
        #expect(job.items.map(\.lock) == locks)
    }

    @Test func everyCopyIsLockedAndSoIsARerun() {
        let job = resolve(table("text|quantity|lock", "a|2|true"))
        #expect(job.items.map(\.lock) == [true, true])
        let records = [false, true].enumerated().map { index, isEmpty in
            RerunSource.Record(
                key: ItemKey(row: index + 1, copy: 2), line: index + 2, reportLine: index + 2,
                cells: ["a", isEmpty ? "" : "true"], status: .failed)
        }
        let rerun = Job.resolveRerun(
            RerunSource(run: "R", columns: ["text", "lock"], records: records), settings: Settings(), name: "job")
        #expect(rerun.items.map(\.lock) == [true, false])
    }

    // MARK: Passwords

    private static let file = "the file of passwords has none for the tag 04A1B2C3D4E5F7"

    @Test func aBoundTagMustHaveAPassword() throws {
        let password = try #require(TagPassword(password: [1, 2, 3, 4]))
        let uid = try #require(UID(hex: "04A1B2C3D4E5F6"))
        let rows = table("text|uid", "a|04a1b2c3d4e5f6", "b|04A1B2C3D4E5F7", "c|")
        #expect(resolve(rows, passwords: .one(password)).issues.isEmpty)
        #expect(resolve(rows).issues.isEmpty)
        let job = resolve(rows, passwords: .byUID([uid: password]))
        #expect(job.issues.map(\.message) == [Self.file])
        #expect(job.issues.map(\.code) == ["password-missing"])
        #expect(job.issues.map(\.row) == [2])
        #expect(job.issues.map(\.column) == ["uid"])
        #expect(job.items.map(\.fault) == [nil, Self.file, nil])
    }

    // MARK: Mirrors

    private func mirrored(_ mirror: AsciiMirror.Content, chips: [Chip]? = nil) -> Settings {
        var settings = Settings(chips: chips)
        settings.mirror = mirror
        return settings
    }

    @Test(arguments: [
        (AsciiMirror.Content.uid, "https://a.example/00000000000000", true),
        (.uid, "https://a.example/000000", false),
        (.uid, "https://a.example/", false),
        // More places than one: 15 zeros, and two runs of 14.
        (.uid, "https://a.example/000000000000000", false),
        (.uid, "https://a.example/00000000000000/00000000000000", false),
        (.counter, "https://a.example/?n=000000", true),
        (.counter, "https://a.example/?n=0000000", false),
        (.uidAndCounter, "https://a.example/00000000000000x000000", true),
        (.uidAndCounter, "https://a.example/00000000000000", false),
    ])
    func theMirrorHasItsPlaceOnce(_ mirror: AsciiMirror.Content, _ url: String, _ fits: Bool) {
        let job = resolve(table("url", url), mirrored(mirror))
        #expect(job.issues.map(\.code) == (fits ? [] : ["mirror-place"]))
    }

    @Test func thePlaceToWriteIsShown() {
        let job = resolve(table("url", "https://a.example/"), mirrored(.uidAndCounter))
        #expect(
            job.issues.map(\.message) == [
                "the mirror uid+counter needs its place in the message, exactly once: write 00000000000000x000000 where "
                    + "the tag is to show it"
            ])
    }

    /// The UID alone is on NTAG213 to 216; so is the counter.
    @Test func aChipWithoutTheMirrorIsNoneOfTheJob() {
        let rows = table("url|chip", "https://a.example/000000|", "https://a.example/?000000|NTAG215")
        let job = resolve(rows, mirrored(.counter, chips: [.ntag213, .ntag215]))
        #expect(job.issues.isEmpty)
        #expect(job.fits(messageBytes: 20) == [.ntag213, .ntag215])
        let long = "https://a.example/?000000" + String(repeating: "x", count: 200)
        #expect(
            resolve(table("url", long), mirrored(.counter, chips: [.ntag213])).issues.map(\.message) == [
                "the message has 222 bytes, and NTAG213 holds 137; it fits NTAG215"
            ])
        #expect(Chip.ntag213.canMirror(.uid) && Chip.ntag216.canMirror(.uidAndCounter))
        #expect(!Chip.ultralight.canMirror(.uid))
    }

    // MARK: Chips that cannot do what is asked

    @Test(
        arguments: [
            ("text|lock|chip", "a|true|NTAG I2C 2K", nil, "chip-not-lockable", "chip"),
            ("text|lock", "a|true", [Chip.ntag213TT], "chip-not-lockable", nil),
            ("text|lock", "a|true", [.st25tn01k, .ntagI2C1K], "chip-not-lockable", nil),
            ("text|lock", "a|true", [.st25tn01k, .ntag203], nil, nil),
            ("text|lock", "a|false", [.ntag213TT], nil, nil),
        ] as [(String, String, [Chip]?, String?, String?)])
    func aRowThatNoChipCanBeLockedForIsBad(
        _ header: String, _ row: String, _ chips: [Chip]?, _ code: String?, _ column: String?
    ) {
        let job = resolve(table(header, row), Settings(chips: chips))
        #expect(job.issues.map(\.code) == (code.map { [$0] } ?? []))
        #expect(job.issues.first?.column == column)
        #expect(job.items.map { $0.fault != nil } == [code != nil])
    }

    @Test(arguments: [
        ([Chip.ntag203], false), ([.ntag213TT], false), ([.ntag203, .ntag215], true), ([.mf0ul11], true),
    ])
    func aRowThatNoChipCanBeProtectedForIsBad(_ chips: [Chip], _ can: Bool) {
        var settings = Settings(chips: chips)
        settings.protection = ProtectionSetting(passwordFile: "passwords.csv")
        let job = resolve(table("text", "a"), settings)
        #expect(job.issues.map(\.code) == (can ? [] : ["chip-not-protectable"]))
        #expect(job.fits(messageBytes: 10).contains(.ntag203) == false)
    }

    /// The chips that are said to fit are those that can be locked.
    @Test func theChipsThatFitCanBeLocked() {
        let job = resolve(table("text", "a"))
        #expect(job.fits(messageBytes: 10, locked: false) == Chip.fits(messageBytes: 10))
        let lockable = job.fits(messageBytes: 10, locked: true)
        #expect(lockable.contains(.ntag213) && !lockable.contains(.ntag213TT) && !lockable.contains(.ntagI2C2K))
        let both = resolve(table("text|lock", "a|true"), Settings(chips: [.ntag213TT, .ntag203]))
        #expect(both.fits(messageBytes: 10, locked: true) == [.ntag203])
    }

    @Test func golden() {
        let golden = GoldenSet.resolve(table: table("url", "https://a.example/"), settings: mirrored(.uid), name: "job")
        #expect(golden.issues.isEmpty)
    }
}
