import Tags
import Testing

@Suite struct ProtectionPlanTests {
    static let password = TagPassword(password: [0x0A, 0x0B, 0x0C, 0x0D], acknowledgement: [0xE1, 0xE2])

    static func request(
        reading: Bool = false, limit: Int? = nil, locksConfiguration: Bool = false
    ) throws -> ProtectionRequest {
        ProtectionRequest(
            password: try #require(password), protectsReading: reading, wrongPasswordLimit: limit,
            locksConfiguration: locksConfiguration)
    }

    struct Values: Sendable, CustomTestStringConvertible {
        let name: String
        var chip = Chip.ntag213
        var cfg0 = "040000FF"
        var cfg1 = "00050000"
        var reading = false
        var limit: Int?
        var locksConfiguration = false
        let writes: [String]
        var closing: String?
        var test: Int? = 39
        var staticLock = "0000"
        var dynamicLock = "000000"
        var testDescription: String { name }
    }

    /// CFG1 before CFG0; AUTH0 on page 4; every other bit as it was read.
    static let values = [
        Values(name: "as delivered", writes: ["41:04000004"]),
        Values(name: "reading too", reading: true, writes: ["42:80050000", "41:04000004"]),
        Values(name: "PROT taken off", cfg1: "80050000", writes: ["42:00050000", "41:04000004"]),
        Values(
            name: "every other bit stays", cfg0: "D7A50CFF", cfg1: "3FABCDEF", reading: true,
            writes: ["42:BFABCDEF", "41:D7A50C04"]),
        Values(name: "AUTHLIM by name", cfg1: "05050000", limit: 3, writes: ["42:03050000", "41:04000004"]),
        Values(name: "AUTHLIM stays", cfg1: "05050000", writes: ["41:04000004"]),
        Values(
            name: "CFGLCK by name, last", locksConfiguration: true, writes: ["41:04000004"], closing: "42:40050000"),
        Values(
            name: "CFGLCK with PROT", reading: true, locksConfiguration: true,
            writes: ["42:80050000", "41:04000004"], closing: "42:C0050000"),
        Values(name: "NTAG210", chip: .ntag210, writes: ["16:04000004"], test: 15),
        Values(name: "NTAG212", chip: .ntag212, writes: ["37:04000004"], test: 35),
        Values(name: "NTAG215", chip: .ntag215, writes: ["131:04000004"], test: 129),
        Values(name: "NTAG216", chip: .ntag216, reading: true, writes: ["228:80050000", "227:04000004"], test: 225),
        Values(name: "MF0UL11", chip: .mf0ul11, cfg0: "000000FF", writes: ["16:00000004"], test: 15),
        Values(name: "MF0UL21", chip: .mf0ul21, cfg0: "000000FF", writes: ["37:00000004"], test: 35),
        Values(name: "the last pages locked", writes: ["41:04000004"], test: 35, dynamicLock: "000C00"),
        Values(
            name: "every page locked: no write would prove anything", writes: ["41:04000004"], test: nil,
            staticLock: "F8FF", dynamicLock: "FF0F00"),
    ]

    @Test(arguments: values) func planned(_ expected: Values) throws {
        let memory = tag(
            expected.chip, cc: "E1101200", staticLock: expected.staticLock, dynamicLock: expected.dynamicLock,
            cfg0: expected.cfg0, cfg1: expected.cfg1)
        let request = try Self.request(
            reading: expected.reading, limit: expected.limit, locksConfiguration: expected.locksConfiguration)
        let making = ProtectionPlan.make(memory, layout: expected.chip.layout, request: request)
        guard case .plan(let plan) = making else {
            Issue.record("\(making)")
            return
        }
        #expect(plan.writes.map { "\($0.page):\($0.data)" } == expected.writes)
        #expect(plan.closing.map { "\($0.page):\($0.data)" } == expected.closing)
        #expect(plan.testPage == expected.test)
        #expect(plan.setsPassword && !plan.isOpen)
        let written = apply(plan.writes, to: memory)
        #expect(plan.expectedWithoutClosing.allSatisfy { written[$0.key] == $0.value })
        #expect(plan.missingWithoutClosing(in: written).isEmpty)
        let done = apply(plan.writes + [plan.closing].compactMap { $0 }, to: memory)
        #expect(done == plan.applied(to: memory))
        // With the same password it is protected as asked; and without one nobody gets in.
        let acknowledgement = request.password.acknowledgement
        #expect(
            ProtectionPlan.make(done, layout: expected.chip.layout, request: request, opened: acknowledgement) == .done)
        #expect(
            ProtectionPlan.make(done, layout: expected.chip.layout, request: request)
                == .needsPassword(from: 4))
        // Nothing of the password stands in what may be printed.
        #expect(!"\(plan)".uppercased().contains("0A0B0C0D"))
    }

    @Test func aTagThatIsOpenKeepsItsPassword() throws {
        let memory = tag(.ntag213, cfg0: "04000010")
        let request = try Self.request()
        let open = ProtectionPlan.make(memory, layout: Chip.ntag213.layout, request: request, opened: [0xE1, 0xE2])
        guard case .plan(let plan) = open else {
            Issue.record("\(open)")
            return
        }
        #expect(plan.isOpen && !plan.setsPassword)
        #expect(plan.writes.map { "\($0.page):\($0.data)" } == ["41:04000004"])
        // Another PACK is written.
        let other = ProtectionPlan.make(
            tag(.ntag213, cfg0: "04000004"), layout: Chip.ntag213.layout, request: request, opened: [0x00, 0x00])
        guard case .plan(let repaired) = other else {
            Issue.record("\(other)")
            return
        }
        #expect(repaired.setsPassword && repaired.writes.isEmpty)
    }

    /// AUTH0 below page 4 protects more than was asked for: it is not moved up.
    @Test func lowerPagesStayProtected() throws {
        let making = ProtectionPlan.make(
            tag(.ntag213, cfg0: "04000003"), layout: Chip.ntag213.layout, request: try Self.request(),
            opened: [0xE1, 0xE2])
        #expect(making == .done)
    }

    @Test func refusedBeforehand() throws {
        let layout = Chip.ntag213.layout
        let request = try Self.request()
        for auth0 in ["00", "04", "10", "29", "2C"] {
            let making = ProtectionPlan.make(
                tag(.ntag213, cfg0: "040000" + auth0), layout: layout, request: request)
            #expect(making == .needsPassword(from: Int(auth0, radix: 16) ?? -1))
        }
        let frozen = ProtectionPlan.make(tag(.ntag213, cfg1: "40050000"), layout: layout, request: request)
        #expect(
            frozen
                == .impossible(
                    "its configuration is locked for ever (CFGLCK): how it is protected can never change"))
        for chip in [Chip.ultralight, .ultralightC, .ntag203, .ntagI2CPlus1K, .st25tn512, .ntag213TT] {
            #expect(
                ProtectionPlan.make(tag(chip, cc: "E1101200"), layout: chip.layout, request: request)
                    == .unsupported("\(chip) has no password that is known for sure"))
        }
        #expect(
            ProtectionPlan.make(tag(.ntag213), layout: layout, request: try Self.request(limit: 8))
                == .impossible("so many wrong passwords cannot be counted: 1 to 7"))
        // Kept from being read.
        var kept = tag(.ntag213, cfg0: "04000004", cfg1: "80050000")
        for page in 4..<45 { kept[state: page] = .refused }
        #expect(ProtectionPlan.make(kept, layout: layout, request: request) == .needsPassword(from: 41))
    }

    @Test func takenOff() throws {
        let layout = Chip.ntag213.layout
        let memory = tag(.ntag213, cfg0: "D4000C04", cfg1: "95050000")
        #expect(UnprotectionPlan.make(memory, layout: layout) == .needsPassword(from: 4))
        guard case .plan(let plan) = UnprotectionPlan.make(memory, layout: layout, isOpen: true) else {
            Issue.record("no plan")
            return
        }
        #expect(plan.writes.map { "\($0.page):\($0.data)" } == ["42:15050000", "41:D4000CFF"])
        #expect(plan.passwordPage == 43)
        #expect(plan.missing(in: apply(plan.writes, to: memory)).isEmpty)
        // A tag that protects nothing gets the password of the factory all the same.
        guard case .plan(let plain) = UnprotectionPlan.make(tag(.ntag213), layout: layout) else {
            Issue.record("no plan")
            return
        }
        #expect(plain.writes.isEmpty)
        #expect(
            UnprotectionPlan.make(tag(.ntag213, cfg0: "04000004", cfg1: "40050000"), layout: layout, isOpen: true)
                == .impossible("its configuration is locked for ever (CFGLCK): the password stays"))
        #expect(
            UnprotectionPlan.make(tag(.ntag203), layout: Chip.ntag203.layout)
                == .unsupported("NTAG203 has no password that is known for sure"))
    }
}
