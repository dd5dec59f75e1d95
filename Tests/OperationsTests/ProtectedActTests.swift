import Operations
import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing

/// Acts on a tag that a password keeps, from whatever page on: with the password each comes to what it comes to on the same
/// tag without one.
@Suite("Acts on tags that a password keeps") struct ProtectedActTests {
    private static let password = TagPassword(password: [0xA1, 0xB2, 0xC3, 0xD4], acknowledgement: [0xCA, 0xFE])

    enum Act: String, CaseIterable, Sendable { case erase, format, lock, unprotect, restore }

    struct Kept: Sendable, CustomStringConvertible {
        let chip: VirtualChip
        let configuration: Int
        /// A container that the chip is not delivered with, or none.
        let container: String

        var description: String { "\(chip) with \(container)" }
    }

    static let kept = [
        Kept(chip: .mf0ul11, configuration: 0x10, container: "00000000"),
        Kept(chip: .mf0ul11, configuration: 0x10, container: "E1100600"),
        Kept(chip: .mf0ul21, configuration: 0x25, container: "00000000"),
        Kept(chip: .ntag213, configuration: 0x29, container: "00000000"),
        Kept(chip: .ntag213, configuration: 0x29, container: "E1101200"),
        Kept(chip: .ntag216, configuration: 0xE3, container: "00000000"),
    ]

    private func rack(_ kept: Kept, auth0: Int, access: UInt8) throws -> Rack {
        let first = kept.chip == .mf0ul11 || kept.chip == .mf0ul21 ? "00" : "04"
        let pages = [
            3: kept.container, 4: "0305D101", 5: "015501FE", kept.configuration: "\(first)0000" + [UInt8(auth0)].hex,
            kept.configuration + 1: [access].hex + "050000", kept.configuration + 2: "A1B2C3D4",
            kept.configuration + 3: "CAFE0000",
        ]
        return try Rack(
            RackFile(readers: [
                RackReader("Reader A 00 00", model: .acr122u, tags: [tag(kept.chip, good1, pages: pages)])
            ]))
    }

    private func act(_ act: Act, _ kept: Kept) throws -> TagAct {
        switch act {
        case .erase: return .erase(wipes: true)
        case .format: return .format
        case .lock: return .lock
        case .unprotect: return .unprotect
        case .restore:
            var image = PageMemory(bytes: try rack(kept, auth0: 0xFF, access: 0).tags[0].memory)
            image[6] = Page(1, 2, 3, 4)
            return .restore(try RestoreRequest(image: image, chip: Chip(name: kept.chip.rawValue)))
        }
    }

    private func outcome(_ act: TagAct, _ rack: Rack, _ passwords: GivenPasswords?) throws -> TagActOutcome {
        let operation = TagOperation(
            act, passwords: passwords, readers: rack.readers, takesPart: { _ in true }, trouble: { _, _ in },
            confirm: { _, _ in true })
        guard case .tag(let outcome, _) = operation.execute() else { throw NoTag() }
        return outcome
    }

    private struct NoTag: Error {}

    /// What it came to, without what is said of the password alone.
    private func kind(_ result: TagActResult) -> String {
        switch result {
        case .done: "done"
        case .nothingToDo: "nothing to do"
        case .rejected(let rejection): "rejected, \(rejection.reason.rawValue)"
        case .failed, .incomplete, .lost, .notConfirmed: "\(result)"
        }
    }

    @Test(arguments: kept, Act.allCases) func withItsPasswordItIsAsWithout(kept: Kept, act: Act) throws {
        let asked = try self.act(act, kept)
        let open = try rack(kept, auth0: 0xFF, access: 0)
        let wanted = kind(try outcome(asked, open, nil).result)
        for auth0 in [0, 2, 3, 4, 5, 8, kept.configuration - 1, kept.configuration, kept.configuration + 1] {
            for access in [0x00, 0x80] as [UInt8] {
                let place = Comment("\(act) of \(kept), AUTH0 \(auth0), ACCESS \(access)")
                let rack = try rack(kept, auth0: auth0, access: access)
                let result = try outcome(asked, rack, GivenPasswords(.one(try #require(Self.password)))).result
                #expect(kind(result) == (act == .unprotect ? "done" : wanted), "\(place): \(result)")
                let tag = rack.tags[0]
                #expect(tag.passwordAttempts.allSatisfy { act == .unprotect || $0.verdict == .right }, place)
                guard act != .unprotect, wanted == "done" else { continue }
                let pages = 16..<4 * kept.configuration
                #expect(tag.memory[pages] == open.tags[0].memory[pages], place)
                #expect(tag.memory[12..<16] == open.tags[0].memory[12..<16], place)
                let configuration = Array(tag.memory[4 * kept.configuration..<4 * kept.configuration + 14])
                #expect(configuration[3] == UInt8(auth0) && configuration[4] == access, place)
                #expect(Array(configuration[8...]).hex == "A1B2C3D4CAFE", place)
            }
        }
    }

    /// Without its password, whatever the act needs is refused for that, and nothing is written.
    @Test(arguments: kept, Act.allCases) func withoutItsPasswordItIsRefusedForThat(kept: Kept, act: Act) throws {
        let asked = try self.act(act, kept)
        let wanted = kind(try outcome(asked, try rack(kept, auth0: 0xFF, access: 0), nil).result)
        for auth0 in [0, 3, 4] {
            for access in [0x00, 0x80] as [UInt8] {
                let rack = try rack(kept, auth0: auth0, access: access)
                let result = kind(try outcome(asked, rack, nil).result)
                let place = Comment("\(act) of \(kept), AUTH0 \(auth0), ACCESS \(access)")
                if act == .unprotect || wanted == "done" {
                    #expect(result == "rejected, tag-password", place)
                } else {
                    #expect(result == wanted || result == "rejected, tag-password", place)
                }
                #expect(rack.tags[0].pageWrites.isEmpty && rack.tags[0].passwordAttempts.isEmpty, place)
            }
        }
    }

    /// `tag info` and `tag dump` see of it what they see without a password.
    @Test(arguments: kept) func whatIsShown(kept: Kept) throws {
        func seen(_ rack: Rack, _ passwords: GivenPasswords?, _ isDump: Bool) throws -> TagInspection {
            let info = try #require(try rack.readers.list().first)
            let slot = try rack.readers.open(info)
            _ = try slot.waitForTag()
            var seen: TagInspection?
            try slot.withCard { card in
                seen =
                    isDump
                    ? TagInspection.dump(&card, reader: ReaderFindings(of: info.model), passwords: passwords)
                    : TagInspection.survey(&card, reader: ReaderFindings(of: info.model), passwords: passwords)
            }
            return try #require(seen)
        }
        for isDump in [true, false] {
            let wanted = try seen(try rack(kept, auth0: 0xFF, access: 0), nil, isDump)
            for auth0 in [0, 3, 4, kept.configuration - 1, kept.configuration] {
                for access in [0x00, 0x80] as [UInt8] {
                    let passwords = GivenPasswords(.one(try #require(Self.password)))
                    let now = try seen(try rack(kept, auth0: auth0, access: access), passwords, isDump)
                    let place = Comment("\(kept), AUTH0 \(auth0), ACCESS \(access)")
                    #expect(now.rejection == nil && now.chip == wanted.chip, place)
                    #expect(now.contents?.verdict == wanted.contents?.verdict, place)
                    for page in 0..<kept.configuration { #expect(now.memory?[page] == wanted.memory?[page], place) }
                }
            }
        }
    }
}
