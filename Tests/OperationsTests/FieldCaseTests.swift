import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Troubles that people who do this job met, and what becomes of them here; on a reader with and one without pass-through.
@Suite("Field cases") struct FieldCaseTests {
    static let models = VirtualReaderModel.allCases

    @Test(arguments: models) func aTagThatAcknowledgesAndStoresNothingIsNotWritten(model: VirtualReaderModel) throws {
        let done = try Scenario(
            items(1), model, [tag(.ntag215, bad1, faults: [RackFault(.every(1), .noWrite)])]
        ).run()
        #expect(done.status(1) == .pending)
        #expect(done.presentation(bad1)?.result == .failed)
        #expect(done.presentation(bad1)?.reason == .verifyMismatch)
        #expect(done.result.exitCode == 4)
    }

    @Test(arguments: models) func attemptsUsedUpFailTheItem(model: VirtualReaderModel) throws {
        let tags = (1...3).map { tag(.ntag215, "04AABBCCDDEE0\($0)", faults: [RackFault(.every(1), .noWrite)]) }
        let done = try Scenario(items(1), model, tags).run()
        #expect(done.status(1) == .failed)
        #expect(done.outcome(1)?.reason == .verifyMismatch)
        #expect(done.entries[0].attempts.count == 3)
        #expect(done.result.exitCode == 1)
        #expect(done.result.ended == .complete)
    }

    @Test(arguments: models) func aTagAsleepAtTheReadBackIsWokenAndNotWrittenAgain(model: VirtualReaderModel) throws {
        let clean = try Scenario(items(1), model, [tag(.ntag215, good1)]).run()
        let lastWrite = clean.tag(good1)?.log.last { $0.isWrite }?.number ?? 0
        let done = try Scenario(
            items(1), model, [tag(.ntag215, good1, faults: [RackFault(.exchange(lastWrite + 2), .status(0x6300))])]
        ).run()
        #expect(done.status(1) == .written)
        #expect(done.tag(good1)?.writes == clean.tag(good1)?.writes)
    }

    @Test(arguments: models) func lostAcknowledgementsEndWritten(model: VirtualReaderModel) throws {
        let tags = (0..<100).map {
            tag(
                .ntag213, "0411223344\(String($0 / 10))\(String($0 % 10))5A",
                faults: [RackFault(.every(7), .lostAcknowledgement)])
        }
        let done = try Scenario(items(100), model, tags).run()
        #expect(done.result.totals[.written] == 100)
        #expect(done.result.exitCode == 0)
        #expect(done.outcome(1)?.detail.contains("not acknowledged") == true)
    }

    @Test(arguments: models) func aTornTagIsRepairedByTheWrite(model: VirtualReaderModel) throws {
        let torn = tag(
            .ntag213, good1,
            pages: [4: "0103A00C", 5: "FF7FFFFF", 6: "64652054", 7: "65737420", 8: "54657374", 9: "20546573"])
        let done = try Scenario(items(1), model, [torn]).run()
        #expect(done.status(1) == .written)
        #expect(done.outcome(1)?.detail.hasPrefix("the tag held no message before: ") == true)
        #expect(done.holds(good1, items(1)[0].message))
    }

    @Test func textsOfEveryLengthAreEqualAfterTheReadBack() throws {
        let lengths = Array(50...60) + Array(240...262)
        let all = lengths.enumerated().map { index, length in
            item(index + 1, url: "https://" + String(repeating: "a", count: length))
        }
        let tags = all.indices.map { tag(.ntag215, "041122334455\($0 + 10)") }
        let done = try Scenario(all, .acr122u, tags).run()
        #expect(done.result.totals == [.written: all.count, .pending: 0])
        for (index, item) in all.enumerated() { #expect(done.holds("041122334455\(index + 10)", item.message)) }
    }

    @Test func fiveHundredTagsTakeTheSameExchangesEach() throws {
        let tags = RackTag(.ntag213, count: 500, uid: UID(hex: "04100000000001"))
        let done = try Scenario(items(500) { "https://example.com/t/\($0 + 1000)" }, .acr122u, [tags]).run()
        #expect(done.result.totals[.written] == 500)
        #expect(Set(done.rack.tags.map(\.exchanges)).count == 1)
    }

    @Test(
        arguments: zip(
            [253, 254, 255, 256], [[0x03, 0xFD], [0x03, 0xFE], [0x03, 0xFF, 0, 0xFF], [0x03, 0xFF, 1, 0]]))
    func lengthsAroundTheLongForm(length: Int, header: [UInt8]) throws {
        let overhead = length > 255 + 3 ? 7 : 4
        let url = "https://" + String(repeating: "a", count: length - overhead - 1 + 0)
        var made = item(1, url: url)
        while made.message.count > length { made = item(1, url: String(made.summary.dropLast())) }
        while made.message.count < length { made = item(1, url: made.summary + "a") }
        #expect(made.message.count == length)
        let done = try Scenario([made], .acr122u, [tag(.ntag215, good1)]).run()
        #expect(done.status(1) == .written)
        #expect(done.tag(good1)?.memory[16...].starts(with: header) == true)
    }

    @Test(arguments: models) func lengthsThatRunPastTheAreaAreBrokenAndWritten(model: VirtualReaderModel) throws {
        let tags = [
            tag(.ntag213, good1, pages: [4: "03FFD000", 5: "00000000"]),
            tag(
                .ntag213, good2,
                pages: Dictionary(uniqueKeysWithValues: (4...38).map { ($0, "00000000") } + [(39, "000003FF")])),
        ]
        let done = try Scenario(items(2), model, tags).run()
        #expect(done.result.totals[.written] == 2)
    }

    @Test(arguments: models) func aContainerTooLargeIsNoReasonToWriteBeyondTheChip(model: VirtualReaderModel) throws {
        let forged = tag(.ntag215, good1, pages: [3: "E1107F00"])
        let long = item(1, url: "https://" + String(repeating: "b", count: 520))
        let done = try Scenario([long], model, [forged]).run()
        #expect(done.presentation(good1)?.reason == .messageTooLarge)
        #expect(done.tag(good1)?.writes == 0)
        let fits = try Scenario(items(1), model, [tag(.ntag216, good2, pages: [3: "E1116F00"])]).run()
        #expect(fits.status(1) == .written)
        #expect(fits.tag(good2)?.memory[12..<16].elementsEqual([0xE1, 0x11, 0x6F, 0x00]) == true)
    }

    @Test(arguments: models) func aPartLockedTagIsRefusedForThePagesItNeeds(model: VirtualReaderModel) throws {
        let long = item(1, url: "https://" + String(repeating: "c", count: 55))
        let short = item(2, url: "https://" + String(repeating: "c", count: 25))
        let done = try Scenario([long], model, [tag(.ntag213, bad1, pages: [40: "010000BD"])]).run()
        #expect(done.presentation(bad1)?.reason == .tagLocked)
        #expect(done.presentation(bad1)?.detail.contains("dynamic") == true)
        #expect(done.tag(bad1)?.writes == 0)
        let fits = try Scenario([short], model, [tag(.ntag213, bad1, pages: [40: "010000BD"])]).run()
        #expect(fits.status(2) == .written)
    }

    @Test(arguments: models) func fourTagsThatCannotBeWrittenAreNamedForWhatTheyAre(model: VirtualReaderModel) throws {
        var wanted = items(1)
        wanted[0].chip = .ntag213
        let tags = [
            tag(.ntag215, "04AABBCCDDEE01"), tag(.ntag213, "04AABBCCDDEE02", pages: [41: "04000004"]),
            tag(.ntag213, "04AABBCCDDEE03", pages: [2: "0048F0FF"]),
            tag(.ntag213, "04AABBCCDDEE04", pages: [2: "00480000", 40: "FF0F00BD", 4: "03000000"]),
        ]
        var long = item(2, url: "https://" + String(repeating: "d", count: 60))
        long.chip = .ntag213
        let done = try Scenario([long], model, tags).run()
        #expect(done.presentation("04AABBCCDDEE01")?.reason == .chipMismatch)
        #expect(done.presentation("04AABBCCDDEE02")?.reason == .tagPassword)
        #expect(done.presentation("04AABBCCDDEE02")?.lockState == .passwordWrite)
        #expect(done.presentation("04AABBCCDDEE03")?.reason == .tagLocked)
        #expect(done.presentation("04AABBCCDDEE03")?.detail.contains("static") == true)
        #expect(done.presentation("04AABBCCDDEE04")?.reason == .tagLocked)
        #expect(done.presentation("04AABBCCDDEE04")?.detail.contains("dynamic") == true)
        #expect(done.rack.tags.allSatisfy { $0.writes == 0 })
    }

    @Test(arguments: models) func aPasswordThatIsSwitchedOffProtectsNothing(model: VirtualReaderModel) throws {
        let done = try Scenario(items(1), model, [tag(.ntag216, good1, pages: [229: "A1B2C3D4"])]).run()
        #expect(done.status(1) == .written)
    }

    @Test(arguments: models) func aTagThatCannotBeReadWithoutPasswordSaysSo(model: VirtualReaderModel) throws {
        let protected = tag(.ntag213, bad1, pages: [41: "04000004", 42: "80050000"])
        let done = try Scenario(items(1), model, [protected]).run()
        #expect(done.presentation(bad1)?.reason == .tagPassword)
        #expect(done.presentation(bad1)?.lockState == .passwordReadWrite)
        #expect(done.tag(bad1)?.writes == 0)
    }

    @Test func aTagThatBouncesUsesOneRow() throws {
        let done = try Scenario(items(2), .acr122u, [tag(.ntag213, good1), tag(.ntag213, good1)]).run()
        #expect(done.status(1) == .written)
        #expect(done.status(2) == .pending)
        #expect(done.presentations.count == 1)
        #expect(done.result.totals[.pending] == 1)
    }

    @Test func oneTagOnTwoReadersTakesOneRow() throws {
        let readers = [
            RackReader("Reader A 00 00", model: .acr122u, tags: [tag(.ntag213, good1)]),
            RackReader("Reader B 01 00", model: .part3, tags: [tag(.ntag213, good1)]),
        ]
        let done = try Scenario(items(2), readers).run()
        #expect(done.result.totals[.written] == 1)
        #expect(done.presentations.filter { $0.reason == .duplicateUID }.count == 1)
    }

    @Test(arguments: models) func theReportSaysWhatTheChipSays(model: VirtualReaderModel) throws {
        let done = try Scenario(items(1), model, [tag(.ntag203, bad1), tag(.ntag213, good1)]).run()
        #expect(done.presentation(bad1)?.reason == .chipUnsupported)
        #expect(done.presentation(bad1)?.chip == nil)
        #expect(done.tag(bad1)?.writes == 0)
        #expect(done.outcome(1)?.chip == .ntag213)
    }

    @Test(arguments: models) func aStatusThatLooksLikeBytesToFetchIsAnError(model: VirtualReaderModel) throws {
        let done = try Scenario(
            items(1), model, [tag(.ntag213, good1, faults: [RackFault(.write(3), .status(0x637F))])]
        ).run()
        #expect(done.status(1) == .written)
        #expect(done.tag(good1)?.log.contains { $0.command.prefix(2) == [0x00, 0xC0] } == false)
    }
}
