import Tags
import Testing

@testable import Simulation

/// What the Ultralight C alone does: AUTH0 and AUTH1, the key's pages, its authentication, its counter, the moment of locking.
@Suite struct UltralightCTests {
    private func protected(_ auth0: String, _ auth1: String) throws -> Air {
        try Air(.ultralightC, uid: "04E5C922325E80", pages: [42: "\(auth0)000000", 43: "\(auth1)000000"])
    }

    /// AUTH1 with bit 0 clear: reads too, and a READ below AUTH0 goes on at page 0 just before it.
    @Test(arguments: [
        ("03", "3003", "nak 0"), ("03", "3002", "02 00 01 02"), ("00", "3000", "00 01 02 00"),
        ("10", "300F", "0F 00 01 02"),
        ("10", "300E", "0E 0F 00 01"), ("10", "300C", "0C 0D 0E 0F"), ("10", "3010", "nak 0"), ("10", "302B", "nak 0"),
        ("28", "3028", "nak 0"), ("2A", "3029", "29 00 01 02"), ("2B", "302A", "2A 00 01 02"),
        ("2C", "302B", "2B 00 01 02"),
        ("30", "302B", "2B 00 01 02"), ("2F", "3028", "28 29 2A 2B"),
    ]) func readProtection(_ auth0: String, _ command: String, _ answer: String) throws {
        var air = try protected(auth0, "00")
        let expected =
            answer.hasPrefix("nak")
            ? answer
            : try answer.split(separator: " ").map { air.page(try #require(Int($0, radix: 16))) }.joined()
        #expect(try air.send(command) == expected)
    }

    /// AUTH1 with bit 0 set: writes alone.
    @Test(arguments: [("03", 3), ("00", 3), ("10", 16), ("28", 40), ("29", 41), ("2A", 42), ("2C", 44), ("30", 48)])
    func writeProtection(_ auth0: String, _ first: Int) throws {
        for auth1 in ["01", "00", "FF"] {
            for page in 3...47 {
                var air = try protected(auth0, auth1)
                let answer = try air.send("A2" + [UInt8(page)].hex + "00000001")
                #expect(answer == (page >= first ? "nak 0" : "ack"), "AUTH0 \(auth0), page \(page)")
            }
            var air = try protected(auth0, auth1)
            if auth1 != "00" { #expect(try air.send("302B").count == 32) }
        }
    }

    @Test func protectionActsWithTheNextActivation() throws {
        var air = try Air(.ultralightC)
        #expect(try air.send("A22A04000000") == "ack")
        #expect(try air.send("A20400000000") == "ack")
        #expect(try air.send("3004").count == 32)
        air.activate()
        #expect(try air.send("A20400000000") == "nak 0")
        air.activate()
        #expect(try air.send("3004") == "nak 0")
        // Nothing opens it: the key is not played.
        air.activate()
        #expect(try air.send("A22A30000000") == "nak 0")
    }

    @Test func keysAreWrittenAndNeverRead() throws {
        var air = try Air(.ultralightC)
        #expect(try air.send("A22C00112233") == "ack")
        #expect(try air.send("A22FCCDDEEFF") == "ack")
        #expect(air.page(44) == "00112233")
        #expect(air.page(47) == "CCDDEEFF")
        for page in 0x2C...0x2F {
            air.activate()
            #expect(try air.send("30" + [UInt8(page)].hex) == "nak 0")
        }
        air.activate()
        #expect(!(try air.send("302B")).contains("00112233"))
        air.activate()
        #expect(try air.send("A23000000000") == "nak 0")
    }

    @Test func authenticationIsBegunAndNeverEnds() throws {
        var air = try Air(.ultralightC)
        let first = try air.send("1A00")
        #expect(first.hasPrefix("AF") && first.count == 18)
        #expect(try air.send("AF" + String(repeating: "00", count: 16)) == "nak 0")
        #expect(try air.send("3000") == "-")
        air.activate()
        let second = try air.send("1A00")
        #expect(second.hasPrefix("AF") && second.count == 18 && second != first)
        #expect(try air.send("3000") == "nak 0")
        air.activate()
        #expect(try air.send("1A01") == "nak 0")
        air.activate()
        #expect(try air.send("3000").count == 32)
    }

    @Test func locksActWithTheNextActivation() throws {
        for (write, page) in [
            ("A20200001000", "04"), ("A22802000000", "10"), ("A22800800000", "2C"), ("A22800200000", "2A"),
        ] {
            var air = try Air(.ultralightC)
            #expect(try air.send(write) == "ack")
            #expect(try air.send("A2\(page)00000000") == "ack")
            air.activate()
            #expect(try air.send("A2\(page)00000000") == "nak 0")
        }
        // So do block-lock bits.
        var air = try Air(.ultralightC)
        #expect(try air.send("A22801010000") == "ack")
        #expect(try air.send("A22802100000") == "ack")
        #expect(air.page(40) == "03110000")
        air.activate()
        #expect(try air.send("A2280C000000") == "ack")
        #expect(air.page(40) == "03110000")
    }

    @Test func counter() throws {
        var air = try Air(.ultralightC)
        #expect(try air.send("A22900000000") == "ack")
        #expect(try air.send("A229FE0F1234") == "ack")
        #expect(try air.send("3029").hasPrefix("FE0F0000"))
        #expect(try air.send("A22902000000") == "ack")
        #expect(air.page(41) == "00100000")
        #expect(try air.send("A22910000000") == "nak 0")
        #expect(air.page(41) == "00100000")
    }
}
