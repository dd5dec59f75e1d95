import Foundation
import NDEF
import TagImages
import Tags
import Testing

/// What a golden set of 1,000 images costs, in times of reading the same files and their SHA-256. Both programs have one
/// thread and their files in memory, so that they take the time for which the processor works; that is measured.
@Suite("Figures: a golden set") struct GoldenFigure {
    static let images = 1000
    static let mostTimesReadingAndHashing = 4.0
    /// What is always allowed: below it nobody waits.
    static let mostSeconds = 0.2
    /// Whatever else the machine does only adds to a time: the best of these counts, and both are taken in turn.
    static let rounds = 12

    private static let formats: [ImageFormat] = [.flipper, .proxmarkJSON, .raw]
    private static let chips: [(chip: Chip, pages: Int, size: UInt8)] = [
        (.ntag213, 45, 0x12), (.ntag215, 135, 0x3E), (.ntag216, 231, 0x6D),
    ]

    @Test func aThousandImagesAreVerifiedWhileTheyAreHashed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tagmill-golden-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = try Self.make(in: folder)
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let golden = folder + "/golden.csv"
        let verify = ProgramStart(arguments: [root + "/.build/release/tagmill", "verify", golden, folder + "/images"])
        let hash = ProgramStart(arguments: ["/usr/bin/sha256sum"] + files)
        var best = (verify: UInt64.max, hash: UInt64.max)
        for _ in 0..<Self.rounds {
            // Anything but a match is no exit with 0.
            best.verify = min(
                best.verify, try #require(verify.processorNanoseconds(), "made by `make test-benchmarks`"))
            best.hash = min(best.hash, try #require(hash.processorNanoseconds()))
        }
        let seconds = (verify: Double(best.verify) / 1e9, hash: Double(best.hash) / 1e9)
        print("\(Self.images) images: verified in \(seconds.verify) s, read and hashed in \(seconds.hash) s")
        #expect(seconds.verify <= max(Self.mostSeconds, seconds.hash * Self.mostTimesReadingAndHashing))
    }

    /// Writes the golden file and the images; every chip in every format.
    private static func make(in folder: String) throws -> [String] {
        try FileManager.default.createDirectory(atPath: folder + "/images", withIntermediateDirectories: true)
        var golden = "sku,url,text,chip\n"
        var files: [String] = []
        for number in 0..<images {
            let (chip, pages, size) = chips[number % chips.count]
            let format = formats[number / chips.count % formats.count]
            let url = "https://shop.example/p/\(number)?q=1&b=2"
            // A raw image does not say which chip it is of.
            golden += "S\(number),\(url),Shelf \(number),\(format == .raw ? "" : chip.rawValue)\n"
            let message = try Message([
                URIRecord(url).record, TextRecord("Shelf \(number)", language: "en").record,
            ]).encoded()
            let bytes = memory(number, pages: pages, size: size, message: message)
            var image = try TagImage(reading: bytes, name: "a.bin")
            image.chip = chip
            let path = "\(folder)/images/\(number).\(format == .flipper ? "nfc" : format == .raw ? "bin" : "json")"
            try Data(try image.write(as: format)).write(to: URL(fileURLWithPath: path))
            files.append(path)
        }
        try Data(golden.utf8).write(to: URL(fileURLWithPath: folder + "/golden.csv"))
        return files
    }

    /// A tag as it would be read: UID with its check bytes, CC, the message and the terminator.
    private static func memory(_ number: Int, pages: Int, size: UInt8, message: [UInt8]) -> [UInt8] {
        let uid: [UInt8] = [0x04, 0xC1, 0x22, 0x0C, 0x0D, UInt8(number >> 8), UInt8(number & 0xFF)]
        var bytes = uid[0...2] + [0x88 ^ uid[0] ^ uid[1] ^ uid[2]] + uid[3...]
        bytes += [uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48, 0, 0, 0xE1, 0x10, size, 0]
        bytes += [0x03, UInt8(message.count)] + message + [0xFE]
        bytes += [UInt8](repeating: 0, count: pages * 4 - bytes.count)
        // What the data sheet gives as delivered: no mirror, no password (AUTH0 FFh).
        bytes.replaceSubrange((pages - 5) * 4..<(pages - 2) * 4, with: [0, 0, 0, 0xBD, 4, 0, 0, 0xFF, 0, 5, 0, 0])
        return Array(bytes)
    }
}
