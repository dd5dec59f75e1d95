import Testing

@testable import Tags

/// Bringing an image back onto a tag: what is written, in which order, and what is never touched.
@Suite struct RestorePlanTests {
    private func request(_ image: PageMemory, _ chip: Chip? = .ntag213, pages: [Int] = []) throws -> RestoreRequest {
        try RestoreRequest(image: image, chip: chip, extraPages: pages)
    }

    private func judgement(
        _ image: PageMemory, onto memory: PageMemory, _ chip: Chip = .ntag213, pages: [Int] = [], isOpen: Bool = false
    ) throws -> PlanJudgement<RestorePlan> {
        judgeRestoring(
            try request(image, chip, pages: pages), onto: memory, layout: chip.layout, isOpen: isOpen)
    }

    private func plan(
        _ image: PageMemory, onto memory: PageMemory, _ chip: Chip = .ntag213, pages: [Int] = [], isOpen: Bool = false
    ) throws -> RestorePlan {
        let judgement = try judgement(image, onto: memory, chip, pages: pages, isOpen: isOpen)
        guard case .plan(let plan) = judgement else {
            Issue.record("\(judgement)")
            throw RestoreRequest.Refusal(detail: "no plan")
        }
        return plan
    }

    private static let shelf = tag(.ntag213, area: "0103A00C340308D101045504612E62FE")
    private static let other = tag(.ntag213, area: "0103A00C340305D101015501FE")

    @Test func theLengthIsZeroFirstAndItsPageLast() throws {
        let plan = try plan(Self.shelf, onto: Self.other)
        #expect(
            plan.user.writes.map { "\($0.page) \($0.data)" } == [
                "5 340300D1", "6 01045504", "7 612E62FE", "5 340308D1",
            ])
        #expect(plan.extra.isEmpty && plan.unknownPages.isEmpty)
        #expect(plan.writtenPages == [5, 6, 7])
    }

    @Test func equalPagesAreNotWritten() throws {
        #expect(try plan(Self.shelf, onto: Self.shelf).writtenPages == [])
    }

    /// Cut off between two writes a tag reads as it did, as empty, or as the image: never anything else, where the image is
    /// of a sound tag.
    @Test(arguments: [Chip.ntag213, .ntag215]) func everyPrefix(chip: Chip) throws {
        var random = SeededGenerator(seed: 31)
        let states = WritePlanSafetyTests.oldStates(chip, &random)
        for image in states {
            let wanted = interpret(image, chip: chip).verdict
            for old in states.shuffled(using: &random).prefix(12) {
                let before = interpret(old, chip: chip).verdict
                let plan = try plan(image, onto: old, chip)
                var memory = old
                for write in plan.user.writes {
                    #expect(chip.layout.userPages.contains(write.page))
                    memory[write.page] = write.data
                    let verdict = interpret(memory, chip: chip).verdict
                    let isOf: Bool
                    if case .broken = wanted, case .broken = verdict { isOf = true } else { isOf = verdict == wanted }
                    #expect(
                        verdict == .empty || verdict == before || isOf,
                        "\(old.bytes(of: 4..<8)?.hex ?? "") <- \(image.bytes(of: 4..<8)?.hex ?? ""): \(verdict)")
                }
                #expect(plan.user.mismatches(in: memory) == [])
                #expect(memory == image)
            }
        }
    }

    /// A page that no image knows is no page of zeros.
    @Test func unknownPagesAreLeftAlone() throws {
        var image = Self.shelf
        image[7] = nil
        image[state: 39] = .refused
        let plan = try plan(image, onto: Self.other)
        #expect(plan.unknownPages == [7, 39])
        #expect(plan.writtenPages == [5, 6])
        // The page of the length is unknown, and is zero meanwhile all the same.
        image[5] = nil
        let other = try self.plan(image, onto: Self.other)
        #expect(other.user.writes.map { "\($0.page) \($0.data)" } == ["5 340300D1", "6 01045504", "5 340305D1"])
    }

    @Test func anImageThatKnowsNoUserPage() throws {
        var image = Self.shelf
        for page in 4..<40 { image[page] = nil }
        for chip in [Chip.ntag213, nil] {
            #expect(throws: RestoreRequest.Refusal(detail: "knows none of its user pages: there is nothing to restore"))
            {
                try request(image, chip)
            }
        }
        // A page that was asked for by name is something.
        #expect(try request(image, pages: [3]).unknownPages == Array(4..<40))
        image[20] = Page(word: 0)
        #expect(
            try request(image).wordsOfUnknownPages
                == "35 user pages stay as the tag has them, since the image does not know them: pages 4-19, 21-39")
        #expect(try request(Self.shelf).wordsOfUnknownPages == nil)
    }

    /// User pages of a chip whose locks are not published are not all known to be what they are taken for.
    @Test func locksThatAreNotKnown() throws {
        for chip in [Chip.st25tn01k, .myDNFC] {
            let judgement = try judgement(tag(chip, area: "0300FE"), onto: tag(chip), chip)
            #expect(
                judgement
                    == .rejected(
                        .chipUnsupported,
                        detail: "which bits lock and protect which pages of \(chip) is not known for sure"))
        }
    }

    /// Nothing outside the user pages, whatever the image has there.
    @Test func whatIsNeverTouchedByItself() throws {
        let image = tag(
            .ntag213, area: "0103A00C340308D101045504612E62FE", cc: "E110120F", staticLock: "F8FF",
            dynamicLock: "FF0F3F",
            cfg0: "44000C04", cfg1: "C7050000")
        let plan = try plan(image, onto: Self.other)
        #expect(plan.extra.isEmpty)
        #expect(plan.user.expected.keys.allSatisfy { (4..<40).contains($0) })
    }

    // MARK: Pages by name

    private static let rich = tag(
        .ntag213, area: "0103A00C340308D101045504612E62FE", cc: "E110120F", dynamicLock: "030000", cfg0: "54000C04",
        cfg1: "D7050000")

    @Test func pagesByName() throws {
        let plan = try plan(Self.rich, onto: Self.shelf, pages: [42, 41, 40, 3, 41])
        #expect(
            plan.extra.map { "\($0.write.page) \($0.write.data) \($0.mask) \($0.setForEver)" } == [
                "3 E110120F FFFFFFFF 0000000F", "40 03000000 FFFFFF00 03000000",
                // NFC_CNT_EN alone of ACCESS, and no AUTH0.
                "42 10050000 FFFFFFFF 00000000", "41 54000CFF FFFFFFFF 00000000",
            ])
        #expect(plan.writtenPages == [3, 40, 41, 42])
        #expect(plan.extra[1].isDone(Page(0x03, 0x00, 0x00, 0xBD)))
        #expect(!plan.extra[1].isDone(Page(0x01, 0x00, 0x00, 0xBD)) && !plan.extra[1].isDone(nil))
    }

    @Test func whatTheTagHasAlreadyIsNotWritten() throws {
        #expect(try plan(Self.shelf, onto: Self.shelf, pages: [3, 40, 41, 42]).writtenPages == [])
    }

    @Test(arguments: [
        (0, "holds the UID, and is never written"), (1, "holds the UID, and is never written"),
        (2, "holds the static lock bytes: 'tagmill tag lock' sets them"),
        (43, "holds a password or key, which no image tells: 'tagmill tag protect' sets one"),
        (44, "holds a password or key, which no image tells: 'tagmill tag protect' sets one"),
        (45, "is none that is restored"), (9999, "is none that is restored"),
    ]) func whatIsNeverRestored(page: Int, why: String) {
        #expect(throws: RestoreRequest.Refusal(detail: "page \(page) \(why)")) {
            try RestoreRequest(image: Self.shelf, chip: .ntag213, extraPages: [page])
        }
    }

    @Test func counterAndKeysOfOtherChips() {
        for (chip, page, why) in [
            (Chip.ntag203, 41, "holds a counter, which only counts up"),
            (.ultralightC, 41, "holds a counter, which only counts up"),
            (.ultralightC, 44, "holds a password or key, which no image tells: 'tagmill tag protect' sets one"),
            (.ultralightC, 42, "is none that is restored"),
        ] {
            #expect(throws: RestoreRequest.Refusal(detail: "page \(page) \(why)")) {
                try RestoreRequest(image: tag(chip), chip: chip, extraPages: [page])
            }
        }
        var image = Self.shelf
        image[40] = nil
        #expect(throws: RestoreRequest.Refusal(detail: "page 40 is not in the image")) {
            try RestoreRequest(image: image, chip: .ntag213, extraPages: [40])
        }
    }

    struct Refused: Sendable {
        var name: String
        var reason: Reason
        var image = RestorePlanTests.shelf
        var onto: PageMemory
        var pages: [Int] = []
    }

    private static let refused = [
        Refused(
            name: "a cleared bit of the CC", reason: .tagLocked,
            onto: tag(.ntag213, area: "0103A00C340308D101045504612E62FE", cc: "E110120F"), pages: [3]),
        Refused(
            name: "a locked CC", reason: .lockImpossible, image: rich, onto: tag(.ntag213, staticLock: "0800"),
            pages: [3]),
        Refused(
            name: "a cleared lock bit", reason: .tagLocked, onto: tag(.ntag213, dynamicLock: "000100"), pages: [40]),
        Refused(
            name: "a frozen lock bit", reason: .lockImpossible,
            image: tag(.ntag213, area: "0103A00C340308D101045504612E62FE", dynamicLock: "030001"),
            onto: tag(.ntag213, area: "0103A00C340308D101045504612E62FE", dynamicLock: "000001"), pages: [40]),
        Refused(
            name: "CFGLCK", reason: .tagLocked, image: rich, onto: tag(.ntag213, cfg1: "40050000"), pages: [41]),
        Refused(name: "a locked page", reason: .tagLocked, onto: tag(.ntag213, staticLock: "4000")),
        Refused(name: "read-only", reason: .tagReadOnly, onto: tag(.ntag213, cc: "E110120F")),
        Refused(name: "a password", reason: .tagPassword, onto: tag(.ntag213, cfg0: "04000007")),
        Refused(
            name: "a password on CFG0 alone", reason: .tagPassword, image: rich,
            onto: tag(.ntag213, area: "0103A00C340308D101045504612E62FE", cfg0: "04000029"), pages: [41]),
    ]

    @Test(arguments: refused.indices) func nothingIsPlanned(index: Int) throws {
        let test = Self.refused[index]
        guard case .rejected(let reason, _) = try judgement(test.image, onto: test.onto, pages: test.pages) else {
            Issue.record("\(test.name): not rejected")
            return
        }
        #expect(reason == test.reason, "\(test.name)")
    }

    @Test func openedByItsPasswordItIsWritten() throws {
        let plan = try plan(Self.shelf, onto: tag(.ntag213, cfg0: "04000007"), isOpen: true)
        #expect(plan.writtenPages == [5, 6, 7])
    }

    @Test func lockedPagesThatAreEqualDoNotCount() throws {
        let image = tag(.ntag213, area: "0103A00C340308D101045504612E62FE" + String(repeating: "00", count: 40) + "77")
        let onto = tag(.ntag213, area: "0103A00C340308D101045504612E62FE", staticLock: "F0FF")
        #expect(try plan(image, onto: onto).writtenPages == [18])
    }

    @Test func anotherChipIsNotWritten() throws {
        for (image, chip) in [(tag(.ntag215), Chip.ntag215), (tag(.ntag203), .ntag203)] {
            let judged = judgeRestoring(
                try request(image, chip), onto: Self.shelf, layout: Chip.ntag213.layout)
            #expect(
                judged
                    == .rejected(.chipMismatch, detail: "the image is of a \(chip), and the tag is a NTAG213"))
        }
        // NTAG213F has the pages of NTAG213.
        let same = judgeRestoring(
            try request(tag(.ntag213F), .ntag213F), onto: Self.shelf, layout: Chip.ntag213.layout)
        guard case .plan = same else {
            Issue.record("\(same)")
            return
        }
    }

    /// A tag that is no NDEF tag is memory like any other.
    @Test func withoutAContainer() throws {
        let onto = tag(.ntag213, area: String(repeating: "AA", count: 144), cc: "00000000")
        let plan = try plan(Self.shelf, onto: onto, pages: [3])
        #expect(plan.writtenPages == Array(3..<40))
        #expect(plan.extra.map(\.write) == [PageWrite(page: 3, data: Page(0xE1, 0x10, 0x12, 0x00))])
    }

    @Test func pagesThatWereNotReadAreAskedFor() throws {
        var memory = PageMemory()
        var asked = 0
        while case .needs(let pages) = try judgement(Self.shelf, onto: memory) {
            #expect(!pages.isEmpty)
            for page in pages { memory[page] = Self.other[page] }
            asked += 1
            if asked > 10 { break }
        }
        #expect(try plan(Self.shelf, onto: memory).writtenPages == [5, 6, 7])
    }
}
