import Foundation
import Glibc
import Tags
import Testing

@testable import TagImages

/// SplitMix64: small, and the same sequence for a seed everywhere.
private struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Every fixture, damaged at random: what comes out is an image or an `ImageError`, soon and small.
///
/// Each round has a seed of its own. A failing one is printed, one that traps too; `TAGMILL_FUZZ_SEED` runs it alone, and
/// `TAGMILL_FUZZ_ROUNDS` asks for more rounds than `make test` does, as `make fuzz` does.
struct ImageFuzzTests {
    private struct Seedling {
        let name: String
        let bytes: [UInt8]
    }

    @Test func damagedImagesAreReadOrRefused() {
        let files = Self.files()
        #expect(files.count > 20)
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["TAGMILL_FUZZ_ROUNDS"].flatMap { UInt64($0) } ?? 5000
        var seeds: Range<UInt64> = 0..<rounds
        if let seed = environment["TAGMILL_FUZZ_SEED"].flatMap({ UInt64($0) }) { seeds = seed..<(seed + 1) }
        FuzzSeed.printOnTrap()
        var read = 0
        for seed in seeds {
            FuzzSeed.current = seed
            if Self.round(seed, files) { read += 1 }
        }
        // Both outcomes are reached, or the damage is too small or too great to find anything.
        if rounds >= 1000, seeds.count > 1 {
            #expect(read > rounds / 20 && read < rounds * 19 / 20, "\(read) were read")
        }
    }

    /// Whether the damaged file was still read.
    private static func round(_ seed: UInt64, _ files: [Seedling]) -> Bool {
        var random = SplitMix64(seed: seed)
        // Small files more often: they take less time, and each byte counts more.
        var file = files[0]
        repeat {
            file = files.randomElement(using: &random) ?? file
        } while file.bytes.count > Int.random(in: 0..<1500, using: &random)
        var bytes = file.bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&bytes, files, &random) }
        do throws(ImageError) {
            let image = try TagImage(reading: bytes, name: file.name)
            let contents = image.contents
            #expect(image.memory.byteCount <= 1 << 17, "seed \(seed)")
            #expect((contents.notes + image.notes).count < 100, "seed \(seed)")
            return true
        } catch {
            #expect(!error.context.isEmpty && error.context.utf8.count < 500, "seed \(seed)")
            return false
        }
    }

    private static func damage(_ bytes: inout [UInt8], _ files: [Seedling], _ random: inout SplitMix64) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...40, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 3: bytes.removeSubrange(place..<end)
        case 4: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        case 5:
            guard let other = files.randomElement(using: &random)?.bytes.prefix(1000) else { return }
            bytes = Array(bytes[..<place]) + other.dropFirst(Int.random(in: 0...other.count, using: &random))
        default: inflate(&bytes, from: place, &random)
        }
    }

    /// Puts a large number in the place of the next one in decimal.
    private static func inflate(_ bytes: inout [UInt8], from place: Int, _ random: inout SplitMix64) {
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
        guard let first = bytes[place...].firstIndex(where: isDigit) else { return }
        let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
        let numbers = [
            "0", "255", "256", "511", "4095", "65535", "65536", "2147483648", "9223372036854775807", "-1", "1e9",
        ]
        let large = numbers.randomElement(using: &random) ?? "99999999999999999999"
        bytes.replaceSubrange(first..<end, with: large.utf8)
    }

    private static func files() -> [Seedling] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/images")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().compactMap { name in
            let file = folder.appending(path: name)
            guard !name.hasSuffix(".md"), !file.hasDirectoryPath, let bytes = try? Data(contentsOf: file) else {
                return nil
            }
            return Seedling(name: name, bytes: [UInt8](bytes))
        }
    }
}

/// The seed of the round that is running, for the handler of the signal that a trap sends.
private enum FuzzSeed {
    /// Written by the one test that fuzzes, read by the handler on the same thread.
    nonisolated(unsafe) static var current: UInt64 = 0

    static func printOnTrap() {
        signal(SIGILL) { _ in
            // Digits by hand: a handler may call no more than write.
            var digits: (UInt8, Int) = (0x30, 0)
            var divisor: UInt64 = 10_000_000_000_000_000_000
            let text: StaticString = "\ntrapped with TAGMILL_FUZZ_SEED="
            write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            while divisor > 0 {
                digits.0 = 0x30 + UInt8(FuzzSeed.current / divisor % 10)
                if digits.0 != 0x30 || digits.1 > 0 || divisor == 1 {
                    write(STDERR_FILENO, &digits.0, 1)
                    digits.1 += 1
                }
                divisor /= 10
            }
            signal(SIGILL, SIG_DFL)
            raise(SIGILL)
        }
    }
}
