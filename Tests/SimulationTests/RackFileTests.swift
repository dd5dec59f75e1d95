import Foundation
import Tags
import Testing

@testable import Simulation

@Suite struct RackFileTests {
    private func decode(_ json: String) throws -> RackFile {
        try JSONDecoder().decode(RackFile.self, from: Data(json.utf8))
    }

    private func rack(tag: String) -> String {
        #"{"readers": [{"name": "A 00 00", "model": "part3", "tags": [{"chip": "NTAG213"}, \#(tag)]}]}"#
    }

    @Test func everything() throws {
        let file = try decode(
            """
            {"seed": 42, "latency": "real", "readers": [
              {"name": "ACS ACR122U PICC Interface 00 00", "model": "acr122u", "tags": [
                {"chip": "ntag-213", "count": 20, "uid": "04:A1:B2:C3:D4:E5:F6", "again": 3,
                 "pages": {"40": "010000BD", "4": "0300FE00"},
                 "faults": [{"at": 7, "fault": "remove"}, {"write": 2, "fault": "status:6F00"},
                            {"page": 5, "fault": "torn"}, {"every": 4, "fault": "delay:20"}]}]},
              {"name": "Identiv uTrust 3700 F 00 00", "model": "part3", "tags": []}]}
            """)
        let uid = try #require(UID(hex: "04A1B2C3D4E5F6"))
        #expect(
            file
                == RackFile(
                    seed: 42, latency: .real,
                    readers: [
                        RackReader(
                            "ACS ACR122U PICC Interface 00 00", model: .acr122u,
                            tags: [
                                RackTag(
                                    .ntag213, count: 20, uid: uid,
                                    pages: [40: Page(1, 0, 0, 0xBD), 4: Page(3, 0, 0xFE, 0)],
                                    faults: [
                                        RackFault(.exchange(7), .remove), RackFault(.write(2), .status(0x6F00)),
                                        RackFault(.page(5), .torn), RackFault(.every(4), .delay(milliseconds: 20)),
                                    ], again: 3)
                            ]),
                        RackReader("Identiv uTrust 3700 F 00 00", model: .part3, tags: []),
                    ]))
        #expect(try Rack(file).tags.last?.uid.description == "04A1B2C3D4E609")
    }

    private static let models =
        "acr122u, acr1252u, acr1552u, utrust, scl3711, omnikey, springcard, feitian, rcs300, part3"

    @Test func everyReader() throws {
        let file = try decode(
            """
            {"readers": [
              {"name": "1", "model": "acr122u", "wakes": "list", "pass_through": false, "antenna": "table"},
              {"name": "2", "model": "acr1252u", "keeps_session": true, "wakes": "lift"},
              {"name": "3", "model": "acr1552u", "direct": true}, {"name": "4", "model": "utrust", "read_bytes": 16},
              {"name": "5", "model": "scl3711", "read_bytes": 4}, {"name": "6", "model": "omnikey", "last_page": 15},
              {"name": "7", "model": "springcard", "pass_through": true}, {"name": "8", "model": "feitian"},
              {"name": "9", "model": "rcs300"}, {"name": "10", "model": "part3", "antenna": "table"}]}
            """)
        #expect(
            file.readers == [
                RackReader(
                    "1", model: .acr122u, traits: ReaderTraits(wakes: .list, passesThrough: false), antenna: "table",
                    tags: []),
                RackReader("2", model: .acr1252u, traits: ReaderTraits(wakes: .lift, keepsSession: true), tags: []),
                RackReader("3", model: .acr1552u, traits: ReaderTraits(takesDirect: true), tags: []),
                RackReader("4", model: .utrust, traits: ReaderTraits(readBytes: 16), tags: []),
                RackReader("5", model: .scl3711, traits: ReaderTraits(readBytes: 4), tags: []),
                RackReader("6", model: .omnikey, traits: ReaderTraits(lastPage: 15), tags: []),
                RackReader("7", model: .springcard, tags: []), RackReader("8", model: .feitian, tags: []),
                RackReader("9", model: .rcs300, tags: []),
                RackReader("10", model: .part3, antenna: "table", tags: []),
            ])
    }

    @Test func defaults() throws {
        let file = try decode(rack(tag: #"{"chip": "NTAG216"}"#))
        #expect(file.seed == 1)
        #expect(file.latency == .none)
        #expect(file.readers[0].tags[1] == RackTag(.ntag216))
    }

    @Test(arguments: [
        (#"{"chip": "NTAG213", "cout": 2}"#, #"cout: unknown key; did you mean "count"?"#),
        (#"{"chip": "NTAG213", "zzzzzz": 2}"#, "zzzzzz: unknown key; did you mean \"chip\"?"),
        (
            #"{"chip": "NTAG214"}"#,
            "chip: must be one of Ultralight, Ultralight C, MF0UL11, MF0UL21, NTAG203, NTAG210, NTAG212, NTAG213, NTAG213F, "
                + "NTAG213 TT, NTAG215, NTAG216, NTAG216F, NTAG I2C 1K, NTAG I2C 2K, NTAG I2C plus 1K, NTAG I2C plus 2K, "
                + #"ST25TN512, ST25TN01K, my-d move, my-d NFC, my-d lean, not "NTAG214""#
        ),
        (#"{}"#, "chip: a tag needs a chip"), (#"{"chip": 213}"#, "chip: must be a string"),
        (#"{"chip": "NTAG213", "count": 0}"#, "count: must be a whole number from 1 to 100000, not 0"),
        (#"{"chip": "NTAG213", "count": "2"}"#, "count: must be a whole number from 1 to 100000"),
        (#"{"chip": "NTAG213", "count": 1.5}"#, "count: must be a whole number from 1 to 100000"),
        (#"{"chip": "NTAG213", "count": null}"#, "count: must be a whole number from 1 to 100000"),
        (
            #"{"chip": "NTAG213", "uid": "04112233"}"#,
            #"uid: must be seven bytes in hex that do not begin with 88, not "04112233""#
        ),
        (
            #"{"chip": "NTAG213", "uid": "88112233445566"}"#,
            #"uid: must be seven bytes in hex that do not begin with 88, not "88112233445566""#
        ),
        (#"{"chip": "NTAG213", "image": "a.bin"}"#, "image: image files are not taken here; use pages"),
        (
            #"{"chip": "NTAG213", "pages": {"45": "00000000"}}"#,
            "pages.45: must be the number of a page, 2 to 44 on a NTAG213"
        ),
        (
            #"{"chip": "NTAG213", "pages": {"0x4": "00000000"}}"#,
            "pages.0x4: must be the number of a page, 2 to 44 on a NTAG213"
        ),
        (#"{"chip": "NTAG213", "pages": {"1": "00000000"}}"#, "pages.1: pages 0 and 1 hold the UID; give it as uid"),
        (#"{"chip": "NTAG213", "pages": {"4": "000000"}}"#, #"pages.4: must be four bytes in hex, not "000000""#),
        (#"{"chip": "NTAG213", "pages": {"4": 0}}"#, "pages.4: must be a string"),
        (#"{"chip": "NTAG213", "pages": ["4"]}"#, "pages: must be an object"),
        (#"{"chip": "NTAG213", "faults": {}}"#, "faults: must be a list"),
        (
            #"{"chip": "NTAG213", "faults": [{"fault": "remove"}]}"#,
            "faults[0]: a fault needs exactly one of at, write, page and every"
        ),
        (
            #"{"chip": "NTAG213", "faults": [{"at": 1, "write": 1, "fault": "remove"}]}"#,
            "faults[0]: a fault needs exactly one of at, write, page and every"
        ),
        (
            #"{"chip": "NTAG213", "faults": [{"at": 0, "fault": "remove"}]}"#,
            "faults[0].at: must be a whole number from 1 to 1000000, not 0"
        ),
        (#"{"chip": "NTAG213", "faults": [{"at": 1}]}"#, "faults[0].fault: a fault needs a name"),
        (
            #"{"chip": "NTAG213", "faults": [{"page": 45, "fault": "torn"}]}"#,
            "faults[0].page: a NTAG213 has pages 2 to 44 to write"
        ),
        (#"{"chip": "NTAG213", "again": 101}"#, "again: must be a whole number from 0 to 100, not 101"),
        ("[]", ""), ("7", ""),
    ]) func badTags(_ tag: String, _ sentence: String) throws {
        let error = try #require(throws: RackError.self) { try decode(rack(tag: tag)) }
        let place = "readers[0].tags[1]"
        #expect(error.description == (sentence.isEmpty ? "\(place): must be an object" : "\(place).\(sentence)"))
    }

    @Test func badFaultNameIsNamedWithItsPlace() throws {
        let error = try #require(throws: RackError.self) {
            try decode(
                #"""
                {"readers": [{"name": "A", "model": "part3"}, {"name": "B", "model": "part3", "tags": [
                  {"chip": "NTAG213", "faults": [{"at": 1, "fault": "remove"}, {"at": 2, "fault": "torn"},
                                                 {"at": 3, "fault": "remov"}]}]}]}
                """#)
        }
        #expect(error.description.hasPrefix("readers[1].tags[0].faults[2].fault: must be one of remove, "))
        #expect(error.description.hasSuffix(#"not "remov"; did you mean "remove"?"#))
    }

    @Test(arguments: [
        ("{}", "readers: a rack needs at least one"), (#"{"readers": []}"#, "readers: a rack needs at least one"),
        ("[]", "the rack: must be an object"), (#"{"reader": []}"#, #"reader: unknown key; did you mean "readers"?"#),
        (#"{"seed": -1, "readers": []}"#, "seed: must be a whole number from 0 to 9223372036854775807, not -1"),
        (#"{"latency": "slow", "readers": []}"#, "latency: must be none or real"),
        (#"{"readers": [{"model": "part3"}]}"#, "readers[0].name: a reader needs a name"),
        (#"{"readers": [{"name": "A"}]}"#, "readers[0].model: a reader needs a model, one of \(models)"),
        (
            #"{"readers": [{"name": "A", "model": "acr1253u"}]}"#,
            #"readers[0].model: must be one of \#(models), not "acr1253u"; did you mean "acr1252u"?"#
        ),
        (
            #"{"readers": [{"name": "A", "model": "omnikey", "pass_through": false}]}"#,
            "readers[0].pass_through: says nothing of omnikey"
        ),
        (
            #"{"readers": [{"name": "A", "model": "omnikey", "wakes": "list"}]}"#,
            #"readers[0].wakes: must be reconnect or lift on omnikey, not "list""#
        ),
        (
            #"{"readers": [{"name": "A", "model": "acr122u", "wakes": "never"}]}"#,
            #"readers[0].wakes: must be reconnect, list or lift on acr122u, not "never""#
        ),
        (
            #"{"readers": [{"name": "A", "model": "utrust", "read_bytes": 8}]}"#,
            "readers[0].read_bytes: must be 4 or 16, not 8"
        ),
        (
            #"{"readers": [{"name": "A", "model": "acr1552u", "direct": 1}]}"#,
            "readers[0].direct: must be true or false"
        ),
        (
            #"{"readers": [{"name": "A", "model": "omnikey", "last_page": 256}]}"#,
            "readers[0].last_page: must be a whole number from 3 to 255, not 256"
        ),
        (
            #"{"readers": [{"name": "", "model": "part3"}]}"#,
            "readers[0].name: must have 1 to 127 bytes, without quotes and control characters"
        ),
        (
            #"{"readers": [{"name": "A\u0000", "model": "part3"}]}"#,
            "readers[0].name: must have 1 to 127 bytes, without quotes and control characters"
        ),
        (#"{"readers": [{"name": "A", "model": "part3", "tags": 1}]}"#, "readers[0].tags: must be a list"),
        (
            #"{"readers": [{"name": "A", "model": "part3", "tag": []}]}"#,
            #"readers[0].tag: unknown key; did you mean "tags"?"#
        ),
    ]) func badRacks(_ json: String, _ sentence: String) throws {
        let error = try #require(throws: RackError.self) { try decode(json) }
        #expect(error.description == sentence)
    }

    @Test func contradictions() throws {
        let uid = UID(hex: "04112233445566")
        let cases: [(RackError.Code, [RackReader])] = [
            (.conflict, [RackReader("A", model: .part3, tags: []), RackReader("A", model: .part3, tags: [])]),
            (
                .conflict,
                [RackReader("A", model: .part3, tags: [RackTag(.ntag213, uid: uid), RackTag(.ntag215, uid: uid)])]
            ),
            (
                .conflict,
                [
                    RackReader(
                        "A", model: .part3,
                        tags: [RackTag(.ntag213, uid: uid), RackTag(.ntag213, uid: uid, pages: [4: Page(word: 0)])])
                ]
            ),
            (
                .tooMany,
                [
                    RackReader(
                        "A", model: .part3, tags: [RackTag(.ntag213, count: 60_000), RackTag(.ntag213, count: 60_000)])
                ]
            ),
            (
                .badValue,
                [RackReader("A", model: .part3, tags: [RackTag(.ntag213, count: 2, uid: UID(hex: "04FFFFFFFFFFFF"))])]
            ),
            (.badValue, [RackReader("A", model: .part3, tags: [RackTag(.ntag213, uid: UID(hex: "04FFFFFF"))])]),
        ]
        for (code, readers) in cases {
            let error = try #require(throws: RackError.self) { try Rack(RackFile(readers: readers)) }
            #expect(error.code == code)
        }
    }

    @Test func everyTagHasItsOwnUID() throws {
        let given = try Rack(RackFile(readers: [RackReader("A", model: .part3, tags: [RackTag(.ntag213)])])).tags[0].uid
        let rack = try Rack(
            RackFile(readers: [
                RackReader(
                    "A", model: .part3, tags: [RackTag(.ntag213, count: 50), RackTag(.ntag213, count: 2, uid: given)]),
                RackReader("B", model: .part3, tags: [RackTag(.ntag216, count: 50)]),
            ]))
        #expect(rack.tags.count == 102)
        #expect(Set(rack.tags.map(\.uid)).count == 102)
        #expect(rack.tags.allSatisfy { $0.uid.bytes.count == 7 && $0.uid.bytes[0] == 0x04 })
    }

    /// Every prefix and many one-byte changes of a rack are read or refused, never trapped on.
    @Test func takesAnyBytes() throws {
        let json = Array(
            #"""
            {"seed":1,"latency":"none","readers":[{"name":"A","model":"part3","tags":[{"chip":"NTAG213","count":2,
            "uid":"04112233445566","pages":{"40":"010000BD"},"faults":[{"at":7,"fault":"remove"}]}]}]}
            """#
            .utf8)
        for count in 0..<json.count {
            #expect(throws: (any Error).self) {
                try JSONDecoder().decode(RackFile.self, from: Data(json.prefix(count)))
            }
        }
        for index in json.indices {
            for byte: UInt8 in [0x00, 0x22, 0x2D, 0x30, 0x39, 0x5B, 0x7D, 0x80, 0xFF, json[index] ^ 1] {
                var changed = json
                changed[index] = byte
                if let file = try? JSONDecoder().decode(RackFile.self, from: Data(changed)) { _ = try? Rack(file) }
            }
        }
    }
}
