import Testing

@testable import Tags

@Suite struct LockPlanTests {
    /// What `lock` sets on each chip as delivered: the values of the data sheets' lock bit tables, and nothing beside them.
    struct Values: Sendable, CustomTestStringConvertible {
        let chip: Chip
        var cc: String?
        let writes: [String]
        var testDescription: String { chip.rawValue }
    }

    static let values = [
        Values(chip: .ultralight, cc: "E1100600", writes: ["3:E110060F", "2:CE48F8FF"]),
        Values(chip: .ultralightC, cc: "E1101200", writes: ["3:E110120F", "40:EE000000", "2:CE48F8FF"]),
        Values(chip: .mf0ul11, cc: "E1100600", writes: ["3:E110060F", "2:CE48F8FF"]),
        Values(chip: .mf0ul21, cc: "E1101000", writes: ["3:E110100F", "36:FF030000", "2:CE48F8FF"]),
        Values(chip: .ntag203, writes: ["3:E110120F", "40:EE000000", "2:CE48F8FF"]),
        Values(chip: .ntag210, writes: ["3:E110060F", "2:CE48F8FF"]),
        Values(chip: .ntag212, writes: ["3:E110100F", "36:FF030000", "2:CE48F8FF"]),
        Values(chip: .ntag213, writes: ["3:E110120F", "40:FF0F0000", "2:CE48F8FF"]),
        Values(chip: .ntag213F, writes: ["3:E110120F", "40:FF0F0000", "2:CE48F8FF"]),
        Values(chip: .ntag215, writes: ["3:E1103E0F", "130:FF000000", "2:CE48F8FF"]),
        Values(chip: .ntag216, writes: ["3:E1106D0F", "226:FF3F0000", "2:CE48F8FF"]),
        Values(chip: .ntag216F, writes: ["3:E1106D0F", "226:FF3F0000", "2:CE48F8FF"]),
    ]

    private static func texts(_ making: LockPlan.Making) -> [String]? {
        guard case .plan(let plan) = making else { return nil }
        return plan.steps.map { "\($0.write.page):\($0.write.data)" }
    }

    @Test(arguments: values) func asDelivered(_ expected: Values) throws {
        let memory = tag(expected.chip, cc: expected.cc)
        let making = LockPlan.make(memory, layout: expected.chip.layout)
        #expect(Self.texts(making) == expected.writes)
        guard case .plan(let plan) = making else { return }
        #expect(plan.isOfTagAsDelivered)
        // Bits are added to what stands there: nothing but the lock bit of every user page, that of page 3, and the nibble.
        let locked = lock(memory, plan.steps)
        #expect(LockPlan.make(locked, layout: expected.chip.layout) == .done)
        #expect(plan.missing(in: locked).isEmpty)
        let locks = try #require(Type2Locks(memory: locked, chip: expected.chip))
        #expect(expected.chip.layout.userPages.allSatisfy { locks.isLocked($0) })
        #expect((3..<expected.chip.layout.pageCount).allSatisfy { !locks.isLockBitFrozen($0) })
        #expect(interpret(locked, chip: expected.chip).lockState == .locked)
    }

    /// OR of the whole page, but for the bytes that a tag ignores.
    private func lock(_ memory: PageMemory, _ steps: some Sequence<LockPlan.Step>) -> PageMemory {
        var memory = memory
        for step in steps {
            guard let old = memory[step.write.page] else { continue }
            let ignored: UInt32 = step.write.page == 2 ? 0xFFFF_0000 : step.write.page == 3 ? 0 : 0x0000_00FF
            memory[step.write.page] = Page(word: old.word | step.write.data.word & ~ignored)
        }
        return memory
    }

    /// A lock that came out half in any way is finished: what is set already is not written again.
    @Test(arguments: values) func everyHalfIsFinished(_ expected: Values) throws {
        let layout = expected.chip.layout
        let memory = tag(expected.chip, cc: expected.cc)
        guard case .plan(let plan) = LockPlan.make(memory, layout: layout) else { return }
        for done in 0..<(1 << plan.steps.count) {
            // Page 3 that is locked before it says read-only can never be finished.
            let steps = plan.steps.indices.filter { done & 1 << $0 != 0 }.map { plan.steps[$0] }
            let half = lock(memory, steps)
            let pages = Set(steps.map(\.write.page))
            let making = LockPlan.make(half, layout: layout)
            if pages.contains(2), !pages.contains(3) {
                guard case .impossible = making else {
                    Issue.record("\(making)")
                    continue
                }
            } else if pages.count == plan.steps.count {
                #expect(making == .done)
            } else {
                guard case .plan(let rest) = making else {
                    Issue.record("\(making)")
                    continue
                }
                #expect(rest.steps.map(\.write.page) == plan.steps.map(\.write.page).filter { !pages.contains($0) })
                #expect(rest.isOfTagAsDelivered == pages.isEmpty)
                #expect(LockPlan.make(lock(half, rest.steps), layout: layout) == .done)
            }
        }
    }

    /// Every single lock bit that may be set already stays set, and is written again with the others.
    @Test(arguments: values) func bitsThatAreSetStay(_ expected: Values) throws {
        let layout = expected.chip.layout
        for page in layout.userPages {
            var memory = tag(expected.chip, cc: expected.cc)
            let mask: Page
            let place: Int
            switch page {
            case ..<8: (place, mask) = (2, Page(0, 0, 1 << UInt8(page), 0))
            case ..<16: (place, mask) = (2, Page(0, 0, 0, 1 << UInt8(page - 8)))
            default: continue
            }
            let old = try #require(memory[place])
            memory[place] = Page(word: old.word | mask.word)
            #expect(Self.texts(LockPlan.make(memory, layout: layout)) == expected.writes)
        }
    }

    struct Obstacle: Sendable, CustomTestStringConvertible {
        let name: String
        let memory: PageMemory
        var chip = Chip.ntag213
        let why: String
        var testDescription: String { name }
    }

    static let obstacles = [
        // Field case 24
        Obstacle(
            name: "page 3 locked, every static lock bit frozen", memory: tag(.ntag216, staticLock: "0F00"),
            chip: .ntag216,
            why: "page 3 is locked, and its capability container E1106D00 does not say read-only"),
        Obstacle(
            name: "pages 4 to 9 frozen", memory: tag(.ntag213, staticLock: "0200"),
            why: "block-lock bits are set: pages 4-9 can never be locked any more"),
        Obstacle(
            name: "pages 4 to 9 frozen, some locked", memory: tag(.ntag213, staticLock: "7202"),
            why: "block-lock bits are set: pages 7-8 can never be locked any more"),
        Obstacle(
            name: "pages 10 to 15 frozen", memory: tag(.ntag203, staticLock: "0400"), chip: .ntag203,
            why: "block-lock bits are set: pages 10-15 can never be locked any more"),
        Obstacle(
            name: "page 3 frozen", memory: tag(.ntag213, staticLock: "0100"),
            why: "block-lock bits are set: page 3 can never be locked any more"),
        Obstacle(
            name: "dynamic bits frozen", memory: tag(.ntag213, dynamicLock: "000020"),
            why: "block-lock bits are set: pages 36-39 can never be locked any more"),
        Obstacle(
            name: "dynamic bits frozen, one locked", memory: tag(.ntag216, dynamicLock: "010001"), chip: .ntag216,
            why: "block-lock bits are set: pages 32-47 can never be locked any more"),
        Obstacle(
            name: "dynamic bits of Ultralight C frozen",
            memory: tag(.ultralightC, cc: "E1101200", dynamicLock: "100000"),
            chip: .ultralightC, why: "block-lock bits are set: pages 28-39 can never be locked any more"),
        Obstacle(
            name: "no container", memory: tag(.mf0ul11), chip: .mf0ul11,
            why: "the tag has no capability container that could say read-only"),
        // Field case 25
        Obstacle(
            name: "NTAG I2C 2K, lock bits in sector 1", memory: tag(.ntagI2C2K), chip: .ntagI2C2K,
            why: "unsupported chip for locking: which bits lock which pages of NTAG I2C 2K is not known for sure"),
        Obstacle(
            name: "NTAG I2C plus", memory: tag(.ntagI2CPlus1K), chip: .ntagI2CPlus1K,
            why: "unsupported chip for locking: which bits lock which pages of NTAG I2C plus 1K is not known for sure"),
        Obstacle(
            name: "ST25TN", memory: tag(.st25tn01k), chip: .st25tn01k,
            why: "unsupported chip for locking: which bits lock which pages of ST25TN01K is not known for sure"),
        Obstacle(
            name: "NTAG213 TT", memory: tag(.ntag213TT), chip: .ntag213TT,
            why: "unsupported chip for locking: which bits lock which pages of NTAG213 TT is not known for sure"),
    ]

    @Test(arguments: obstacles) func refusedBeforehand(_ expected: Obstacle) {
        #expect(LockPlan.make(expected.memory, layout: expected.chip.layout) == .impossible(expected.why))
    }

    /// What is frozen as it should be is no obstacle.
    @Test func frozenAndLocked() {
        // Everything locked and frozen: done.
        let locked = tag(.ntag213, cc: "E110120F", staticLock: "FFFF", dynamicLock: "FF0F3F")
        #expect(LockPlan.make(locked, layout: Chip.ntag213.layout) == .done)
        // Pages 16 to 19 locked and frozen: the others are locked, and the frozen bit is written as it stands.
        let some = tag(.ntag213, dynamicLock: "030001")
        #expect(
            Self.texts(LockPlan.make(some, layout: Chip.ntag213.layout))
                == ["3:E110120F", "40:FF0F0100", "2:CE48F8FF"])
        // The container of another access is made read-only, as far as bits can be added.
        let other = tag(.ntag213, cc: "E1101208")
        #expect(Self.texts(LockPlan.make(other, layout: Chip.ntag213.layout))?.first == "3:E110120F")
    }

    /// AUTH0 counts on pages 2, 3, the dynamic lock page and the configuration; not on PWD and PACK alone.
    @Test(arguments: [("00", 0), ("03", 3), ("28", 40), ("29", 41), ("2A", 42)])
    func aPasswordIsNeeded(_ auth0: String, _ from: Int) {
        let memory = tag(.ntag213, cfg0: "040000" + auth0)
        #expect(LockPlan.make(memory, layout: Chip.ntag213.layout) == .needsPassword(from: from))
        #expect(Self.texts(LockPlan.make(memory, layout: Chip.ntag213.layout, isOpen: true))?.count == 3)
    }

    @Test func aPasswordOfTheSecretsAloneIsNot() {
        for auth0 in ["2B", "2C", "2D", "FF"] {
            let memory = tag(.ntag213, cfg0: "040000" + auth0)
            #expect(Self.texts(LockPlan.make(memory, layout: Chip.ntag213.layout))?.count == 3)
        }
    }

    @Test func unknownChips() {
        let layout = Type2Layout(of: tag(.ntag213))
        guard case .impossible(let why) = LockPlan.make(tag(.ntag213), layout: layout) else {
            Issue.record("an unknown chip is locked")
            return
        }
        #expect(why.hasPrefix("unsupported chip for locking"))
    }

    @Test func whatIsStillWritableIsNamed() {
        let gaps = LockGaps(
            memory: tag(.ntag213, cc: "E110120F", staticLock: "F8FF", dynamicLock: "0F0000"),
            layout: Chip.ntag213.layout)
        #expect(gaps.writablePages == Array(24...39))
        #expect(!gaps.isUnknown)
        var memory = tag(.ntag213, staticLock: "0800")
        memory[40] = nil
        let unread = LockGaps(memory: memory, layout: Chip.ntag213.layout)
        #expect(unread.writablePages == Array(4...15))
        #expect(unread.isUnknown)
    }
}
