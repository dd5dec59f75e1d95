import NDEF
import Testing

/// Credentials as bytes, and back.
@Suite struct WiFiEncodingTests {
    struct Sample: CustomTestStringConvertible {
        var ssid: String
        var authentication: UInt16
        var encryption: UInt16
        var key: String
        var payload: String

        var testDescription: String { ssid }
    }

    static let samples = [
        Sample(
            ssid: "shed", authentication: 0x20, encryption: 8, key: "apple-pie",
            payload: "100E0030 1026000101 1045000473686564 100300020020 100F00020008 10270009 6170706C652D706965"
                + "10200006FFFFFFFFFFFF"),
        Sample(
            ssid: "é", authentication: 0x22, encryption: 0x0C, key: " a\"b;c\\d,e ",
            payload:
                "100E0030 1026000101 10450002C3A9 100300020022 100F0002000C 1027000B 2061 22 62 3B 63 5C 64 2C 65 20"
                + "10200006FFFFFFFFFFFF"),
        Sample(
            ssid: "x", authentication: 1, encryption: 1, key: "",
            payload: "100E0024 1026000101 1045000178 100300020001 100F00020001 10270000 10200006FFFFFFFFFFFF"),
    ]

    @Test(arguments: samples) func bothWays(_ sample: Sample) throws {
        let credential = try WiFiCredential(
            ssid: Array(sample.ssid.utf8), authentication: sample.authentication, encryption: sample.encryption,
            key: Array(sample.key.utf8))
        let record = credential.record
        #expect(record.typeNameFormat == .media && record.type == Array("application/vnd.wfa.wsc".utf8))
        #expect(record.payload == bytes(sample.payload))
        let read = InterpretedRecord(record)
        #expect(read.meaning == .wifi(credential))
        #expect(read.notes == [])
        #expect(!"\(credential)".contains(sample.ssid))
    }

    @Test func longest() throws {
        let credential = try WiFiCredential(
            ssid: [UInt8](repeating: 0xFF, count: 32), authentication: 0x20, encryption: 8,
            key: [UInt8](repeating: 0x61, count: 64))
        #expect(InterpretedRecord(credential.record).meaning == .wifi(credential))
    }

    @Test(arguments: [
        (0, 8, "the Wi-Fi credential is broken at byte 0 (an SSID, length 0)"),
        (33, 8, "the Wi-Fi credential is broken at byte 0 (an SSID, length 33)"),
        (1, 65, "the Wi-Fi credential is broken at byte 0 (a network key, length 65)"),
    ]) func refused(_ ssid: Int, _ key: Int, _ sentence: String) {
        do throws(NDEFError) {
            _ = try WiFiCredential(
                ssid: [UInt8](repeating: 0x61, count: ssid), authentication: 0x20, encryption: 8,
                key: [UInt8](repeating: 0x61, count: key))
            Issue.record("taken")
        } catch {
            #expect("\(error)" == sentence)
        }
    }

    /// A credential that was read is written as it was, as far as it is known.
    @Test func readAndWritten() throws {
        let payload = WiFiCredentialTests.attribute(0x100E, WiFiCredentialTests.inner)
        let credential = try WiFiCredentialTests.credential(payload)
        #expect(credential.record.payload == payload)
    }
}
