import Foundation
import NDEF
import Testing

/// Seeded mutations of right and wrong messages: nothing traps, and what the readers say of one message holds together.
/// `TAGMILL_FUZZ_ROUNDS` makes it run longer.
@Suite struct MessageFuzzTests {
    static let seeds = Sample.valid.map { bytes($0.hex) } + Slip.all.map { bytes($0.hex) } + wellKnown

    /// Records that the readers of payloads have something to say of.
    private static let wellKnown: [[UInt8]] = {
        let records =
            LenientRecordTests.noted.map(\.0) + LenientRecordTests.seenThrough.map(\.0)
            + [
                Record(
                    typeNameFormat: .media, type: Array(WiFiCredential.mediaType.utf8),
                    payload: WiFiCredentialTests.attribute(0x100E, WiFiCredentialTests.inner))
            ]
        let posters = records.compactMap { record -> Record? in
            (try? Message([record, URIRecord("tel:1").record]).encoded()).map {
                Record(typeNameFormat: .wellKnown, type: Array("Sp".utf8), payload: $0)
            }
        }
        return (records + posters).compactMap { try? Message([$0]).encoded() }
    }()

    @Test func mutations() {
        let asked = ProcessInfo.processInfo.environment["TAGMILL_FUZZ_ROUNDS"].flatMap { Int($0) }
        var random = SplitMix64(seed: 4)
        var counts = (strict: 0, slips: 0, refused: 0)
        for round in 0..<max(1, asked ?? 20_000) {
            let input = Self.mutated(Self.seeds[round % Self.seeds.count], using: &random)
            if let fault = Self.fault(of: input, counts: &counts) {
                Issue.record("round \(round): \(fault): \(hex(input))")
                return
            }
        }
        // All three ends are reached, so that the checks on each were made.
        if asked ?? .max > 1000 {
            #expect(counts.strict > 100 && counts.slips > 100 && counts.refused > 100, "\(counts)")
        }
    }

    private static func mutated(_ seed: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        var input = seed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...input.count, using: &random)
            let telling: [UInt8] = [0x00, 0x01, 0x10, 0x40, 0x80, 0x90, 0xD1, 0xFE, 0xFF]
            let byte =
                Bool.random(using: &random)
                ? telling.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0, 1: if place < input.count { input[place] = byte }
            case 2: if place < input.count { input[place] ^= 1 << UInt8.random(in: 0...7, using: &random) }
            case 3: input.insert(byte, at: place)
            case 4: if place < input.count { input.remove(at: place) }
            case 5: input.removeLast(input.count - place)
            default: input.insert(contentsOf: Self.seeds.randomElement(using: &random) ?? [], at: place)
            }
        }
        return Array(input.prefix(2000))
    }

    /// What does not hold together; nil where all does.
    private static func fault(of input: [UInt8], counts: inout (strict: Int, slips: Int, refused: Int)) -> String? {
        let lenient = LenientMessage(input)
        if lenient.deviations.count > NDEFLimits.deviations + 1 { return "too many deviations" }
        if !lenient.deviations.allSatisfy({ (0...input.count).contains($0.offset) }) { return "an offset outside" }
        if lenient.records.reduce(0, { $0 + $1.payload.count + $1.type.count }) > input.count {
            return "bytes from nowhere"
        }
        do {
            let message = try Message(decoding: input)
            counts.strict += 1
            if !lenient.deviations.isEmpty || lenient.records != message.records { return "the readers disagree" }
        } catch {
            if lenient.records.isEmpty { counts.refused += 1 } else { counts.slips += 1 }
            guard let first = lenient.deviations.first, first.code == error.code, first.offset == error.offset else {
                return "the first deviation is not the strict error"
            }
        }
        for record in lenient.records {
            if let fault = fault(of: InterpretedRecord(record), InterpretedRecord(lenient: record)) { return fault }
        }
        return nil
    }

    private static func fault(of strict: InterpretedRecord, _ lenient: InterpretedRecord) -> String? {
        if strict.record != lenient.record { return "a record lost its bytes" }
        if (strict.notes + lenient.notes).contains(where: { $0.description.isEmpty }) { return "a note says nothing" }
        // Nothing that the standard makes readable becomes unreadable by being lenient.
        if case .error = lenient.meaning {
            guard case .error = strict.meaning else { return "lenient reading lost a meaning" }
        }
        if case .wifi(let credential) = lenient.meaning, credential.ssid.count > 32 { return "an SSID too long" }
        return nil
    }
}
