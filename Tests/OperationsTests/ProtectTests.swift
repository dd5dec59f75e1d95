import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// One password for every tag; refused ones are counted.
final class OnePassword: PasswordSource {
    private let given: TagPassword
    private let state = Guarded<[UID: Int]>([:])

    init?(_ password: String, _ acknowledgement: String) {
        guard let pwd = [UInt8](hex: password), let pack = [UInt8](hex: acknowledgement),
            let given = TagPassword(password: pwd, acknowledgement: pack)
        else { return nil }
        self.given = given
    }

    func password(of uid: UID) -> TagPassword? { state.withLock { $0[uid] == nil ? given : nil } }

    func wasRefused(by uid: UID) { state.withLock { $0[uid, default: 0] += 1 } }

    func refusals(_ uid: String) -> Int { state.withLock { state in UID(hex: uid).flatMap { state[$0] } ?? 0 } }
}

@Suite("Protected tags") struct ProtectTests {
    static let row = item(1, url: "https://example.com/t/S1")

    private func run(
        _ tags: [RackTag], reading: Bool = false, passwords: OnePassword?, protects: Bool = true, lock: Bool = false,
        model: VirtualReaderModel = .acr122u, _ change: (inout Scenario) -> Void = { _ in }
    ) throws -> Finished {
        var row = Self.row
        row.lock = lock
        var scenario = Scenario([row], model, tags)
        scenario.order = TagOrder(
            protection: protects ? TagOrder.ProtectionWish(protectsReading: reading) : nil, passwords: passwords)
        change(&scenario)
        return try scenario.run()
    }

    private func passwords() throws -> OnePassword { try #require(OnePassword("A1B2C3D4", "CAFE")) }

    private func page(_ tag: VirtualTag?, _ page: Int) -> String {
        tag.map { Array($0.memory[4 * page..<4 * page + 4]).hex } ?? ""
    }

    private func writes(_ tag: VirtualTag?) -> [String] {
        (tag?.log ?? []).flatMap(\.frames).filter(\.isWrite).map {
            "\($0.command[1]):\(Array($0.command[2...]).hex)\($0.isAccepted ? "" : " refused")"
        }
    }

    @Test(arguments: [(VirtualChip.ntag213, 41), (.ntag215, 131), (.ntag216, 227)], [false, true])
    func writtenAndProtected(chip: (VirtualChip, Int), reading: Bool) throws {
        let (chip, configuration) = chip
        let plain = try run([tag(chip, good1)], passwords: nil, protects: false)
        let done = try run([tag(chip, good1)], reading: reading, passwords: try passwords())
        #expect(done.status(1) == .written, "\(done.presentations)")
        #expect(done.outcome(1)?.lockState == (reading ? .passwordReadWrite : .passwordWrite))
        #expect(done.outcome(1)?.lock == LockResult.none)
        let made = done.tag(good1)
        #expect(done.holds(good1, Self.row.message))
        #expect(page(made, configuration) == "04000004")
        #expect(page(made, configuration + 1) == (reading ? "80050000" : "00050000"))
        #expect(page(made, configuration + 2) == "A1B2C3D4")
        #expect(page(made, configuration + 3) == "CAFE0000")
        // Every other page is as on a tag that was not protected.
        let other = plain.tag(good1)
        for number in 0..<(made?.memory.count ?? 0) / 4 where !(configuration..<configuration + 4).contains(number) {
            #expect(page(made, number) == page(other, number))
        }
        // PWD, PACK, CFG1, CFG0, and one write that is refused: of the last user page, with the bytes that it holds.
        let extra = writes(made).suffix(reading ? 5 : 4)
        let test = configuration - 2
        #expect(
            Array(extra)
                == [
                    "\(configuration + 2):A1B2C3D4", "\(configuration + 3):CAFE0000",
                    reading ? "\(configuration + 1):80050000" : nil, "\(configuration):04000004",
                    "\(test):\(page(other, test)) refused",
                ].compactMap { $0 })
        // The password stands in no outcome, and in no presentation.
        #expect(!"\(done.entries) \(done.presentations)".uppercased().contains("A1B2C3D4"))
    }

    /// The figure: at most 12 more exchanges on NTAG213 with pass-through.
    @Test(arguments: [false, true]) func exchanges(reading: Bool) throws {
        let plain = try run([tag(.ntag213, good1)], passwords: nil, protects: false)
        let done = try run([tag(.ntag213, good1)], reading: reading, passwords: try passwords())
        #expect(done.exchanges(good1) - plain.exchanges(good1) <= 12)
    }

    @Test func aTagThatIsProtectedAsAskedIsUnchanged() throws {
        let passwords = try passwords()
        var content = pages(holding: Self.row.message)
        (content[41], content[43], content[44]) = ("04000004", "A1B2C3D4", "CAFE0000")
        let done = try run([tag(.ntag213, good1, pages: content)], passwords: passwords)
        #expect(done.status(1) == .unchanged)
        #expect(done.tag(good1)?.writes == 0)
        #expect(passwords.refusals(good1) == 0)
    }

    /// A tag that has another password is asked once, on whatever reader and however often it is laid.
    @Test(arguments: [true, false]) func aWrongPasswordIsTriedOnce(protects: Bool) throws {
        let passwords = try passwords()
        let strange = tag(
            .ntag213, bad1, pages: [41: "04000004", 42: "03050000", 43: "99999999"])
        let done = try run(
            [strange, strange, strange, tag(.ntag213, good1)], passwords: passwords, protects: protects)
        #expect(done.status(1) == .written)
        #expect(done.outcome(1)?.uid == UID(hex: good1))
        #expect(passwords.refusals(bad1) == 1)
        #expect(done.presentations[0].reason == .tagPassword)
        #expect(done.presentations[0].detail.contains("it refused the password given for it"))
        let asked = done.tag(bad1)?.log.flatMap(\.frames).count { $0.command.first == 0x1B }
        #expect(asked == 1)
        #expect(done.tag(bad1)?.writes == 0)
    }

    /// The answer to its password is lost when an open tag is opened again. One that counts wrong passwords is not asked once
    /// more, since the reader may lie, and the tag may have counted; and not by another reader of the run.
    @Test(arguments: [0, 1, 7]) func aTagThatCountsIsNotAskedAgain(limit: Int) throws {
        let content = [41: "04000004", 42: "0\(limit)050000", 43: "A1B2C3D4", 44: "CAFE0000"]
        // PWD_AUTH ends every command that wraps it.
        let isAsking = { (record: ExchangeRecord) in record.command.suffix(5).first == 0x1B }
        let clean = try run([tag(.ntag213, good1, pages: content)], passwords: try passwords(), protects: false)
        let asked = clean.tag(good1)?.log.filter(isAsking) ?? []
        #expect(clean.status(1) == .written && asked.count == 2)
        for fault in [Fault.status(0x6300), .short] {
            let passwords = try passwords()
            let laid = tag(
                .ntag213, good1, pages: content, faults: [RackFault(.exchange(try #require(asked.last).number), fault)])
            let done = try run([laid], passwords: passwords, protects: false)
            #expect(done.tag(good1)?.log.count(where: isAsking) == (limit == 0 ? 3 : 2), "\(fault)")
            #expect(done.status(1) == (limit == 0 ? .written : .inDoubt), "\(fault)")
            #expect(passwords.refusals(good1) == (limit == 0 ? 0 : 1), "\(fault)")
            guard limit > 0 else { continue }
            #expect(done.outcome(1)?.reason == .readerError)
            #expect(done.outcome(1)?.detail.contains("does not open again") == true)
        }
    }

    /// Which presentations of a run say that the tag is not to be asked again when the run goes on.
    @Test(arguments: [
        (Reason.tagPassword, "a password protects pages from 4 on; the message needs pages 4-9", false),
        (.tagPassword, "a password protects pages from 4 on; it refused the password given for it", true),
        (.protectIncomplete, "the tag gave no answer to the new password, or refused it; nothing is protected", true),
        (.tagLocked, "it refused the password given for it", false), (nil, "", false),
    ])
    func refusalsAreToldByThePresentation(reason: Reason?, detail: String, isRefusal: Bool) {
        let presentation = Presentation(
            reader: "A", station: "B", result: reason == nil ? .written : .rejected, reason: reason, detail: detail,
            presentedAt: Timestamp(milliseconds: 0))
        #expect(presentation.mayHaveRefusedPassword == isRefusal)
    }

    @Test func aTagThatRefusedItsPasswordBeforeHasNone() throws {
        let (refused, other) = (try #require(UID(hex: bad1)), try #require(UID(hex: good1)))
        let given = try #require(TagPassword(password: [1, 2, 3, 4]))
        let passwords = GivenPasswords(.one(given), refusedBy: [refused])
        #expect(passwords.password(of: refused) == nil && passwords.password(of: other) == given)
        passwords.wasRefused(by: other)
        #expect(passwords.password(of: other) == nil)
    }

    /// A protected tag is opened where its password was given, and written by the usual policies.
    @Test func aProtectedTagIsOpenedAndWritten() throws {
        var content = FaultLoopTests.contents["another message"] ?? [:]
        (content[41], content[43], content[44]) = ("04000004", "A1B2C3D4", "CAFE0000")
        let closed = try run([tag(.ntag213, good1, pages: content)], passwords: nil, protects: false) {
            $0.settings.overwrite = .always
        }
        #expect(closed.presentation(good1)?.reason == .tagPassword)
        let blank = try run([tag(.ntag213, good1, pages: content)], passwords: try passwords(), protects: false)
        #expect(blank.presentation(good1)?.reason == .tagNotBlank)
        let done = try run([tag(.ntag213, good1, pages: content)], passwords: try passwords(), protects: false) {
            $0.settings.overwrite = .always
        }
        #expect(done.status(1) == .written)
        #expect(done.holds(good1, Self.row.message))
        #expect(page(done.tag(good1), 41) == "04000004")
    }

    @Test func refusedBeforehand() throws {
        let frozen = try run(
            [tag(.ntag213, good1, pages: [42: "40050000"])], passwords: try passwords())
        #expect(frozen.presentation(good1)?.reason == .lockImpossible)
        let without = try run([tag(.ntag213, good1)], passwords: try passwords(), model: .part3)
        #expect(without.presentation(good1)?.reason == .readerError)
        #expect(without.presentation(good1)?.detail.contains("passes no password") == true)
        let nothing = try run([tag(.ntag213, good1)], passwords: nil)
        #expect(nothing.presentation(good1)?.reason == .tagPassword)
        for done in [frozen, without, nothing] { #expect(done.tag(good1)?.writes == 0) }
    }

    /// The page that a run tells is the lowest that is refused, not that of the configuration.
    @Test(arguments: [(VirtualChip.ntag213, 41), (.ntag216, 227)])
    func whereAPasswordThatIsNotGivenBegins(chip: (VirtualChip, Int)) throws {
        let (chip, page) = chip
        let pages = [page: "04000004", page + 1: "80050000", page + 2: "A1B2C3D4", page + 3: "CAFE0000"]
        let done = try run([tag(chip, bad1, pages: pages)], passwords: nil, protects: false)
        #expect(done.presentation(bad1)?.reason == .tagPassword)
        #expect(done.presentation(bad1)?.detail == "a password keeps pages from 4 on from being read")
    }

    /// The password that was acknowledged did not come onto the tag: AUTH0 stays untouched, and nobody is locked out.
    @Test func aPasswordThatWasNotStoredProtectsNothing() throws {
        let passwords = try passwords()
        let done = try run(
            [tag(.ntag213, bad1, faults: [RackFault(.page(43), .noWrite)]), tag(.ntag213, good1)], passwords: passwords)
        #expect(done.status(1) == .failed)
        #expect(done.outcome(1)?.reason == .protectIncomplete)
        #expect(
            done.outcome(1)?.detail == "the tag gave no answer to the new password, or refused it; nothing is protected"
        )
        #expect(page(done.tag(bad1), 41) == "040000FF")
        #expect(passwords.refusals(bad1) == 1)
        #expect(done.tag(good1)?.writes == 0)
        #expect(done.result.exitCode == 1)
    }

    @Test func aConfigurationThatIsNotStoredIsNamed() throws {
        let done = try run(
            [tag(.ntag213, bad1, faults: [RackFault(.page(41), .noWrite)])], passwords: try passwords())
        #expect(done.outcome(1)?.reason == .protectIncomplete)
        #expect(done.outcome(1)?.detail == "page 41 did not read back as written")
    }

    /// Protected first, then locked: both are proved by the tag, and neither is in the other's way.
    @Test(arguments: [false, true]) func lockedAndProtected(reading: Bool) throws {
        let done = try run([tag(.ntag213, good1)], reading: reading, passwords: try passwords(), lock: true)
        #expect(done.status(1) == .written, "\(done.presentations)")
        #expect(done.outcome(1)?.lock == .done)
        #expect(done.outcome(1)?.lockState == (reading ? .passwordReadWrite : .locked))
        let made = try #require(done.tag(good1))
        #expect(LockTests.isLocked(made))
        #expect(page(made, 41) == "04000004")
        let proof = try #require(writes(made).firstIndex { $0.hasSuffix("refused") })
        #expect(writes(made).suffix(from: proof + 1).map { $0.prefix { $0 != ":" } } == ["3", "40", "2"])
        // Again: nothing is left to be done.
        let again = try run(
            [tag(.ntag213, good1, pages: stored(made))], reading: reading, passwords: try passwords(), lock: true)
        #expect(again.status(1) == (reading ? .written : .unchanged) || again.status(1) == .unchanged)
        #expect(again.tag(good1)?.writes == 0)
    }

    /// AUTH0 on page 4, with the password of these tests.
    static func isProtected(_ chip: VirtualChip, _ memory: [UInt8]) -> Bool {
        guard let lock = LockTests.locked[chip]?.dynamicPage else { return false }
        let configuration = 4 * (lock + 1)
        return memory[configuration + 3] == 4
            && Array(memory[configuration + 8..<configuration + 14]) == [0xA1, 0xB2, 0xC3, 0xD4, 0xCA, 0xFE]
    }

    private func stored(_ tag: VirtualTag) -> [Int: String] {
        Dictionary(uniqueKeysWithValues: (2..<tag.memory.count / 4).map { ($0, page(tag, $0)) })
    }

    /// One fault at every exchange: the item ends written, protected and locked; or, where the tag refused its password, as
    /// incomplete, and never as more than it is.
    @Test(arguments: [false, true], [false, true]) func oneFaultAtEveryExchange(reading: Bool, lock: Bool) throws {
        let clean = try run([tag(.ntag213, good1)], reading: reading, passwords: try passwords(), lock: lock)
        for number in 1...clean.exchanges(good1) {
            for fault in [Fault.status(0x6300), .short, .remove, .removeAfter] {
                let place = Comment("\(fault) at \(number)")
                let passwords = try passwords()
                let done = try run(
                    [tag(.ntag213, good1, faults: [RackFault(.exchange(number), fault)])], reading: reading,
                    passwords: passwords, lock: lock)
                let what = "\(done.presentations.map { "\($0.result) \($0.reason?.rawValue ?? "") \($0.detail)" })"
                let hurt = done.tag(good1)?.log.first { !$0.faults.isEmpty }?.command
                let isPassword = hurt?.contains(0x1B) == true && !(fault == .remove || fault == .removeAfter)
                // A new password is asked once; one that had opened the tag before may be asked again.
                if isPassword, done.status(1) != .written {
                    #expect(done.outcome(1)?.reason == .protectIncomplete, "\(place) \(what)")
                } else {
                    #expect(done.status(1) == .written, "\(place) \(what)")
                    #expect(done.tag(good1)?.memory == clean.tag(good1)?.memory, "\(place) \(what)")
                }
                #expect(passwords.refusals(good1) <= 1)
                done.expectTruth(place)
            }
        }
    }

    /// PWD is right, and PACK another: PACK alone is written, since a PWD that tears would close the tag for ever.
    @Test func aPasswordThatIsRightIsNotWrittenAgain() throws {
        let content = [41: "04000004", 43: "A1B2C3D4", 44: "11110000"]
        let done = try run([tag(.ntag213, good1, pages: content)], passwords: try passwords())
        #expect(done.status(1) == .written)
        #expect(page(done.tag(good1), 44) == "CAFE0000")
        #expect(!writes(done.tag(good1)).contains { $0.hasPrefix("43:") })
    }

    /// The tag is kept from being read already: that stays, where only writing is to be kept.
    @Test func protectionOfReadingStays() throws {
        let content = [41: "04000004", 42: "80050000", 43: "A1B2C3D4", 44: "CAFE0000"]
        let done = try run([tag(.ntag213, good1, pages: content)], passwords: try passwords())
        #expect(done.status(1) == .written)
        #expect(page(done.tag(good1), 42) == "80050000")
    }
}
