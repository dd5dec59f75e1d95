import Crypto
import Tags
import Testing

/// UIDs that makers signed, as tags in the field gave them: public test vectors of Proxmark3, TagInfo scans and others.
private let signed: [(chip: Chip, uid: String, signature: String)] = [
    (.ntag216, "04BE7982355B80", "F2DE84A291222F6A04F663D48104D1F523DA00B9A951CC6126CE1BAA8A9E6A50"),
    (.ntag216, "04E5C922325E80", "4F3E3ED31C3D7F46A8A5B169CEF6BB057987F213DBD2621C59AF77FB02D0FAF6"),
    (.ntagI2CPlus1K, "04367F5A2D7280", "814FD17F22AF20A73B4900D3726D6034CA5B313445311424C187B09F1103B2DD"),
    (.mf0ul11, "04C1285A373080", "CEA2EB0B3C95D0844A95B824A7553703B3702378033BF0987899DB70151A19E7"),
    (.mf0ul21, "34D959D16906A0", "7F17E881D214FC044A3DF2E2B9E5FBAD16330D4FF69CC4215B8585CCF3265CD9"),
]

private func bytes(_ hex: String) -> [UInt8] { [UInt8](hex: hex) ?? [] }

private func isSigned(_ signature: [UInt8], _ message: [UInt8], _ point: [UInt8]) -> Bool {
    guard let key = try? VerifyingKey(curve: .secp128r1, point: point) else { return false }
    return key.verifies(signature, of: message)
}

/// The key of the chip that verifies the signature; nil where none does.
private func signer(of uid: [UInt8], _ signature: [UInt8], on chip: Chip) -> OriginalityKey? {
    chip.originalityKeys.first { isSigned(signature, uid, $0.point) }
}

/// Every value that differs in one bit.
private func oneBitChanges(of bytes: [UInt8]) -> [[UInt8]] {
    (0..<bytes.count * 8).map { bit in
        var changed = bytes
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        return changed
    }
}

@Suite struct VerifyingKeyTests {
    @Test(arguments: signed.indices) func signaturesOfRealTagsVerify(_ index: Int) {
        let (chip, uid, signature) = signed[index]
        #expect(signer(of: bytes(uid), bytes(signature), on: chip) != nil)
    }

    /// Those of copies, and the example in the documentation of Flipper's files, whose signature is of another UID.
    @Test(arguments: [
        ("1D424AB9950000", String(repeating: "1D424A9DB9950000", count: 4)),
        ("04859054129823", "1B84EB70BD4CBD1B1DE4980B1858BD7C7285B4E47B388E96CF886BEEA343AD90"),
        ("04859054129823", String(repeating: "00", count: 32)),
        ("04859054129823", String(repeating: "FF", count: 32)),
    ])
    func othersDoNot(_ uid: String, _ signature: String) {
        for chip in Chip.allCases {
            #expect(signer(of: bytes(uid), bytes(signature), on: chip) == nil)
        }
    }

    @Test(arguments: signed.indices) func noBitMayBeAnother(_ index: Int) throws {
        let (uid, signature) = (bytes(signed[index].uid), bytes(signed[index].signature))
        let key = try #require(signer(of: uid, signature, on: signed[index].chip)).point
        for changed in oneBitChanges(of: signature) { #expect(!isSigned(changed, uid, key)) }
        for changed in oneBitChanges(of: uid) { #expect(!isSigned(signature, changed, key)) }
        for changed in oneBitChanges(of: key) { #expect(!isSigned(signature, uid, changed)) }
    }

    @Test func everyOtherLengthIsFalse() throws {
        let (uid, signature) = (bytes(signed[0].uid), bytes(signed[0].signature))
        let key = try #require(signer(of: uid, signature, on: signed[0].chip)).point
        for count in signature.indices { #expect(!isSigned(Array(signature.prefix(count)), uid, key)) }
        for more in 1...33 { #expect(!isSigned(signature + Array(repeating: 0, count: more), uid, key)) }
        for count in uid.indices { #expect(!isSigned(signature, Array(uid.prefix(count)), key)) }
        for count in key.indices { #expect(!isSigned(signature, uid, Array(key.prefix(count)))) }
        #expect(!isSigned(signature, uid + [0], key))
        // Of more bytes than the order has, ECDSA would take the first alone.
        let long = Array(repeating: 0, count: 16 - uid.count) + uid
        #expect(isSigned(signature, long, key))
        #expect(!isSigned(signature, long + [0], key))
    }

    @Test func randomBytesAreNoSignature() throws {
        let uid = bytes(signed[0].uid)
        let point = try #require(Chip.ntag216.originalityKeys.first).point
        let key = try VerifyingKey(curve: .secp128r1, point: point)
        // A generator of Knuth's constants: the same bytes each time.
        var state: UInt64 = 1
        for count in 0...64 {
            for _ in 0..<4 {
                let random = (0..<count).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(truncatingIfNeeded: state >> 56)
                }
                let verified = [
                    key.verifies(random, of: uid), key.verifies(random, of: random), isSigned(random, uid, random),
                ]
                #expect(verified == [false, false, false])
            }
        }
    }

    /// r and s are from 1 to one below the order.
    @Test func edgesOfTheNumbers() throws {
        let uid = bytes(signed[0].uid)
        let point = try #require(Chip.ntag216.originalityKeys.first).point
        let order = "FFFFFFFE0000000075A30D1B9038A115"
        let zero = String(repeating: "00", count: 16)
        let one = String(repeating: "00", count: 15) + "01"
        for r in [zero, one, order, String(repeating: "FF", count: 16)] {
            for s in [zero, one, order, String(repeating: "80", count: 16)] {
                #expect(!isSigned(bytes(r + s), uid, point))
            }
        }
    }

    @Test func everyKeyOfTheChipsIsOnItsCurve() throws {
        let keys = Set(Chip.allCases.flatMap(\.originalityKeys))
        #expect(keys.count == 4)
        for key in keys {
            #expect(key.point.count == 33)
            let curve = try #require(VerifyingKey.Curve(rawValue: "\(key.curve)"))
            #expect(throws: Never.self) { _ = try VerifyingKey(curve: curve, point: key.point) }
        }
    }

    @Test func pointsThatAreNone() throws {
        let point = try #require(Chip.ntag216.originalityKeys.first).point
        let zero: [UInt8] = [0x04] + Array(repeating: 0, count: 32)
        let tooLarge: [UInt8] = [0x04] + Array(repeating: 0xFF, count: 32)
        // The same point, compressed and in the hybrid form.
        let odd = point[32] & 1
        let compressed = [0x02 + odd] + point[1...16]
        let hybrid = [0x06 + odd] + point[1...]
        for bytes in [[], [0], zero, tooLarge, compressed, hybrid, point + [0]] {
            #expect(throws: VerifyingKey.Failure.notOnCurve) {
                _ = try VerifyingKey(curve: .secp128r1, point: bytes)
            }
        }
    }

    /// A key holds any number of signatures, a wrong one between right ones too.
    @Test func aKeyServesManyTimes() throws {
        let (uid, signature) = (bytes(signed[0].uid), bytes(signed[0].signature))
        let point = try #require(Chip.ntag216.originalityKeys.first).point
        let key = try VerifyingKey(curve: .secp128r1, point: point)
        for _ in 0..<100 {
            let verified = [key.verifies(signature, of: uid), key.verifies(signature, of: [0])]
            #expect(verified == [true, false])
        }
    }
}
