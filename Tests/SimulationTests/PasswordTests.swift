import Tags
import Testing

@testable import Simulation

/// AUTH0, PROT, CFGLCK, AUTHLIM, PWD_AUTH, and when they act.
@Suite struct PasswordTests {
    private func protected(_ auth0: String, access: String) throws -> Air {
        try Air(
            .ntag213, uid: "04E5C922325E80",
            pages: [41: "040000\(auth0)", 42: "\(access)050000", 43: "A1B2C3D4", 44: "CAFE0000"])
    }

    @Test func writeProtection() throws {
        var air = try protected("10", access: "00")
        #expect(try air.send("A20F00000000") == "ack")
        #expect(try air.send("3010").count == 32)
        #expect(try air.send("A21000000000") == "nak 0")
        air.activate()
        #expect(try air.send("1BA1B2C3D4") == "CAFE")
        #expect(try air.send("A21000000000") == "ack")
        // A refusal, and a new activation, end the authentication.
        #expect(try air.send("30FF") == "nak 0")
        air.activate()
        #expect(try air.send("A21000000000") == "nak 0")
    }

    @Test(arguments: [
        (0x0A, "3009", "09 00 01 02"), (0x0A, "3008", "08 09 00 01"), (0x0A, "3006", "06 07 08 09"),
        (0x0A, "300A", "nak 0"), (0x0A, "302C", "nak 0"), (0x0A, "3A0409", "04 05 06 07 08 09"),
        (0x0A, "3A040A", "nak 0"), (0x04, "3004", "nak 0"), (0x04, "3003", "03 00 01 02"), (0x00, "3000", "nak 0"),
        (0x2C, "302B", "2B 00 01 02"), (0x2D, "302C", "2C 00 01 02"),
    ]) func readProtectionRollsOver(_ auth0: Int, _ command: String, _ answer: String) throws {
        var air = try protected([UInt8(auth0)].hex, access: "80")
        let expected =
            answer.hasPrefix("nak")
            ? answer
            : try answer.split(separator: " ").map { part in
                let page = try #require(Int(part, radix: 16))
                return (43...44).contains(page) ? "00000000" : air.page(page)
            }.joined()
        #expect(try air.send(command) == expected)
    }

    @Test func rightPasswordOpensReads() throws {
        var air = try protected("04", access: "80")
        #expect(try air.send("1BA1B2C3D4") == "CAFE")
        #expect(try air.send("3004").hasPrefix("0103A00C"))
        #expect(try air.send("3029").hasPrefix("04000004"))
    }

    @Test func passwordActsAtOnceAndConfigurationLater() throws {
        var air = try Air(.ntag213)
        #expect(try air.send("A22B01020304") == "ack")
        #expect(try air.send("A22C55660000") == "ack")
        #expect(try air.send("1B01020304") == "5566")
        air.activate()
        #expect(try air.send("A22904000004") == "ack")
        #expect(try air.send("A20400000000") == "ack")
        air.activate()
        #expect(try air.send("A20400000000") == "nak 0")
    }

    /// A password that was changed protects nothing while AUTH0 stands behind the last page.
    @Test func passwordWithoutProtection() throws {
        var air = try Air(.ntag216, pages: [229: "953F52FF"])
        #expect(try air.send("A20400000000") == "ack")
        #expect(try air.send("30E5").hasPrefix("00000000"))
    }

    @Test func lockedConfiguration() throws {
        var air = try protected("FF", access: "40")
        #expect(try air.send("A22904000004") == "nak 0")
        air.activate()
        #expect(try air.send("A22A00050000") == "nak 0")
        air.activate()
        #expect(try air.send("A22B00000000") == "ack")
    }

    @Test func limitOfWrongPasswords() throws {
        var air = try protected("04", access: "02")
        let script = [
            ("1B00000000", "nak 0"), ("1BA1B2C3D4", "CAFE"), ("1B00000000", "nak 0"), ("1B00000000", "nak 4"),
            ("1BA1B2C3D4", "nak 4"),
        ]
        for (command, answer) in script {
            air.activate()
            #expect(try air.send(command) == answer)
        }
    }

    /// However far the count is, a right password resets it; and once it has reached the limit none does.
    @Test(arguments: 1...7) func everyLimitOfWrongPasswords(limit: Int) throws {
        for wrong in 0...(limit + 2) {
            var air = try protected("04", access: "0\(limit)")
            for attempt in 0..<wrong {
                air.activate()
                #expect(try air.send("1B00000000") == (attempt + 1 < limit ? "nak 0" : "nak 4"))
            }
            air.activate()
            #expect(try air.send("1BA1B2C3D4") == (wrong < limit ? "CAFE" : "nak 4"))
            guard wrong < limit else { continue }
            for attempt in 1...limit {
                air.activate()
                #expect(try air.send("1B00000000") == (attempt < limit ? "nak 0" : "nak 4"))
            }
        }
    }

    @Test func wrongPasswordsWithoutLimit() throws {
        var air = try protected("04", access: "00")
        for _ in 0..<20 {
            air.activate()
            #expect(try air.send("1B00000000") == "nak 0")
        }
        air.activate()
        #expect(try air.send("1BA1B2C3D4") == "CAFE")
    }

    @Test(arguments: [
        // MIRROR_CONF 01 at byte 1 of page 12; at byte 2; page 3 or less: off; past the user pages: off.
        ("54000CFF", "00", 49, "04E5C922325E80"), ("64000CFF", "00", 50, "04E5C922325E80"),
        ("540003FF", "00", 0, ""), ("540025FF", "00", 0, ""), ("540024FF", "00", 145, "04E5C922325E80"),
        // The counter alone, both; both with the counter off: the UID alone.
        ("84000CFF", "10", 48, "000001"), ("C4000CFF", "10", 48, "04E5C922325E80x000001"),
        ("C4000CFF", "00", 48, "04E5C922325E80"), ("84000CFF", "00", 0, ""),
    ]) func mirror(_ cfg0: String, _ access: String, _ offset: Int, _ text: String) throws {
        var air = try Air(.ntag213, uid: "04E5C922325E80", pages: [41: cfg0, 42: "\(access)050000"])
        let stored = Array(air.memory.bytes.prefix(160))
        var expected = stored
        expected.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        #expect(try air.send("3A0027") == expected.hex)
        #expect(Array(air.memory.bytes.prefix(160)) == stored)
    }

    @Test func readsAreCounted() throws {
        var air = try Air(.ntag213, pages: [42: "10050000"])
        #expect(try air.send("3902") == "000000")
        #expect(try air.send("3000").count == 32)
        #expect(try air.send("3000").count == 32)
        #expect(try air.send("3902") == "010000")
        air.activate()
        #expect(try air.send("3A0000").count == 8)
        #expect(try air.send("3902") == "020000")
        var off = try Air(.ntag213)
        #expect(try off.send("3902") == "nak 0")
        var kept = try Air(.ntag213, pages: [42: "18050000"])
        #expect(try kept.send("3902") == "nak 0")
    }
}
