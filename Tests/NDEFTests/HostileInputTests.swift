import NDEF
import Testing

/// SplitMix64: small, and the same sequence for a seed everywhere.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Input that no writer made: nothing may trap, and what is accepted must hold together.
@Suite struct HostileInputTests {
    @Test(arguments: Sample.valid) func everyPrefixIsRefused(_ sample: Sample) throws {
        let whole = bytes(sample.hex)
        for length in 0..<whole.count {
            #expect(throws: NDEFError.self, "\(length) bytes") { try Message(decoding: Array(whole.prefix(length))) }
        }
        _ = try Message(decoding: whole)
    }

    @Test(arguments: Sample.valid) func everyByteChanged(_ sample: Sample) throws {
        let whole = bytes(sample.hex)
        for index in whole.indices {
            for value in UInt8.min...UInt8.max where value != whole[index] {
                var changed = whole
                changed[index] = value
                try HostileInputTests.checkDecoding(changed)
            }
        }
    }

    @Test(arguments: Sample.valid) func everyByteInsertedOrRemoved(_ sample: Sample) throws {
        let whole = bytes(sample.hex)
        for index in whole.indices {
            var shorter = whole
            shorter.remove(at: index)
            try HostileInputTests.checkDecoding(shorter)
            for value in [0x00, 0x01, 0x80, 0xFF] as [UInt8] {
                var longer = whole
                longer.insert(value, at: index)
                try HostileInputTests.checkDecoding(longer)
            }
        }
    }

    /// Payloads of the record types, cut short at every byte and changed in every byte.
    @Test(arguments: Sample.valid) func everyPayload(_ sample: Sample) {
        for record in sample.records {
            for length in 0...record.payload.count {
                var cut = record
                cut.payload = Array(record.payload.prefix(length))
                _ = InterpretedRecord(cut)
            }
            for index in record.payload.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = record
                    changed.payload[index] = value
                    _ = InterpretedRecord(changed)
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func randomBytes(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<4000 {
            let length = Int.random(in: 0...40, using: &random)
            try HostileInputTests.checkDecoding((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }

    /// Random records, mostly well-formed, so that both outcomes are reached.
    @Test(arguments: [1, 2, 3] as [UInt64]) func randomRecords(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var accepted = 0
        for _ in 0..<4000 {
            let count = Int.random(in: 1...4, using: &random)
            let input = (0..<count).flatMap { index in
                HostileInputTests.randomRecord(first: index == 0, last: index == count - 1, using: &random)
            }
            if try HostileInputTests.checkDecoding(input) { accepted += 1 }
        }
        #expect(accepted > 400 && accepted < 3600, "accepted \(accepted) of 4000")
    }

    /// A record or chunk whose flags and lengths are each wrong now and then.
    private static func randomRecord(first: Bool, last: Bool, using random: inout SplitMix64) -> [UInt8] {
        func rarely() -> Bool { Int.random(in: 0..<16, using: &random) == 0 }
        let types: [[UInt8]] = [[], [0x55], [0x54], [0x53, 0x70], Array("android.com:pkg".utf8), Array("a/b".utf8)]
        let type = types.randomElement(using: &random) ?? []
        let format =
            type.isEmpty && !rarely()
            ? [0, 5].randomElement(using: &random) ?? 0 : UInt8.random(in: 1...4, using: &random)
        let payload =
            format == 0 && !rarely()
            ? [] : (0..<Int.random(in: 0...6, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        var flags = rarely() ? UInt8.random(in: 0...7, using: &random) : format
        if first != rarely() { flags |= 0x80 }
        if last != rarely() { flags |= 0x40 }
        if rarely() { flags |= 0x20 }
        let short = Bool.random(using: &random)
        if short { flags |= 0x10 }
        let identified = rarely()
        if identified { flags |= 0x08 }
        let length = UInt8(payload.count) + (rarely() ? 1 : 0)
        return [flags, UInt8(type.count)] + (short ? [length] : [0, 0, 0, length]) + (identified ? [1] : []) + type
            + (identified ? [0x69] : []) + payload
    }

    /// Decodes or refuses. What was decoded is interpreted, and written again gives the same records.
    @discardableResult
    private static func checkDecoding(_ input: [UInt8]) throws -> Bool {
        let message: Message
        do {
            message = try Message(decoding: input)
        } catch {
            #expect((0...input.count).contains(error.offset))
            let checked = #expect(throws: NDEFError.self) { try Message.check(input) }
            #expect(checked == error && checked?.description == error.description)
            return false
        }
        try Message.check(input)
        _ = message.interpretedRecords
        if message.records.contains(where: { $0.typeNameFormat == .reserved }) {
            #expect(throws: NDEFError(.notWritable, offset: 0)) { try message.encoded() }
        } else {
            let written = try message.encoded()
            #expect(written.count <= input.count)
            #expect(try Message(decoding: written) == message)
        }
        return true
    }
}
