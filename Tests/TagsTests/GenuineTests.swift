import Tags
import TestSupport
import Testing
import Threads

@Suite struct GenuineTests {
    private static let signature = [UInt8](1...32)
    private static let zeros = [UInt8](repeating: 0, count: 32)

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chip: Chip?
        var uid = "04A10000000001"
        var signature: [UInt8]? = GenuineTests.signature
        /// What is said of the keys, by their names; of every other false.
        var said: [String: Bool?] = [:]
        let genuine: Genuine

        init(
            _ name: String, _ chip: Chip?, uid: String = "04A10000000001",
            signature: [UInt8]? = GenuineTests.signature, said: [String: Bool?] = [:], _ genuine: Genuine
        ) {
            (testDescription, self.chip, self.uid, self.signature) = (name, chip, uid, signature)
            (self.said, self.genuine) = (said, genuine)
        }
    }

    private static let ntag = "NXP NTAG21x"

    @Test(arguments: [
        Case("the chip's key verifies it", .ntag213, said: [ntag: true], .yes),
        Case("of NTAG I2C plus too", .ntagI2CPlus2K, said: [ntag: true], .yes),
        Case("any of the chip's keys", .mf0ul11, said: ["Mikron": true], .yes),
        Case("the first of them", .mf0ul21, said: ["NXP Ultralight EV1": true], .yes),
        Case("a key of another chip", .ntag215, said: ["NXP Ultralight EV1": true, "Mikron": true], .no),
        Case("no key", .ntag216, .no),
        Case("zeros", .ntag216, signature: zeros, said: [ntag: true], .no),
        Case("zeros of a chip whose key may be another", .ntag213F, signature: zeros, .no),
        Case("no bytes", .ntag216, signature: [], .no),
        Case("no signature", .ntag216, signature: nil, said: [ntag: true], .unknown),
        Case("no chip", nil, said: [ntag: true], .unknown),
        Case("no chip, zeros", nil, signature: zeros, .unknown),
        Case("a chip without signature", .ntag203, said: [ntag: true], .unknown),
        Case("a chip without key, zeros", .st25tn512, uid: "02A10000000001", signature: zeros, .unknown),
        Case("a chip of another curve", .ultralightAES, said: [ntag: true], .unknown),
        Case("a key that may be another's", .ntag213TT, .unknown),
        Case("a key that may be another's, and verifies it", .ntag213TT, said: [ntag: true], .yes),
        Case("the further key", .ntag210, said: ["NXP": true], .yes),
        Case("the further key is not NTAG213's", .ntag213, said: ["NXP": true], .no),
        Case("another vendor's UID that is signed", .ntag215, uid: "53A10000000001", said: [ntag: true], .yes),
        Case("another vendor's UID", .ntag215, uid: "53A10000000001", .no),
        Case("four bytes of UID", .ntag213, uid: "04A10001", said: [ntag: true], .no),
        Case("the same number, longer", .ntag213, uid: "0004A10000000001", said: [ntag: true], .no),
        Case("it cannot be told", .ntag213, said: [ntag: nil], .unknown),
        Case("one cannot be told", .mf0ul11, said: ["NXP Ultralight EV1": nil], .unknown),
        Case(
            "one cannot be told, the other verifies", .mf0ul11, said: ["NXP Ultralight EV1": nil, "Mikron": true], .yes),
        Case("it cannot be told, of zeros it can", .ntag213, signature: zeros, said: [ntag: nil], .no),
    ])
    func verdicts(_ row: Case) throws {
        let uid = try #require(UID(hex: row.uid))
        let verdict = genuine(chip: row.chip, uid: uid, signature: row.signature) { signature, message, key in
            #expect(signature == row.signature)
            #expect(message == uid.bytes)
            return row.said[key.name] ?? false
        }
        #expect(verdict == row.genuine)
    }

    /// Nobody is asked where the answer is known, nor after a key that verified.
    @Test func noKeyIsAskedInVain() throws {
        let uid = try #require(UID(hex: "04A10000000001"))
        let asked = Guarded<[String]>([])
        func keys(_ chip: Chip?, _ signature: [UInt8]?) -> [String] {
            asked.withLock { $0 = [] }
            _ = genuine(chip: chip, uid: uid, signature: signature) { _, _, key in
                asked.withLock { $0.append(key.name) }
                return key.name == Self.ntag
            }
            return asked.withLock { $0 }
        }
        #expect(keys(.ntag213F, Self.signature) == [Self.ntag])
        #expect(keys(.mf0ul11, Self.signature) == ["NXP Ultralight EV1", "Mikron"])
        #expect(keys(.mf0ul11, Self.zeros).isEmpty)
        #expect(keys(.ntag213, nil).isEmpty)
        #expect(keys(.ntag203, Self.signature).isEmpty)
        #expect(keys(nil, Self.signature).isEmpty)
    }

    /// Keys are for chips that know READ_SIG, and each is a whole point.
    @Test(arguments: Chip.allCases) func keysOfChips(_ chip: Chip) {
        #expect(chip.originalityKeys.allSatisfy { $0.point.count == 33 && $0.point[0] == 0x04 && !$0.name.isEmpty })
        if !chip.originalityKeys.isEmpty { #expect(chip.version != nil && chip.forumType == 2) }
    }
}
