import Foundation
import Provisioning
import Tags
import Testing

@testable import Simulation

/// Tags that are not what their chip says: foreign versions, tags that fall silent, sizes that are not there.
@Suite struct CloneTests {
    @Test func foreignVersion() throws {
        var air = try Air(
            .ntag213, traits: TagTraits(version: .answer([0x00, 0x53, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03])))
        #expect(try air.send("60") == "0053040201000F03")
        #expect(try air.send("3000").count == 32)
        var answering = try Air(.ultralight, traits: TagTraits(version: .answer([1, 2, 3, 4, 5, 6, 7, 8])))
        #expect(try answering.send("60") == "0102030405060708")
        var refusing = try Air(.ntag213, traits: TagTraits(version: .refused))
        #expect(try refusing.send("60") == "nak 0")
        #expect(try refusing.send("3000") == "-")
        refusing.activate()
        #expect(try refusing.send("302C").count == 32, "an NTAG203 has no such page")
    }

    @Test func silentAfterVersion() throws {
        var air = try Air(.ntag215, traits: TagTraits(isSilentAfterVersion: true))
        #expect(try air.send("3000").count == 32)
        #expect(try air.send("60") == "0004040201001103")
        for frame in ["3000", "60", "A20400000000"] { #expect(try air.send(frame) == "-") }
        air.activate()
        #expect(try air.send("3000").count == 32)
    }

    /// The memory ends earlier: reads go on at page 0 there, and nothing is stored behind it.
    @Test(arguments: [
        (VirtualChip.ntag216, 0x86, "3086", "3087", "A287"), (.ntag215, 0x0F, "300F", "3010", "A210"),
        (.ultralightC, 0x20, "3020", "3021", "A221"), (.mydNFC, 0x25, "3025", "3026", "A226"),
    ]) func sizeLie(_ chip: VirtualChip, _ last: Int, _ read: String, _ past: String, _ write: String) throws {
        var air = try Air(chip, pages: [last: "CAFECAFE"], traits: TagTraits(lastPage: last))
        let header = air.page(0) + air.page(1) + air.page(2)
        #expect(try air.send(read) == "CAFECAFE" + header)
        #expect(try air.send(past) == "nak 0")
        air.activate()
        let before = air.memory
        #expect(try air.send(write + "01020304") == "nak 0")
        #expect(air.memory.bytes == before.bytes)
        air.activate()
        #expect(try air.send("A2" + read.dropFirst(2) + "01020304") == "ack")
    }

    @Test func aShorterNTAGKnowsNoPassword() throws {
        var air = try Air(.ntag215, traits: TagTraits(lastPage: 0x40))
        #expect(try air.send("1BFFFFFFFF") == "nak 0")
        air.activate()
        #expect(try air.send("3A0041") == "nak 0")
        air.activate()
        #expect(try air.send("3A3F40").count == 16)
    }

    private func tag(_ json: String) throws -> RackTag {
        let rack = #"{"readers": [{"name": "A", "model": "part3", "tags": [\#(json)]}]}"#
        return try JSONDecoder().decode(RackFile.self, from: Data(rack.utf8)).readers[0].tags[0]
    }

    @Test func rackKeys() throws {
        let signature = "4F3E3ED31C3D7F46A8A5B169CEF6BB057987F213DBD2621C59AF77FB02D0FAF6"
        let tag = try tag(
            #"""
            {"chip": "NTAG216", "uid": "04E5C922325E80", "signature": "\#(signature)", "version": "0053040201001303",
             "silent": true, "last_page": 134}
            """#)
        #expect(
            tag
                == RackTag(
                    .ntag216, uid: UID(hex: "04E5C922325E80"),
                    traits: TagTraits(
                        signature: [UInt8](hex: signature),
                        version: .answer([0x00, 0x53, 0x04, 0x02, 0x01, 0x00, 0x13, 0x03]), isSilentAfterVersion: true,
                        lastPage: 134)))
        let bench = try Bench([tag], model: .acr122u)
        #expect(
            try bench.lay("FF00000004D4423C00", "FF00000003D44260", "FF00000004D4423000")
                == ["D54300\(signature)9000", "D5430000530402010013039000", "D543019000"])
        #expect(
            try self.tag(#"{"chip": "my-d move", "version": "none", "silent": false}"#).traits
                == TagTraits(version: .refused))
        #expect(try self.tag(#"{"chip": "NTAG213"}"#).traits == TagTraits())
    }

    @Test(arguments: [
        (#""chip": "NTAG213", "signature": "00""#, #"signature: must be 32 bytes in hex, not "00""#),
        (#""chip": "NTAG213", "signature": 3"#, "signature: must be a string"),
        (
            #""chip": "NTAG203", "signature": "0000000000000000000000000000000000000000000000000000000000000000""#,
            "signature: a NTAG203 has none"
        ),
        (#""chip": "NTAG213", "version": "04""#, #"version: must be eight bytes in hex, or none, not "04""#),
        (#""chip": "NTAG213", "version": "None""#, #"version: must be eight bytes in hex, or none, not "None""#),
        (#""chip": "NTAG213", "silent": 1"#, "silent: must be true or false"),
        (#""chip": "NTAG213", "last_page": 45"#, "last_page: must be a whole number from 3 to 44, not 45"),
        (#""chip": "NTAG213", "last_page": 2"#, "last_page: must be a whole number from 3 to 44, not 2"),
        (#""chip": "NTAG213", "lastpage": 2"#, #"lastpage: unknown key; did you mean "last_page"?"#),
    ]) func rackKeysThatAreRefused(_ json: String, _ sentence: String) throws {
        let error = try #require(throws: RackError.self) { try tag("{\(json)}") }
        #expect(error.description == "readers[0].tags[0].\(sentence)")
    }

    @Test func oneUIDHasOneSetOfTraits() throws {
        let uid = UID(hex: "04112233445566")
        func rack(_ first: TagTraits, _ second: TagTraits) throws -> Rack {
            try Rack(
                RackFile(readers: [
                    RackReader(
                        "A", model: .part3,
                        tags: [RackTag(.ntag213, uid: uid, traits: first), RackTag(.ntag213, uid: uid, traits: second)])
                ]))
        }
        let fake = TagTraits(isSilentAfterVersion: true)
        #expect(try rack(fake, fake).tags.count == 1)
        #expect(try rack(fake, TagTraits()).tags.count == 1)
        let error = try #require(throws: RackError.self) { try rack(TagTraits(), fake) }
        #expect(error.code == .conflict)
    }
}
