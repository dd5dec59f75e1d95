import Tags
import Testing

@testable import Simulation

/// ST25TN and my-d, whose layouts are known in part: what must never be done to them is seen.
@Suite struct StrictChipTests {
    @Test func keyhole() throws {
        // The kill password is 00000000 at first: a stray page of zeros ends the tag.
        var air = try Air(.st25tn01K)
        #expect(try air.send("A23000000000") == "-")
        #expect(air.memory.isKilled)
        for frame in ["3000", "A20400000000"] {
            air.activate()
            #expect(try air.send(frame) == "-")
        }
        var kept = try Air(.st25tn512, pages: [0x2F: "01020304"])
        #expect(try kept.send("A23000000000") == "nak 0")
        #expect(!kept.memory.isKilled)
        kept.activate()
        #expect(try kept.send("302F") == "00000000" + "00000000" + "00000000" + "00000000", "the password is not read")
        #expect(try kept.send("A23001020304") == "-")
        #expect(kept.memory.isKilled)
    }

    @Test func keyholeIsSeenInTheRack() throws {
        let bench = try Bench([RackTag(.st25tn512, pages: [0x2F: Page(1, 2, 3, 4)])])
        #expect(
            try bench.lay("FFD6003004000000FF", "reactivate", "FFD600300401020304") == ["6300", "activated", "6300"])
        let tag = bench.rack.tags[0]
        #expect(tag.isKilled)
        #expect(tag.pageWrites.map(\.page) == [0x30, 0x30])
        #expect(tag.pageWrites.map(\.isPermitted) == [false, true])
        #expect(tag.uid.bytes[0] == 0x02)
    }

    @Test func systemPages() throws {
        for page in [0x2D, 0x31, 0x3B] {
            var air = try Air(.st25tn01K)
            #expect(try air.send("A2" + [UInt8(page)].hex + "FFFFFFFF") == "nak 0")
        }
        for bit in 0..<8 {
            var air = try Air(.st25tn01K, pages: [0x2C: "000000" + [UInt8(1 << bit)].hex])
            for page in ["2E", "2F", "3C", "3F"] {
                air.activate()
                #expect(try air.send("A2\(page)01010101") == "nak 0")
            }
            air.activate()
            #expect(try air.send("A204AABBCCDD") == "ack")
        }
    }

    @Test func userPagesOfTheSmallOne() throws {
        var air = try Air(.st25tn512)
        #expect(try air.send("A21301020304") == "ack")
        #expect(try air.send("3012") == "00000000" + "01020304" + "00000000" + "00000000")
        #expect(try air.send("A21401020304") == "nak 0")
        #expect(air.page(0x14) == "00000000")
    }

    @Test(arguments: [(.mydMove, 0x30), (.mydNFC, 0x20), (.mydLean, 0x70)] as [(VirtualChip, UInt8)])
    func uidsOfMyD(_ chip: VirtualChip, _ second: UInt8) throws {
        let bench = try Bench([RackTag(chip, count: 3)])
        for tag in bench.rack.tags { #expect(Array(tag.uid.bytes[0...1]) == [0x05, second]) }
        #expect(Set(bench.rack.tags.map(\.uid)).count == 3)
    }

    @Test func lastPagesOfMyDMove() throws {
        for page in ["24", "25"] {
            var air = try Air(.mydMove)
            #expect(try air.send("A2\(page)FFFFFFFF") == "nak 0")
            air.activate()
            #expect(try air.send("30\(page)").hasPrefix("00000000"))
        }
        for frame in ["B100000000", "B200000000", "60", "1B00000000"] {
            var air = try Air(.mydMove)
            #expect(try air.send(frame) == "nak 0")
        }
    }
}
