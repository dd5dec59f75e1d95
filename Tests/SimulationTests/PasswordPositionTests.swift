import Tags
import Testing

@testable import Simulation

/// AUTH0 in every position that matters, on every chip that knows a password; PROT; CFGLCK.
@Suite struct PasswordPositionTests {
    struct Chip: Sendable {
        let chip: VirtualChip
        /// CFG0; CFG1, PWD and PACK follow.
        let configuration: Int
        let last: Int
        /// Byte 0 of CFG0 as delivered.
        let first: String
    }

    static let chips = [
        Chip(chip: .mf0ul11, configuration: 0x10, last: 0x13, first: "00"),
        Chip(chip: .mf0ul21, configuration: 0x25, last: 0x28, first: "00"),
        Chip(chip: .ntag210, configuration: 0x10, last: 0x13, first: "04"),
        Chip(chip: .ntag212, configuration: 0x25, last: 0x28, first: "04"),
        Chip(chip: .ntag213, configuration: 0x29, last: 0x2C, first: "04"),
        Chip(chip: .ntag213F, configuration: 0x29, last: 0x2C, first: "04"),
        Chip(chip: .ntag213TT, configuration: 0x29, last: 0x2D, first: "04"),
        Chip(chip: .ntag215, configuration: 0x83, last: 0x86, first: "04"),
        Chip(chip: .ntag216, configuration: 0xE3, last: 0xE6, first: "04"),
        Chip(chip: .ntag216F, configuration: 0xE3, last: 0xE6, first: "04"),
    ]

    private func positions(_ chip: Chip) -> [Int] {
        let middle = [0, 2, 3, 4, 5, 15, 16] + (chip.configuration - 2...chip.configuration + 3)
        return middle.filter { $0 < chip.last } + [chip.last, chip.last + 1, 0xFF]
    }

    private func air(_ chip: Chip, auth0: Int, access: String) throws -> Air {
        try Air(
            chip.chip,
            pages: [
                chip.configuration: "\(chip.first)0000" + [UInt8(auth0)].hex, chip.configuration + 1: "\(access)050000",
                chip.configuration + 2: "A1B2C3D4", chip.configuration + 3: "CAFE0000",
            ])
    }

    @Test(arguments: chips.indices) func writes(_ index: Int) throws {
        let chip = Self.chips[index]
        for auth0 in positions(chip) {
            for page in 2...chip.last {
                let write = "A2" + [UInt8(page)].hex + "00000001"
                var closed = try air(chip, auth0: auth0, access: "00")
                #expect(try closed.send(write) == (page >= auth0 ? "nak 0" : "ack"), "AUTH0 \(auth0), page \(page)")
                var open = try air(chip, auth0: auth0, access: "00")
                #expect(try open.send("1BA1B2C3D4") == "CAFE")
                #expect(try open.send(write) == "ack", "AUTH0 \(auth0), page \(page)")
            }
        }
    }

    /// READ and FAST_READ under PROT: refused from AUTH0 on, and gone round just before it.
    @Test(arguments: chips.indices) func reads(_ index: Int) throws {
        let chip = Self.chips[index]
        for auth0 in positions(chip) {
            let end = min(auth0, chip.last + 1)
            let plain = try air(chip, auth0: auth0, access: "80")
            let shown = (0...chip.last).map { page in
                (chip.configuration + 2...chip.configuration + 3).contains(page) ? "00000000" : plain.page(page)
            }
            for page in 0...chip.last {
                var reading = plain
                let expected = page >= end ? "nak 0" : (0..<4).map { shown[(page + $0) % end] }.joined()
                #expect(try reading.send("30" + [UInt8(page)].hex) == expected, "AUTH0 \(auth0), page \(page)")
                var fast = plain
                let one = "3A" + [UInt8(page), UInt8(page)].hex
                #expect(try fast.send(one) == (page >= end ? "nak 0" : shown[page]))
                var open = plain
                #expect(try open.send("1BA1B2C3D4") == "CAFE")
                #expect(try open.send(one) == shown[page])
            }
            var range = plain
            let all = "3A00" + [UInt8(chip.last)].hex
            #expect(try range.send(all) == (end <= chip.last ? "nak 0" : shown.joined()))
        }
    }

    /// CFGLCK acts with the next activation, on CFG0 and CFG1 alone, the right password or not.
    @Test(arguments: chips.indices) func configurationLock(_ index: Int) throws {
        let chip = Self.chips[index]
        let writes = (0...3).map { "A2" + [UInt8(chip.configuration + $0)].hex }
        var air = try air(chip, auth0: 0xFF, access: "00")
        #expect(try air.send(writes[1] + "40050000") == "ack")
        #expect(try air.send(writes[0] + "\(chip.first)000008") == "ack")
        #expect(try air.send(writes[1] + "40050000") == "ack")
        for (write, isFrozen) in zip(writes, [true, true, false, false]) {
            air.activate()
            #expect(try air.send("1BA1B2C3D4") == "CAFE")
            let data = write == writes[2] ? "A1B2C3D4" : "CAFE0000"
            #expect(try air.send(write + data) == (isFrozen ? "nak 0" : "ack"))
        }
    }

    @Test(arguments: chips.indices, 0...7) func limits(_ index: Int, _ limit: Int) throws {
        let chip = Self.chips[index]
        var air = try air(chip, auth0: 4, access: "0\(limit)")
        for attempt in 1...(limit == 0 ? 20 : limit) {
            // The counter outlasts the activation, and a right password clears it.
            if attempt == limit, limit > 1 {
                air.activate()
                #expect(try air.send("1BA1B2C3D4") == "CAFE")
                for _ in 1..<limit {
                    air.activate()
                    #expect(try air.send("1B00000000") == "nak 0")
                }
            }
            air.activate()
            #expect(try air.send("1B00000000") == (attempt == limit ? "nak 4" : "nak 0"))
        }
        for password in ["A1B2C3D4", "00000000"] {
            air.activate()
            let answer = limit == 0 ? (password == "A1B2C3D4" ? "CAFE" : "nak 0") : "nak 4"
            #expect(try air.send("1B" + password) == answer)
        }
        air.activate()
        #expect(try air.send("A20400000000") == "nak 0", "the protected part stays as it is")
    }

    /// Through the PN532: READ_CNT, READ_SIG and AUTHENTICATE as PWD_AUTH and GET_VERSION.
    @Test func commandsThroughThePN532() throws {
        let counting = RackTag(.ntag213, pages: [42: Page(0x10, 5, 0, 0)])
        let bench = try Bench([counting, RackTag(.ultralightC), RackTag(.mf0ul11)], model: .acr122u)
        #expect(
            try bench.lay("FF00000004D4423902", "FFB0000010", "FF00000004D4423902", "FF00000004D4423900").map {
                $0.suffix(16)
            }
            .last == "D543029000")
        let answers = try bench.lay(
            "FF00000004D4421A00", "FF00000003D44260", "reactivate", "FF00000003D44260", "FFB0002C10")
        #expect(answers[0].hasPrefix("D54300AF") && answers[0].count == 28)
        #expect(answers[1...] == ["D543029000", "activated", "D543029000", "6300"])
        #expect(
            try bench.lay("FF00000008D442A5000200000000".filter { $0 != " " }, "FF00000004D4423900")
                == ["D543029000", "D543000200009000"])
    }
}
