import Testing

@testable import Tags

/// Emptying a tag: what is written, in which order, and what is never touched.
@Suite struct ErasePlanTests {
    private func plan(
        _ memory: PageMemory, _ chip: Chip, wipes: Bool = false
    ) -> PlanJudgement<PagePlan> {
        judgeErasing(memory, layout: chip.layout, wipes: wipes)
    }

    private static func written(_ judgement: PlanJudgement<PagePlan>) -> PagePlan? {
        guard case .plan(let plan) = judgement else { return nil }
        return plan
    }

    struct Case: Sendable {
        var name: String
        var chip = Chip.ntag213
        var area: String
        var wipes = false
        /// In order, page and data.
        var writes: [String]
    }

    static let cases = [
        Case(name: "as delivered", area: "0103A00C340300FE", writes: []),
        Case(name: "one page", area: "0103A00C3403 05 D101015501FE", writes: ["5 340300FE"]),
        Case(name: "no control TLV", chip: .ntag215, area: "0305D101015501FE", writes: ["4 0300FE01"]),
        Case(
            name: "long length", chip: .ntag215, area: "03FF0100" + message(of: 256).hex + "FE",
            writes: ["4 0300FE00"]),
        Case(
            name: "the terminator is a page of its own", chip: .ntag215, area: "00000300AAAAAAAA",
            writes: ["5 FEAAAAAA"]),
        Case(
            name: "a length and a terminator in two pages", chip: .ntag215, area: "00000303D50000FE",
            writes: ["4 00000300", "5 FE0000FE"]),
        Case(
            name: "a torn chain", area: "0103A00CFF7FFFFF",
            writes: ["5 340300FE"]),
        Case(
            name: "wiped", area: "0103A00C3403 05 D101015501FE", wipes: true,
            writes: ["5 340300D1", "6 00000000", "7 00000000", "5 340300FE"]),
        Case(
            name: "wiped behind the terminator", chip: .ntag215, area: "0300FE77" + "00000000" + "11223344",
            wipes: true,
            writes: ["6 00000000", "4 0300FE00"]),
    ]

    @Test(arguments: cases.indices) func whatIsWritten(index: Int) throws {
        let test = Self.cases[index]
        let memory = tag(test.chip, area: test.area.filter { $0 != " " })
        let plan = try #require(Self.written(plan(memory, test.chip, wipes: test.wipes)), "\(test.name)")
        #expect(plan.writes.map { "\($0.page) \($0.data)" } == test.writes, "\(test.name)")
        let after = apply(plan.writes, to: memory)
        #expect(plan.mismatches(in: after) == [], "\(test.name)")
        #expect(interpret(after, chip: test.chip).verdict == .empty, "\(test.name)")
        if test.wipes {
            let rest = after.bytes(of: 6..<test.chip.layout.factoryArea) ?? [1]
            #expect(rest.allSatisfy { $0 == 0 }, "\(test.name)")
        }
    }

    /// Cut off between two writes it holds the old message or none, and no write is of a page that was not to be touched.
    @Test(arguments: [Chip.ntag213, .ntag215, .ntag216], [false, true]) func everyPrefix(chip: Chip, wipes: Bool) throws
    {
        var random = SeededGenerator(seed: 21)
        for old in WritePlanSafetyTests.oldStates(chip, &random) {
            guard let plan = Self.written(plan(old, chip, wipes: wipes)) else { continue }
            let before = interpret(old, chip: chip).verdict
            var memory = old
            for write in plan.writes {
                #expect(chip.layout.userPages.contains(write.page))
                memory[write.page] = write.data
                let verdict = interpret(memory, chip: chip).verdict
                #expect(verdict == .empty || verdict == before, "\(old.bytes(of: 4..<12)?.hex ?? "")")
            }
            #expect(interpret(memory, chip: chip).verdict == .empty)
            for page in 0..<chip.layout.pageCount where !plan.writtenPages.contains(page) {
                #expect(memory[page] == old[page])
            }
        }
    }

    /// Bytes that a control TLV reserves stay, whatever is wiped around them.
    @Test func reservedBytesAreKept() throws {
        // A memory control TLV that reserves 6 bytes from page 10, byte 1 on.
        let area = "0203" + "A10602" + "0300FE" + String(repeating: "77", count: 32)
        let memory = tag(.ntag215, area: area)
        let plan = try #require(Self.written(plan(memory, .ntag215, wipes: true)))
        let after = apply(plan.writes, to: memory)
        #expect(after[10] == Page(0x00, 0x77, 0x77, 0x77))
        #expect(after[11] == Page(0x77, 0x77, 0x77, 0x00))
        #expect(after[4] == memory[4] && after[5] == memory[5])
        #expect(after.bytes(of: 6..<10)?.allSatisfy { $0 == 0 } == true)
    }

    /// What lies under a mirror is not what is read: it is written in any case, and not compared.
    @Test func underAMirror() throws {
        // A UID mirror over page 16 to 19.
        let memory = tag(.ntag213, cfg0: "440010FF")
        let plan = try #require(Self.written(plan(memory, .ntag213, wipes: true)))
        #expect(plan.writtenPages == [16, 17, 18, 19])
        var shown = apply(plan.writes, to: memory)
        shown.store([UInt8](repeating: 0x41, count: 14), from: 16)
        #expect(plan.mismatches(in: shown) == [])
        shown[19]?[2] = 1
        #expect(plan.mismatches(in: shown) == [19])
        #expect(plan.replanned(on: shown).writtenPages == [16, 17, 18, 19])
    }

    struct Refused: Sendable {
        var reason: Reason
        var memory: PageMemory
        var wipes = false
    }

    static let refused = [
        Refused(reason: .tagUnformatted, memory: tag(.ntag213, cc: "00000000")),
        Refused(reason: .tagNotNDEF, memory: tag(.ntag213, cc: "F110FFEE")),
        Refused(reason: .tagReadOnly, memory: tag(.ntag213, area: "0303D50000FE", cc: "E110120F")),
        Refused(reason: .tagPassword, memory: tag(.ntag213, area: "0303D50000FE", cfg0: "04000004")),
        Refused(reason: .tagLocked, memory: tag(.ntag213, area: "0303D50000FE", staticLock: "1000")),
        Refused(
            reason: .tagLocked,
            memory: tag(.ntag213, area: String(repeating: "00", count: 60) + "77", dynamicLock: "020000"),
            wipes: true),
    ]

    @Test(arguments: refused.indices) func anUnfitTag(index: Int) {
        let test = Self.refused[index]
        guard case .rejected(let reason, _) = plan(test.memory, .ntag213, wipes: test.wipes) else {
            Issue.record("\(test.reason): not rejected")
            return
        }
        #expect(reason == test.reason)
    }

    /// Where locks are not published, those count that are known: as for a message that is written.
    @Test(arguments: [Chip.st25tn512, .st25tn01k, .myDMove, .myDNFC], [false, true])
    func locksThatAreNotKnown(chip: Chip, wipes: Bool) throws {
        let held = tag(chip, area: "0303D50000FE", cc: "E1100800")
        #expect(Type2Locks(memory: held, chip: chip) == nil)
        let plan = try #require(Self.written(plan(held, chip, wipes: wipes)))
        #expect(plan.writtenPages == (wipes ? [4, 5] : [4]))
        #expect(interpret(apply(plan.writes, to: held), chip: chip).verdict == .empty)
        let locked = tag(chip, area: "0303D50000FE", cc: "E1100800", staticLock: "1000")
        guard case .rejected(let reason, _) = self.plan(locked, chip, wipes: wipes) else {
            Issue.record("not rejected")
            return
        }
        #expect(reason == .tagLocked)
    }

    /// A lock bit on a page that needs no write is in nobody's way.
    @Test func locksElsewhereDoNotCount() throws {
        let memory = tag(.ntag213, area: "0103A00C340303D50000FE", dynamicLock: "FF0F00")
        #expect(Self.written(plan(memory, .ntag213))?.writtenPages == [5])
        #expect(Self.written(plan(memory, .ntag213, wipes: true))?.writtenPages == [5, 6])
    }
}

extension Type2Layout {
    /// The page behind the data area as delivered.
    fileprivate var factoryArea: Int { 4 + CapabilityContainer(factoryContainer).areaBytes / 4 }
}
