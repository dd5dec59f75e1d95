import Testing

@testable import Tags

/// The examples of RFC 4648, section 10, and our own.
@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("66", "Zg=="), ("666F", "Zm8="), ("666F6F", "Zm9v"), ("666F6F62", "Zm9vYg=="),
        ("666F6F6261", "Zm9vYmE="), ("666F6F626172", "Zm9vYmFy"), ("00", "AA=="), ("FFFFFF", "////"),
        ("FBEFBE", "++++"),
    ]) func bothWays(_ hex: String, _ text: String) throws {
        let bytes = try #require([UInt8](hex: hex))
        #expect(bytes.base64 == text)
        #expect([UInt8](base64: text) == bytes)
    }

    @Test func everyLength() {
        for count in 0...300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + count) }
            #expect([UInt8](base64: bytes.base64) == bytes)
        }
    }

    @Test func blanksArePassedOver() { #expect([UInt8](base64: " Z\r\ng\t= =") == [0x66]) }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zg===", "=", "Zg==Zg==", "Z=g=", "Zm9-", "Zm9_", "ü", "Zm\09v"])
    func refused(_ text: String) { #expect([UInt8](base64: text) == nil) }
}
