import NDEF
import Tags
import Testing

@testable import Jobs

/// Networks to join.
@Suite struct WiFiFieldsTests {
    private func credential(_ row: OneRow) throws -> WiFiCredential {
        guard row.records.count == 1, case .wifi(let credential) = InterpretedRecord(row.records[0]).meaning else {
            throw NDEFError(.wrongType, offset: 0, context: "\(row.issues)")
        }
        return credential
    }

    /// Nothing is escaped, and blanks at the ends of a password are kept.
    @Test func bytesAreKept() throws {
        let first = try OneRow(["sku": "1", "type": "wifi", "ssid": "Hall;East,1", "password": "a\"b;c\\d,e:f"])
        #expect(first.issues == [])
        #expect(first.summary == "Wi-Fi Hall;East,1")
        #expect(try credential(first).ssid == Array("Hall;East,1".utf8))
        #expect(try credential(first).key == Array("a\"b;c\\d,e:f".utf8))
        let second = try OneRow(["sku": "2", "type": "WIFI", "ssid": "Stübli", "password": " kept blank "])
        #expect(
            second.issues == [
                "warning wifi-blank in password: the password begins or ends with a blank, which is kept; take it out if it "
                    + "is not meant"
            ])
        #expect(try credential(second).ssid == Array("Stübli".utf8))
        #expect(try credential(second).key == Array(" kept blank ".utf8))
    }

    /// A network with a password is WPA2-Personal with AES, one without is open.
    @Test(
        arguments: [
            ("", "", "eight-ch", 0x20, 0x08), ("", "", "", 0x01, 0x01), ("open", "", "", 1, 1),
            ("none", "None", "", 1, 1),
            ("WPA2", "", "eight-ch", 0x20, 8), ("wpa2-psk", "tkip", "eight-ch", 0x20, 4),
            ("WPA2-Personal", "AES", "eight-ch", 0x20, 8), (" wpa ", "", "eight-ch", 2, 4),
            ("wpa", "ccmp", "eight-ch", 2, 8),
            ("wpa/wpa2", "", "eight-ch", 0x22, 0x0C), ("WPA/WPA2", "aes", "eight-ch", 0x22, 8),
            ("wpa2", "aes/tkip", "eight-ch", 0x20, 0x0C), ("wep", "", "abcde", 1, 2),
            ("open", "wep", "0123456789", 1, 2),
            ("shared", "", "thirteenbytes", 4, 2), ("shared", "wep", "0123456789ABCDEF0123456789", 4, 2),
            ("", "", String(repeating: "x", count: 63), 0x20, 8), ("", "", String(repeating: "aF", count: 32), 0x20, 8),
        ] as [(String, String, String, UInt16, UInt16)])
    func security(
        _ auth: String, _ encryption: String, _ key: String, _ authentication: UInt16, _ encrypted: UInt16
    ) throws {
        let row = try OneRow([
            "type": "wifi", "ssid": "n", "Key": key, "auth": auth, "encryption": encryption,
        ])
        #expect(row.issues == [])
        let credential = try credential(row)
        #expect(credential.authentication == authentication && credential.encryption == encrypted)
        #expect(credential.key == Array(key.utf8))
        #expect(credential.macAddress == [UInt8](repeating: 0xFF, count: 6))
    }

    static let secret = "hush7"
    static let refused: [(cells: KeyValuePairs<String, String>, issue: String)] = [
        (["type": "wifi", "password": "12345678"], "error wifi-ssid: a Wi-Fi network has a name: give it as ssid"),
        (
            ["type": "wifi", "ssid": String(repeating: "ä", count: 17)],
            "error wifi-ssid in ssid: the ssid has 34 bytes; a Wi-Fi network's name has at most 32"
        ),
        (
            ["type": "wifi", "ssid": "n", "password": secret],
            "error wifi-password in password: the password has 5 bytes; a WPA password has 8 to 63, or 64 hex digits"
        ),
        (
            ["type": "wifi", "ssid": "n", "key": String(repeating: "g", count: 64)],
            "error wifi-password in key: the password has 64 bytes; a WPA password has 8 to 63, or 64 hex digits"
        ),
        (
            ["type": "wifi", "ssid": "n", "key": "123456789", "auth": "wep"],
            "error wifi-password in key: the password has 9 bytes; a WEP key has 5 or 13, or 10 or 26 hex digits"
        ),
        (
            ["type": "wifi", "ssid": "n", "key": "ghijklmnop", "auth": "shared"],
            "error wifi-password in key: the password has 10 bytes; a WEP key has 5 or 13, or 10 or 26 hex digits"
        ),
        (
            ["type": "wifi", "ssid": "n", "password": "", "auth": "wpa2"],
            "error wifi-password in password: a network with auth wpa2 has a password: give it, or write open in auth"
        ),
        (
            ["type": "wifi", "ssid": "n", "password": secret, "auth": "open"],
            "error wifi-password in password: an open network has no password: leave it out, or say in auth how it is joined"
        ),
        (
            ["type": "wifi", "ssid": "n", "password": "12345678", "key": "12345678"],
            "error wifi-password-twice in key: password and key are one and the same: give one of them"
        ),
        (
            ["type": "wifi", "ssid": "n", "password": "12345678", "auth": "wpa9"],
            "error wifi-auth in auth: auth must be one of open, wpa, wpa2, wpa/wpa2, wep, shared, not \"wpa9\""
        ),
        (
            ["type": "wifi", "ssid": "n", "password": "12345678", "auth": "WPA3"],
            "error wifi-auth in auth: auth must be one of open, wpa, wpa2, wpa/wpa2, wep, shared, not \"WPA3\"; a Wi-Fi record "
                + "cannot say WPA3: write wpa2 if the network takes both"
        ),
        (
            ["type": "wifi", "ssid": "n", "password": "12345678", "auth": "wpa", "encryption": "wep"],
            "error wifi-encryption in encryption: encryption with auth wpa must be one of tkip, aes, tkip/aes, not \"wep\""
        ),
        (
            ["type": "wifi", "ssid": "n", "encryption": "aes"],
            "error wifi-encryption in encryption: encryption with auth open must be one of none, wep, not \"aes\""
        ),
        (
            ["type": "wifi", "value": "WIFI:S:n;;", "ssid": "n"],
            "error value-unused in value: the type wifi has no value: it is made of the columns ssid, password, key, auth, "
                + "encryption"
        ),
        (
            ["type": "wifi", "ssid": ""],
            "error value-missing in type: there is nothing to write: the type is wifi, and none of its columns is filled in: "
                + "ssid, password, key, auth, encryption"
        ),
    ]

    @Test(arguments: refused.indices) func refuses(_ index: Int) throws {
        let row = try OneRow(Self.refused[index].cells)
        #expect(row.issues == [Self.refused[index].issue])
        #expect(row.records == [])
        #expect(!row.issues.joined().contains(Self.secret) && !row.summary.contains(Self.secret))
    }

    /// It is taken, and told without being shown.
    @Test func passwordBeyondASCII() throws {
        let row = try OneRow(["type": "wifi", "ssid": "n", "password": "schlüssel🔑"])
        #expect(
            row.issues == [
                "warning wifi-password-characters in password: the password has characters beyond those of ASCII, which some "
                    + "phones and networks do not take; it is kept"
            ])
        #expect(try credential(row).key == Array("schlüssel🔑".utf8))
    }

    @Test func controlCharacters() throws {
        let row = try OneRow(["type": "wifi", "ssid": "a\u{7}b", "password": "1234\t5678"])
        #expect(
            row.issues.map { String($0.prefix { $0 != ":" }) } == [
                "warning cell-invisible in ssid", "warning wifi-ssid-characters in ssid",
                "warning wifi-password-characters in password",
            ])
        #expect(row.issues.allSatisfy { $0.contains("control character") && !$0.contains("1234") })
        #expect(try credential(row).key == Array("1234\t5678".utf8))
    }

    @Test func longValues() throws {
        let row = try OneRow(["type": "wifi", "ssid": String(repeating: "x", count: 100_000), "key": "12345678"])
        #expect(
            row.issues == ["error wifi-ssid in ssid: the ssid has 100000 bytes; a Wi-Fi network's name has at most 32"])
    }

    @Test func settings() throws {
        let records = try OneRow.records(#"[{type: "wifi", ssid: "{net}-{row}", password: "{pass}", auth: "wpa2"}]"#)
        let row = try OneRow(["net": "guest", "pass": " ;1234567"], records: records)
        #expect(try credential(row).ssid == Array("guest-1".utf8))
        #expect(try credential(row).key == Array(" ;1234567".utf8))
        #expect(row.summary == "Wi-Fi guest-1")
        #expect(
            try refusal(ofRecords: #"[{type: "wifi", sid: "x"}]"#)
                == #"the settings key "records[1].sid" is not known; is ssid meant?"#)
        #expect(
            try refusal(ofRecords: #"[{type: "wifi", ssid: "x", lang: "de"}]"#)
                == #"the settings key "records[1].lang" is not known: a record of the type wifi has no language; leave it out"#
        )
        #expect(
            try refusal(ofRecords: #"[{type: "wifi"}]"#)
                == "records[1] in the settings must be a record with type and ssid")
        #expect(
            try refusal(ofRecords: #"[{type: "wifi", ssid: 7}]"#) == "records[1].ssid in the settings must be a string")
    }
}
