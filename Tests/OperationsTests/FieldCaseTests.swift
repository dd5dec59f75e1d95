import Jobs
import NDEF
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// Troubles that people who do this job met, and what becomes of them here; on a reader with and one without pass-through.
@Suite("Field cases") struct FieldCaseTests {
    static let models = VirtualReaderModel.laid

    /// Field case 1.
    @Test(arguments: models) func aTagThatAcknowledgesAndStoresNothingIsNotWritten(model: VirtualReaderModel) throws {
        let done = try Scenario(
            items(1), model, [tag(.ntag215, bad1, faults: [RackFault(.every(1), .noWrite)])]
        ).run()
        #expect(done.status(1) == .pending)
        #expect(done.presentation(bad1)?.result == .failed)
        #expect(done.presentation(bad1)?.reason == .verifyMismatch)
        #expect(done.result.exitCode == 4)
    }

    /// Field case 1.
    @Test(arguments: models) func attemptsUsedUpFailTheItem(model: VirtualReaderModel) throws {
        let tags = (1...3).map { tag(.ntag215, "04AABBCCDDEE0\($0)", faults: [RackFault(.every(1), .noWrite)]) }
        let done = try Scenario(items(1), model, tags).run()
        #expect(done.status(1) == .failed)
        #expect(done.outcome(1)?.reason == .verifyMismatch)
        #expect(done.entries[0].attempts.count == 3)
        #expect(done.result.exitCode == 1)
        #expect(done.result.ended == .complete)
    }

    /// Field case 2.
    @Test(arguments: models) func aTagAsleepAtTheReadBackIsWokenAndNotWrittenAgain(model: VirtualReaderModel) throws {
        let clean = try Scenario(items(1), model, [tag(.ntag215, good1)]).run()
        let lastWrite = try #require(clean.tag(good1)?.log.last { $0.isWrite }?.number)
        // The UID, and the first read of pages behind it.
        for exchange in [lastWrite + 1, lastWrite + 2] {
            let asleep = tag(.ntag215, good1, faults: [RackFault(.exchange(exchange), .status(0x6300))])
            let done = try Scenario(items(1), model, [asleep]).run()
            #expect(done.tag(good1)?.log.contains { !$0.faults.isEmpty } == true)
            #expect(done.status(1) == .written)
            #expect(done.entries[0].attempts.count == 1)
            #expect(done.tag(good1)?.writes == clean.tag(good1)?.writes)
        }
    }

    /// Field case 3.
    @Test(arguments: models) func lostAcknowledgementsEndWritten(model: VirtualReaderModel) throws {
        let tags = (0..<100).map {
            tag(
                .ntag213, "0411223344\(String($0 / 10))\(String($0 % 10))5A",
                faults: [RackFault(.every(7), .lostAcknowledgement)])
        }
        let done = try Scenario(items(100), model, tags).run()
        #expect(done.result.totals[.written] == 100)
        #expect(done.result.exitCode == 0)
        #expect(done.entries.allSatisfy { $0.outcome?.detail.contains("not acknowledged") == true })
        #expect(done.entries.allSatisfy { $0.attempts.count == 1 })
    }

    /// Field case 3.
    @Test(arguments: models) func oneWriteInTwentyIsNotAcknowledged(model: VirtualReaderModel) throws {
        let tags = RackTag(
            .ntag213, count: 10, uid: UID(hex: "04100000000001"), faults: [RackFault(.every(20), .lostAcknowledgement)])
        let long = items(10) { "https://example.com/\(String(repeating: "e", count: 100))/\($0)" }
        let done = try Scenario(long, model, [tags]).run()
        #expect(done.result.totals[.written] == 10)
        // The page landed: it is not written a second time.
        for tag in done.rack.tags {
            let pages = tag.log.compactMap { $0.isWrite ? $0.command.dropFirst(3).first : nil }
            let lost = tag.log.first { !$0.faults.isEmpty }?.command.dropFirst(3).first
            #expect(lost != nil)
            #expect(pages.count { $0 == lost } == 1)
        }
        #expect(done.entries.allSatisfy { $0.outcome?.detail.contains("not acknowledged") == true })
    }

    /// Field case 4.
    @Test(arguments: models) func aTornTagIsRepairedByTheWrite(model: VirtualReaderModel) throws {
        let torn = tag(
            .ntag213, good1,
            pages: [4: "0103A00C", 5: "FF7FFFFF", 6: "64652054", 7: "65737420", 8: "54657374", 9: "20546573"])
        let done = try Scenario(items(1), model, [torn]).run()
        #expect(done.status(1) == .written)
        #expect(done.outcome(1)?.detail.hasPrefix("the tag held no message before: lock control TLV") == true)
        #expect(done.holds(good1, items(1)[0].message))
        #expect(done.tag(good1)?.memory[16..<22].elementsEqual([0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03]) == true)
    }

    /// Of what was said of the tag before it was written, that is said of the item which is so still.
    @Test(arguments: models) func notesAreOfTheTagAsItIsNow(model: VirtualReaderModel) throws {
        // The lock control TLV of another chip before a TLV that leads nowhere, under a container that is too small.
        let torn = tag(.ntag213, good1, pages: [3: "E1100600", 4: "0103A010", 5: "4405FE00"])
        let done = try Scenario(items(1), model, [torn]).run()
        #expect(done.status(1) == .written)
        let detail = try #require(done.outcome(1)?.detail)
        #expect(detail.hasPrefix("the tag held no message before: "))
        #expect(detail.contains("CC 48 bytes, chip area 144/144"))
        #expect(!detail.contains("which is not the one as delivered"), "\(detail)")
    }

    /// Field case 6.
    @Test func textsOfEveryLengthAreEqualAfterTheReadBack() throws {
        let lengths = Array(50...60) + Array(240...262)
        let all = lengths.enumerated().map { index, length in
            item(index + 1, url: "https://" + String(repeating: "a", count: length))
        }
        let tags = all.indices.map { tag(.ntag215, "041122334455\($0 + 10)") }
        let done = try Scenario(all, .acr122u, tags).run()
        #expect(done.result.totals == [.written: all.count])
        for (index, item) in all.enumerated() { #expect(done.holds("041122334455\(index + 10)", item.message)) }
    }

    /// Field case 6.
    @Test(arguments: models) func textsOfFiftyToSixtyLettersAreEqualAfterTheReadBack(
        model: VirtualReaderModel
    ) throws {
        var all = items(11)
        for index in all.indices {
            let text = try TextRecord(String(repeating: "x", count: 50 + index), language: "en")
            all[index].message = try Message([text.record]).encoded()
        }
        let tags = all.indices.map { tag(.ntag213, "041122334455\($0 + 10)") }
        let done = try Scenario(all, model, tags).run()
        #expect(done.result.totals[.written] == 11)
        for (index, item) in all.enumerated() {
            #expect(item.message.count == 57 + index)
            #expect(done.holds("041122334455\(index + 10)", item.message))
        }
    }

    /// Field case 7.
    @Test func fiveHundredTagsTakeTheSameExchangesEach() throws {
        let tags = RackTag(.ntag213, count: 500, uid: UID(hex: "04100000000001"))
        let done = try Scenario(items(500) { "https://example.com/t/\($0 + 1000)" }, .acr122u, [tags]).run()
        #expect(done.result.totals[.written] == 500)
        #expect(Set(done.rack.tags.map(\.exchanges)).count == 1)
    }

    /// Field case 9.
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

    /// Field case 9: the long form takes two bytes more, and the last byte of the area counts.
    @Test(arguments: models) func theLongFormCountsItsFourBytes(model: VirtualReaderModel) throws {
        for (container, letters, length, fits) in [
            ("E1102000", 249, 254, true), ("E1102000", 250, 255, false), ("E1103E00", 484, 492, true),
            ("E1103E00", 485, 493, false),
        ] {
            let made = item(1, url: "https://" + String(repeating: "a", count: letters))
            try #require(made.message.count == length)
            let done = try Scenario([made], model, [tag(.ntag215, good1, pages: [3: container])]).run()
            #expect(done.status(1) == (fits ? .written : .pending))
            #expect(done.presentation(good1)?.reason == (fits ? nil : .messageTooLarge))
            #expect((done.tag(good1)?.writes == 0) == !fits)
        }
    }

    /// Field case 11.
    @Test(arguments: models) func lengthsThatRunPastTheAreaAreBrokenAndWritten(model: VirtualReaderModel) throws {
        let tags = [
            tag(.ntag213, good1, pages: [4: "03FFD000", 5: "00000000"]),
            tag(
                .ntag213, good2,
                pages: Dictionary(uniqueKeysWithValues: (4...38).map { ($0, "00000000") } + [(39, "000003FF")])),
        ]
        let done = try Scenario(items(2), model, tags).run()
        #expect(done.result.totals[.written] == 2)
        #expect(done.outcome(1)?.detail == "the tag held no message before: TLV says 53248, 140 present")
        #expect(
            done.outcome(2)?.detail
                == "the tag held no message before: TLV 03 has no length before the area ends")
    }

    /// Field case 11: an area of 8 bytes, on a tag of which more can be read.
    @Test(arguments: models) func aLengthPastAnAreaOfEightBytesIsNotWrittenBeyondIt(model: VirtualReaderModel) throws {
        let small = tag(.ntag213, good1, pages: [3: "E1100100", 4: "03FFD000", 5: "D1010100"])
        let done = try Scenario(items(1), model, [small]).run()
        #expect(done.presentation(good1)?.reason == .messageTooLarge)
        #expect(done.presentation(good1)?.capacityBytes == 6)
        #expect(done.tag(good1)?.writes == 0)
    }

    /// Field case 14. Field case 21.
    @Test(arguments: models) func aContainerTooLargeIsNoReasonToWriteBeyondTheChip(model: VirtualReaderModel) throws {
        let forged = tag(.ntag215, good1, pages: [3: "E1107F00"])
        let long = item(1, url: "https://" + String(repeating: "b", count: 520))
        let done = try Scenario([long], model, [forged]).run()
        #expect(done.presentation(good1)?.reason == .messageTooLarge)
        #expect(done.tag(good1)?.writes == 0)
        var full = item(1, url: "https://" + String(repeating: "b", count: 492))
        try #require(full.message.count == 500)
        full.chip = .ntag215
        let filled = try Scenario([full], model, [forged]).run()
        #expect(filled.status(1) == .written)
        let delivered = try Scenario(items(1), model, [tag(.ntag215, good1)]).run()
        #expect(filled.tag(good1)?.memory[520...] == delivered.tag(good1)?.memory[520...])
        #expect(filled.tag(good1)?.log.contains { ($0.isWrite ? $0.command[3] : 0) > 129 } == false)
        let fits = try Scenario(items(1), model, [tag(.ntag216, good2, pages: [3: "E1116F00"])]).run()
        #expect(fits.status(1) == .written)
        #expect(fits.outcome(1)?.detail == "CC 888 bytes, chip area 872/888; a CC cannot be cleared")
        #expect(fits.tag(good2)?.memory[12..<16].elementsEqual([0xE1, 0x11, 0x6F, 0x00]) == true)
        // The page's bits can only be set, so its memory alone does not tell.
        #expect(fits.tag(good2)?.log.contains { $0.isWrite && $0.command[3] < 4 } == false)
    }

    /// Field case 18.
    @Test(arguments: models) func aPartLockedTagIsRefusedForThePagesItNeeds(model: VirtualReaderModel) throws {
        let long = item(1, url: "https://" + String(repeating: "c", count: 55))
        let short = item(2, url: "https://" + String(repeating: "c", count: 35))
        try #require(long.message.count == 60 && short.message.count == 40)
        let done = try Scenario([long], model, [tag(.ntag213, bad1, pages: [40: "010000BD"])]).run()
        #expect(done.presentation(bad1)?.reason == .tagLocked)
        #expect(done.presentation(bad1)?.detail == "dynamic lock bits: pages 16-17")
        #expect(done.presentation(bad1)?.lockState == .partlyLocked)
        #expect(done.tag(bad1)?.writes == 0)
        let fits = try Scenario([short], model, [tag(.ntag213, bad1, pages: [40: "010000BD"])]).run()
        #expect(fits.status(2) == .written)
    }

    /// Field case 19.
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

    /// Field case 20.
    @Test(arguments: models) func aPasswordThatIsSwitchedOffProtectsNothing(model: VirtualReaderModel) throws {
        let done = try Scenario(items(1), model, [tag(.ntag216, good1, pages: [229: "A1B2C3D4"])]).run()
        #expect(done.status(1) == .written)
        #expect(done.presentation(good1)?.lockState == .writable)
    }

    /// Field case 26.
    @Test(arguments: models) func aTagThatCannotBeReadWithoutPasswordSaysSo(model: VirtualReaderModel) throws {
        for (chip, configuration) in [(VirtualChip.ntag213, 41), (.ntag215, 131), (.ntag216, 227)] {
            let protected = tag(chip, bad1, pages: [configuration: "04000004", configuration + 1: "80050000"])
            let done = try Scenario(items(1), model, [protected]).run()
            #expect(done.presentation(bad1)?.reason == .tagPassword)
            #expect(done.presentation(bad1)?.lockState == .passwordReadWrite)
            #expect(done.tag(bad1)?.writes == 0)
        }
    }

    /// Field case 28.
    @Test func aTagThatBouncesUsesOneRow() throws {
        let done = try Scenario(items(2), .acr122u, [tag(.ntag213, good1), tag(.ntag213, good1)]).run()
        #expect(done.status(1) == .written)
        #expect(done.status(2) == .pending)
        #expect(done.presentations.map(\.result) == [.written, .ignored])
        #expect(done.result.totals[.pending] == 1)
    }

    /// Field case 29.
    @Test func aTagOfOneReaderLaidOnAnotherTakesOneRow() throws {
        let readers = [
            RackReader("Reader A 00 00", model: .acr122u, tags: [tag(.ntag213, good1)]),
            RackReader("Reader B 01 00", model: .part3, tags: [tag(.ntag213, good1)]),
        ]
        // The second reader sees it when it was lifted from the first, which shows what it takes next only then; a race is in
        // the tests of readers in trouble.
        let isMade = Guarded(false)
        let isLifted = Gate()
        var hooks = ReaderHooks()
        hooks.beforeWait = { reader in if reader == "Reader B 01 00" { isLifted.wait() } }
        let watcher = Watcher { event in
            switch event {
            case .concluded: isMade.withLock { $0 = true }
            case .offer(reader: "Reader A 00 00", item: _) where isMade.withLock({ $0 }): isLifted.open()
            default: break
            }
        }
        let done = try Scenario(items(2), readers).run(
            observer: watcher, through: { HookedReaders($0.readers, hooks) })
        #expect(done.result.totals[.written] == 1)
        #expect(done.presentations.map(\.result) == [.written, .rejected])
        #expect(done.presentations.last?.reason == .duplicateUID)
        #expect(done.presentations.last?.detail == "row 1 ended on this tag in this run")
    }

    /// Field case 34.
    @Test(arguments: models) func theReportSaysWhatTheChipSays(model: VirtualReaderModel) throws {
        let wanted = item(1, url: "https://example.com/t/S1", chip: .ntag203)
        let done = try Scenario([wanted], model, [tag(.ntag213, bad1), tag(.ntag203, good1)]).run()
        #expect(done.presentation(bad1)?.reason == .chipMismatch)
        #expect(done.presentation(bad1)?.chip == .ntag213)
        #expect(done.tag(bad1)?.writes == 0)
        #expect(done.outcome(1)?.chip == .ntag203)
        #expect(done.status(1) == .written)
    }

    /// Field case 35: a tag that is taken away is told once, whatever the calls that follow say of it.
    @Test(arguments: models) func aTagTakenAwayIsToldOnce(model: VirtualReaderModel) throws {
        let clean = try Scenario(items(1), model, [tag(.ntag213, good1)]).run()
        for number in 1...clean.exchanges(good1) {
            for fault in [Fault.remove, .removeAfter] {
                let told = Guarded<[String]>([])
                let watcher = Watcher { event in
                    switch event {
                    case .concluded(let presentation, _) where presentation.uid != UID(hex: good2):
                        told.withLock { $0.append("\(presentation.result)") }
                    case .readerTrouble(_, let message), .warning(let message): told.withLock { $0.append(message) }
                    default: break
                    }
                }
                let lost = tag(.ntag213, good1, faults: [RackFault(.exchange(number), fault)], again: 0)
                let done = try Scenario(items(1), model, [lost, tag(.ntag213, good2)]).run(observer: watcher)
                #expect(told.withLock { $0.count } == 1, "exchange \(number), \(fault)")
                #expect(done.presentations.count { $0.uid != UID(hex: good2) } == 1)
                done.expectTruth()
            }
        }
    }

    /// Field case 39.
    @Test(arguments: models) func aStatusThatLooksLikeBytesToFetchIsAnError(model: VirtualReaderModel) throws {
        let clean = try Scenario(items(1), model, [tag(.ntag213, good1)]).run()
        for number in 1...clean.exchanges(good1) {
            let faults = [RackFault(.exchange(number), .status(0x637F))]
            let done = try Scenario(items(1), model, [tag(.ntag213, good1, faults: faults)]).run()
            let log = try #require(done.tag(good1)?.log)
            let failed = try #require(log.firstIndex { !$0.faults.isEmpty })
            #expect(done.status(1) == .written)
            #expect(log.allSatisfy { $0.command.first == 0xFF })
            guard log[failed].isWrite else { continue }
            if failed > 0, log[failed - 1].command.starts(with: [0xFF, 0xC2]) {
                // Right behind a session it may be the session that the reader refuses for: it is sent again.
                #expect(log[(failed + 1)...].contains { $0.command == log[failed].command })
            } else {
                // Taken for a success, the page would be said to read back different.
                #expect(done.outcome(1)?.detail.contains("not acknowledged") == true)
            }
        }
    }
}
