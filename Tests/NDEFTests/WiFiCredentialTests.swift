import NDEF
import Testing

@Suite struct WiFiCredentialTests {
    /// An attribute: number, length and value.
    static func attribute(_ number: UInt16, _ value: [UInt8]) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 255), UInt8(value.count >> 8), UInt8(value.count & 255)] + value
    }

    static let inner: [UInt8] =
        attribute(0x1026, [1]) + attribute(0x1045, Array("shop".utf8)) + attribute(0x1003, [0, 0x20])
        + attribute(0x100F, [0, 8]) + attribute(0x1027, Array("secret-99".utf8))
        + attribute(0x1020, [2, 3, 4, 5, 6, 7])

    static func interpreted(_ payload: [UInt8], type: String = "application/vnd.wfa.wsc") -> InterpretedRecord {
        InterpretedRecord(Record(typeNameFormat: .media, type: Array(type.utf8), payload: payload))
    }

    static func credential(_ payload: [UInt8], type: String = "application/vnd.wfa.wsc") throws -> WiFiCredential {
        guard case .wifi(let credential) = interpreted(payload, type: type).meaning else {
            throw NDEFError(.wrongType, offset: 0, context: "\(interpreted(payload, type: type).meaning)")
        }
        return credential
    }

    @Test(arguments: ["application/vnd.wfa.wsc", "Application/VND.wfa.WSC"]) func whole(_ type: String) throws {
        let payload =
            Self.attribute(0x104A, [0x10]) + Self.attribute(0x100E, Self.inner)
            + Self.attribute(0x1049, [0, 0x37, 0x2A, 0, 1, 0x20])
        let credential = try Self.credential(payload, type: type)
        #expect(credential.ssid == Array("shop".utf8))
        #expect(credential.authentication == 0x20)
        #expect(credential.encryption == 8)
        #expect(credential.key == Array("secret-99".utf8))
        #expect(credential.macAddress == [2, 3, 4, 5, 6, 7])
        #expect(credential.vendorExtension == [0, 0x37, 0x2A, 0, 1, 0x20])
        #expect(credential.authenticationName == "WPA2-Personal")
        #expect(credential.encryptionName == "AES")
        #expect(Self.interpreted(payload, type: type).notes == [])
        #expect(!"\(credential)".contains("secret") && !"\(credential)".contains("shop"))
    }

    @Test func notes() throws {
        let bare = Self.attribute(0x1045, Array("shop".utf8) + [0, 0, 0])
        #expect(try Self.credential(bare).ssid == Array("shop\0\0\0".utf8))
        #expect(Self.interpreted(bare).notes == [.wifiWithoutCredential, .ssidPadded(count: 3)])
        let two = Self.attribute(0x100E, Self.inner) + Self.attribute(0x100E, bare)
        #expect(try Self.credential(two).ssid == Array("shop".utf8))
        #expect(Self.interpreted(two).notes == [.wifiCredentials(count: 2)])
        let smallest = Self.attribute(0x100E, Self.attribute(0x1045, []))
        let credential = try Self.credential(smallest)
        #expect(credential.ssid == [] && credential.key == nil && credential.authentication == nil)
        #expect(credential.authenticationName == nil && credential.encryptionName == nil)
    }

    /// The error names place and lengths, never a value.
    @Test(arguments: [
        ("", "the Wi-Fi credential is broken at byte 0 (no credential)"),
        ("100E0000", "the Wi-Fi credential is broken at byte 0 (no SSID)"),
        ("104A000110", "the Wi-Fi credential is broken at byte 0 (no credential)"),
        ("10450004736F70", "the Wi-Fi credential is broken at byte 0 (an attribute, length 4, left 3)"),
        ("1045000161104A", "the Wi-Fi credential is broken at byte 5 (an attribute's header, left 2)"),
        ("100E0006104500036162", "the Wi-Fi credential is broken at byte 4 (an attribute, length 3, left 2)"),
        (
            "100E000A1045000161100300016B",
            "the Wi-Fi credential is broken at byte 13 (an authentication type, length 1)"
        ),
        (
            "100E000B10450001611020000202036B",
            "the Wi-Fi credential is broken at byte 15 (an attribute's header, left 1)"
        ),
        ("10450001611020000102", "the Wi-Fi credential is broken at byte 9 (a MAC address, length 1)"),
        ("1045FFFF", "the Wi-Fi credential is broken at byte 0 (an attribute, length 65535, left 0)"),
    ]) func broken(_ payload: String, _ sentence: String) {
        guard case .error(let error) = Self.interpreted(bytes(payload)).meaning else {
            Issue.record("read: \(payload)")
            return
        }
        #expect("\(error)" == sentence)
    }

    @Test func lengths() throws {
        let long = Self.attribute(0x1045, [UInt8](repeating: 0x61, count: 33))
        #expect(Self.interpreted(long).meaning == .error(NDEFError(.invalidWiFi, offset: 0)))
        #expect(try Self.credential(Self.attribute(0x1045, [UInt8](repeating: 0x61, count: 32))).ssid.count == 32)
        let key = Self.attribute(0x1045, [0x61]) + Self.attribute(0x1027, [UInt8](repeating: 0x61, count: 65))
        #expect(Self.interpreted(key).meaning == .error(NDEFError(.invalidWiFi, offset: 0)))
    }

    @Test func hostile() {
        let payload = Self.attribute(0x100E, Self.inner)
        for length in 0...payload.count { _ = Self.interpreted(Array(payload.prefix(length))) }
        for index in payload.indices {
            for value in UInt8.min...UInt8.max {
                var changed = payload
                changed[index] = value
                _ = Self.interpreted(changed)
            }
        }
    }
}
