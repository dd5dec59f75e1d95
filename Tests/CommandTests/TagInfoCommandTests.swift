import Testing

@testable import tagmill

/// `tag info`, on a rack.
@Suite struct TagInfoCommandTests {
    private let bench: JobBench

    init() throws { bench = try JobBench() }

    private func info(_ tag: String, _ words: String..., model: String = "acr122u") throws -> ToolRun {
        ToolRun(
            words: [
                "tag", "info", "--rack",
                try bench.rack(
                    tag, model: model, name: model == "acr122u" ? "ACS ACR122U PICC Interface 00 00" : "Reader A 00 00"),
            ] + words)
    }

    @Test func everythingThatIsKnown() throws {
        let run = try info(#"{"chip": "NTAG213", "uid": "04A10000000001"}"#)
        #expect(run.code == .success)
        #expect(run.errors.isEmpty)
        #expect(
            run.output.hasPrefix(
                """
                tag       04A10000000001, NTAG213
                reader    ACS ACR122U PICC Interface 00 00
                maker     UID begins with 04 (NXP)
                told by   GET_VERSION 0004040201000F03
                size      45 pages; user pages 4 to 39, 144 bytes
                CC        E1101200: NDEF 1.0, 144 bytes of data area, reading free, writing free
                holds     no message; a message may have 137 bytes
                state     writable
                locks     no user page is locked (static 0000, dynamic 000000)
                password  not needed (AUTH0 FF), for writing (PROT 0), any number of wrong ones (AUTHLIM 0)
                mirror    off (MIRROR_CONF 0, MIRROR_PAGE 0)
                counter   off
                genuine   
                """), "\(run.output)")
    }

    @Test func locksPasswordMirrorAndCounter() throws {
        let tag =
            #"{"chip": "NTAG213", "uid": "04A10000000001", "pages": {"2": "60483000", "40": "010000BD", "#
            + #""41": "54000C14", "42": "53050000"}}"#
        let run = try info(tag)
        #expect(run.output.contains("locks     pages 4-5, 16-17 locked for ever (static 3000, dynamic 010000)"))
        #expect(
            run.output.contains(
                "password  needed from page 20 on (AUTH0 14), for writing (PROT 0), 3 wrong ones close the tag for ever "
                    + "(AUTHLIM), locked for ever as it is (CFGLCK)"))
        #expect(run.output.contains("mirror    UID over pages 12-15, from byte 1 of page 12 on"))
        #expect(run.output.contains("counter   1; each reading of the tag adds one, this one did too"))
        let json = try info(tag, "--json")
        #expect(
            json.output.contains(#""locks":{"static_hex":"3000","dynamic_hex":"010000","locked_pages":[4,5,16,17],"#))
        #expect(
            json.output.contains(
                #""password":{"protected_from":20,"protects_reading":false,"configuration_locked":true,"wrong_password_limit":3}"#
            ))
        #expect(json.output.contains(#""mirror":{"content":"UID","first_byte":49,"bytes":14}"#))
        #expect(json.output.contains(#""counters":{"2":1}"#))
    }

    @Test func withoutPassThrough() throws {
        let run = try info(#"{"chip": "NTAG213", "uid": "04A10000000001"}"#, model: "part3")
        #expect(run.output.contains("told by   reads"))
        #expect(run.output.contains("genuine   not known: it gives no signature, or the reader passes no READ_SIG"))
    }

    @Test func auth0OfATagWithTwoSectors() throws {
        let tag = #"{"chip": "NTAG I2C plus 2K"}"#
        let run = try info(tag)
        #expect(run.output.contains("password  not needed (AUTH0 FF)"), "\(run.output)")
        #expect(try info(tag, "--json").output.contains(#""password":{"protected_from":null"#))
    }

    /// A chip that is smaller than it says shows no password, and told its name.
    @Test func aTagThatLiesOfItsSize() throws {
        let run = try info(#"{"chip": "NTAG215", "last_page": 44}"#)
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("told by   GET_VERSION 0004040201001103"), "\(run.output)")
        #expect(run.output.contains("GET_VERSION names NTAG215"))
        #expect(run.output.contains("state     unknown"))
        #expect(!run.output.contains("password-"))
    }

    @Test func aContainerThatRestricts() throws {
        let run = try info(#"{"chip": "NTAG213", "pages": {"3": "E1101287"}}"#)
        #expect(run.output.contains("reading restricted (8), writing restricted (7)"), "\(run.output)")
    }

    @Test func whatIsNoTagThatIsKnown() throws {
        let run = try info(#"{"chip": "NTAG213", "pages": {"3": "00000000"}}"#)
        #expect(run.code == .success)
        #expect(run.output.contains("CC        00000000: none; the tag was never formatted for NDEF"))
        let none = try info("")
        #expect(none.code == .stopped)
    }
}
