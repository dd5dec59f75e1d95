import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Every chip is locked, formatted and protected, or refused, on a reader with and one without pass-through; what the virtual
/// tag does afterwards, by its own table, is the proof.
@Suite("Every chip, for ever") struct EveryChipTests {
    /// What the chip holds when it is locked, and its user pages, written down here from the data sheets once more.
    struct Expected: Sendable {
        let chip: VirtualChip
        let container: String
        var dynamic: (page: Int, bits: String)?
        let lastUserPage: Int
        /// CFG0; nil where there is no password that is known for sure.
        var configuration: Int?
        /// Delivered without a container.
        var isBlank = false
    }

    static let lockable: [Expected] = [
        Expected(chip: .ultralight, container: "E1100600", lastUserPage: 15, isBlank: true),
        Expected(chip: .ultralightC, container: "E1101200", dynamic: (40, "EE0000"), lastUserPage: 39, isBlank: true),
        Expected(chip: .mf0ul11, container: "E1100600", lastUserPage: 15, configuration: 16, isBlank: true),
        Expected(
            chip: .mf0ul21, container: "E1101000", dynamic: (36, "FF0300"), lastUserPage: 35, configuration: 37,
            isBlank: true),
        Expected(chip: .ntag203, container: "E1101200", dynamic: (40, "EE0000"), lastUserPage: 39),
        Expected(chip: .ntag210, container: "E1100600", lastUserPage: 15, configuration: 16),
        Expected(chip: .ntag212, container: "E1101000", dynamic: (36, "FF0300"), lastUserPage: 35, configuration: 37),
        Expected(chip: .ntag213, container: "E1101200", dynamic: (40, "FF0F00"), lastUserPage: 39, configuration: 41),
        Expected(chip: .ntag213F, container: "E1101200", dynamic: (40, "FF0F00"), lastUserPage: 39, configuration: 41),
        Expected(
            chip: .ntag215, container: "E1103E00", dynamic: (130, "FF0000"), lastUserPage: 129, configuration: 131),
        Expected(
            chip: .ntag216, container: "E1106D00", dynamic: (226, "FF3F00"), lastUserPage: 225, configuration: 227),
        Expected(
            chip: .ntag216F, container: "E1106D00", dynamic: (226, "FF3F00"), lastUserPage: 225, configuration: 227),
    ]

    static let models = VirtualReaderModel.laid
    static let row = item(1, url: "https://example.com/t/S1")

    private func run(
        _ model: VirtualReaderModel, _ chip: VirtualChip, uid: String = good1, pages: [Int: String] = [:],
        lock: Bool = false, _ order: TagOrder = TagOrder()
    ) throws -> Finished {
        var row = Self.row
        row.lock = lock
        var scenario = Scenario([row], model, [tag(chip, uid, pages: pages)])
        scenario.order = order
        scenario.settings.overwrite = .always
        return try scenario.run()
    }

    private func page(_ tag: VirtualTag, _ page: Int) -> String { Array(tag.memory[4 * page..<4 * page + 4]).hex }

    /// Some chips are told from one another by GET_VERSION alone; without it they are taken for none that may be locked.
    private func isTold(_ done: Finished, as chip: VirtualChip) -> Bool {
        done.presentation(good1)?.chip?.rawValue == chip.rawValue
    }

    @Test(arguments: models, lockable.indices) func locked(model: VirtualReaderModel, index: Int) throws {
        let expected = Self.lockable[index]
        let before = try run(model, expected.chip, TagOrder(formatsBlank: true))
        let done = try run(model, expected.chip, lock: true, TagOrder(formatsBlank: expected.isBlank))
        let made = try #require(done.tag(good1))
        guard isTold(done, as: expected.chip) || done.status(1) == .written else {
            #expect(!model.passesThrough)
            #expect(made.writes == 0)
            return
        }
        #expect(done.status(1) == .written, "\(done.presentations)")
        #expect(done.outcome(1)?.lock == .done)
        #expect(done.outcome(1)?.lockState == .locked)
        for page in 4...expected.lastUserPage {
            #expect(!made.takesWrite([0xDE, 0xAD, 0xBE, 0xEF], page: page), "page \(page)")
        }
        // CC, keys, counters, configuration and every other bit are as they were.
        #expect(page(made, 2).suffix(4) == "F8FF")
        #expect(page(made, 3) == String(expected.container.dropLast() + "F"))
        if let dynamic = expected.dynamic { #expect(page(made, dynamic.page).hasPrefix(dynamic.bits)) }
        let plain = try #require(before.tag(good1))
        for page in 4..<made.memory.count / 4 where page != expected.dynamic?.page {
            #expect(self.page(made, page) == self.page(plain, page), "page \(page)")
        }
        #expect(made.counters == plain.counters)
        expectNoOtherWrite(made, expected, locks: true)
    }

    /// No command that could write touched a page outside what was asked for.
    private func expectNoOtherWrite(_ tag: VirtualTag, _ expected: Expected, locks: Bool) {
        var allowed = Set(4...expected.lastUserPage)
        if locks { allowed.formUnion([2, 3] + (expected.dynamic.map { [$0.page] } ?? [])) }
        if expected.isBlank { allowed.insert(3) }
        #expect(Set(tag.pageWrites.compactMap(\.page)).isSubset(of: allowed))
    }

    @Test(arguments: models, lockable.indices) func formatted(model: VirtualReaderModel, index: Int) throws {
        let expected = Self.lockable[index]
        let blank = [3: "00000000"]
        let refused = try run(model, expected.chip, pages: blank)
        #expect(refused.tag(good1)?.writes == 0)
        let done = try run(model, expected.chip, pages: blank, TagOrder(formatsBlank: true))
        guard isTold(done, as: expected.chip) || done.status(1) == .written else {
            #expect(done.tag(good1)?.writes == 0)
            return
        }
        #expect(refused.presentation(good1)?.reason == .tagUnformatted)
        if expected.chip == .ntag203 {
            // It is delivered with a container, whose bits cannot be cleared: this is another chip.
            #expect(done.presentation(good1)?.reason == .tagUnformatted)
            #expect(done.tag(good1)?.writes == 0)
            return
        }
        #expect(done.status(1) == .written, "\(done.presentations)")
        #expect(page(try #require(done.tag(good1)), 3) == expected.container)
        #expect(done.holds(good1, Self.row.message))
    }

    /// Field case 25: which bits lock which pages is not known for sure: refused, and nothing is written.
    @Test(
        arguments: models,
        [
            (VirtualChip.ntagI2C1K, good1), (.ntagI2C2K, good1), (.ntagI2CPlus1K, good1), (.ntagI2CPlus2K, good1),
            (.ntag213TT, good1), (.st25tn512, "02112233445561"), (.st25tn01K, "02112233445562"),
            (.mydMove, "05312233445561"), (.mydNFC, "05212233445562"), (.mydLean, "05712233445563"),
        ]) func neverLocked(model: VirtualReaderModel, tag: (VirtualChip, String)) throws
    {
        let (chip, uid) = tag
        let done = try run(model, chip, uid: uid, lock: true)
        #expect(done.tag(uid)?.writes == 0)
        let presentation = try #require(done.presentations.last)
        #expect(presentation.result == .rejected)
        if presentation.reason == .lockImpossible {
            #expect(presentation.detail.hasPrefix("unsupported chip for locking"), "\(presentation.detail)")
        }
        let formatted = try run(model, chip, uid: uid, pages: [3: "00000000"], TagOrder(formatsBlank: true))
        #expect(formatted.tag(uid)?.writes == 0, "\(formatted.presentations)")
    }

    @Test(arguments: lockable.indices) func protected(index: Int) throws {
        let expected = Self.lockable[index]
        let passwords = try #require(OnePassword("A1B2C3D4", "CAFE"))
        let order = TagOrder(
            formatsBlank: true, protection: TagOrder.ProtectionWish(protectsReading: index.isMultiple(of: 2)),
            passwords: passwords)
        let done = try run(.acr122u, expected.chip, order)
        let made = try #require(done.tag(good1))
        guard let configuration = expected.configuration else {
            #expect(done.presentation(good1)?.reason == .chipUnsupported)
            #expect(made.writes == 0)
            return
        }
        #expect(done.status(1) == .written, "\(done.presentations)")
        #expect(made.password == [0xA1, 0xB2, 0xC3, 0xD4])
        #expect(made.passwordAcknowledge == [0xCA, 0xFE])
        for page in 4..<configuration + 4 {
            #expect(!made.takesWrite([0, 0, 0, 0], page: page), "page \(page)")
        }
        let plain = try #require(try run(.acr122u, expected.chip, TagOrder(formatsBlank: true)).tag(good1))
        for page in 2..<configuration { #expect(self.page(made, page) == self.page(plain, page), "page \(page)") }
        // Of the configuration nothing but AUTH0 and PROT.
        #expect(page(made, configuration).prefix(6) == page(plain, configuration).prefix(6))
        #expect(page(made, configuration + 1).suffix(6) == page(plain, configuration + 1).suffix(6))
        #expect(made.memory[4 * configuration + 3] == 4)
        #expect(made.memory[4 * configuration + 4] == (index.isMultiple(of: 2) ? 0x80 : 0x00))
        #expect(passwords.refusals(good1) == 0)
    }
}
