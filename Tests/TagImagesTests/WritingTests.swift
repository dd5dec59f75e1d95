import Tags
import Testing

@testable import TagImages

@Suite struct WritingTests {
    private static let formats: [ImageFormat] = [.flipper, .proxmarkJSON]

    /// Every Type 2 chip, with the number of its pages in an image.
    private static let chips: [(Chip, Int)] = [
        (.ultralight, 16), (.ultralightC, 48), (.mf0ul11, 20), (.mf0ul21, 41), (.ultralightAES, 56), (.ntag203, 42),
        (.ntag210, 20), (.ntag212, 41), (.ntag213, 45), (.ntag213F, 45), (.ntag213TT, 46), (.ntag215, 135),
        (.ntag216, 231), (.ntag216F, 231), (.ntagI2C1K, 231), (.ntagI2C2K, 485), (.ntagI2CPlus1K, 236),
        (.ntagI2CPlus2K, 492), (.st25tn512, 64), (.st25tn01k, 64),
    ]

    /// What Flipper has no name for.
    private static let notOfFlipper: Set<Chip> = [
        .ultralightAES, .ntag210, .ntag212, .ntag213F, .ntag213TT, .ntag216F, .st25tn512, .st25tn01k,
    ]

    @Test(arguments: chips, 0..<12) func whatIsWrittenReadsAsItWas(_ chip: (Chip, Int), _ seed: UInt64) throws {
        let image = Self.image(of: chip.0, pageCount: chip.1, seed: seed)
        for format in Self.formats {
            if format == .flipper, Self.notOfFlipper.contains(chip.0) {
                let error = ImageError(
                    .notWritable, "Flipper's format has no name for \(chip.0); pm3-json and raw take it")
                #expect(throws: error) { try image.write(as: format) }
                continue
            }
            if format == .proxmarkJSON, image.memory.pages?.end == 0 {
                let error = ImageError(.notWritable, "no page of the tag is known that Proxmark3's format could hold")
                #expect(throws: error) { try image.write(as: format) }
                continue
            }
            let written = try image.write(as: format)
            var again = try TagImage(reading: written, name: "")
            #expect(again.format == format)
            again.format = image.format
            // Random bytes contradict each other.
            again.notes = []
            #expect(again == image)
            #expect(try again.write(as: format) == written)
        }
    }

    @Test(arguments: [
        "flipper/ntag213-uri-v4.nfc", "flipper/ul11-part-read-v3.nfc", "flipper/ntag203-text-v2.nfc",
        "proxmark3/mfu-ntag213-text.json",
    ])
    func oneFormatIsTurnedIntoTheOther(_ path: String) throws {
        let image = try Fixture.read(path)
        for format in Self.formats {
            var again = try TagImage(reading: try image.write(as: format), name: "")
            again.format = image.format
            again.notes = image.notes
            #expect(again == image)
        }
    }

    @Test func aFlipperFileToTheLetter() throws {
        var pages = PageMemory(bytes: Array(try #require([UInt8](hex: "04123456789ABCDEF0480000E1100600"))))
        pages[6] = Page(1, 2, 3, 4)
        let image = TagImage(
            format: .raw, uid: UID([4, 0x12, 0x34, 0x78, 0x9A, 0xBC, 0xDE]), chip: .ultralight, memory: .type2(pages))
        let zeros = "00 00 00 00"
        let text = """
            Filetype: Flipper NFC device
            Version: 4
            Device type: NTAG/Ultralight
            UID: 04 12 34 78 9A BC DE
            ATQA: 00 44
            SAK: 00
            Data format version: 2
            NTAG/Ultralight type: Mifare Ultralight
            Signature: \(Array(repeating: zeros, count: 8).joined(separator: " "))
            Mifare version: \(zeros) \(zeros)
            Counter 0: 0
            Tearing 0: 00
            Counter 1: 0
            Tearing 1: 00
            Counter 2: 0
            Tearing 2: 00
            Pages total: 16
            Pages read: 7
            # Not read: pages 4-5, 7-15
            Page 0: 04 12 34 56
            Page 1: 78 9A BC DE
            Page 2: F0 48 00 00
            Page 3: E1 10 06 00
            Page 4: 00 00 00 00
            Page 5: 00 00 00 00
            Page 6: 01 02 03 04

            """ + (7..<16).map { "Page \($0): \(zeros)\n" }.joined() + "Failed authentication attempts: 0\n"
        #expect(String(decoding: try image.write(as: .flipper), as: UTF8.self) == text)
    }

    @Test(
        arguments: [
            (8, 32, []), (nil, 32, ["version"]), (8, nil, ["signature"]), (nil, nil, ["version", "signature"]),
        ] as [(Int?, Int?, [String])])
    func whatIsNotKnownIsNamedInAFlipperFile(_ version: Int?, _ signature: Int?, _ unknown: [String]) throws {
        var image = Self.image(of: .ntag213, pageCount: 45, seed: 1)
        var pages = PageMemory(bytes: Array(repeating: 1, count: 43 * 4))
        pages[43] = Page(0xC0, 0xDE, 0xF0, 0x0D)
        image.memory = .type2(pages)
        image.version = version.map { Array(repeating: 1, count: $0) }
        image.signature = signature.map { Array(repeating: 1, count: $0) }
        #expect(image.unknownAnswers == unknown)
        let lines = String(decoding: try image.write(as: .flipper), as: UTF8.self).split(separator: "\n")
        let comments = unknown.isEmpty ? [] : ["# Not read: \(unknown.joined(separator: ", "))"]
        #expect(lines.filter { $0.hasPrefix("#") }.map(String.init) == ["# Not read: pages 43-44"] + comments)
        #expect(lines.contains("Page 43: 00 00 00 00"))
        // A chip that has no such answers is not asked for them.
        image.chip = .ntag203
        #expect(image.unknownAnswers.isEmpty)
    }

    @Test func passwordsAreLeftOutOfProxmarkJSON() throws {
        var image = Self.image(of: .ntag213, pageCount: 45, seed: 1)
        var pages = PageMemory(bytes: Array(repeating: 1, count: 43 * 4))
        pages[44] = Page(0xC0, 0xDE, 0, 0)
        image.memory = .type2(pages)
        let text = String(decoding: try image.write(as: .proxmarkJSON), as: UTF8.self)
        #expect(text.contains(#""42": "01010101""#))
        #expect(!text.contains(#""43""#) && !text.contains(#""44""#))
    }

    // Field case 27
    @Test(arguments: chips) func passwordsAndKeysAreNotWritten(_ chip: (Chip, Int)) throws {
        var image = Self.image(of: chip.0, pageCount: chip.1, seed: 1)
        var pages = try #require(image.memory.pages)
        for page in chip.0.secretPages { pages[page] = Page(0xC0, 0xDE, 0xF0, 0x0D) }
        image.memory = .type2(pages)
        for format in Self.formats where format != .flipper || !Self.notOfFlipper.contains(chip.0) {
            let text = String(decoding: try image.write(as: format), as: UTF8.self)
            #expect(!text.contains("C0DEF00D") && !text.contains("C0 DE F0 0D"))
        }
    }

    @Test func whatIsMissingIsNamed() throws {
        let image = Self.image(of: .ntag213, pageCount: 45, seed: 3)
        func changed(_ change: (inout TagImage) -> Void) -> TagImage {
            var other = image
            change(&other)
            return other
        }
        var longer = try #require(image.memory.pages)
        longer[45] = Page(word: 1)
        let cases: [(TagImage, String)] = [
            (changed { $0.uid = nil }, "the UID is not known, and Flipper's format needs it"),
            (changed { $0.uid = UID([0xE0, 4, 1, 1, 1, 1, 1, 1]) }, "a UID of 8 bytes is none of a Type 2 tag"),
            (
                changed { $0.chip = nil },
                "the chip is not known, so its password pages could not be kept out of the file"
            ),
            (
                changed { $0.memory = .message([0xD0, 0, 0]) },
                "Flipper's format is written for the whole memory of a Type 2 tag alone"
            ),
            (changed { $0.memory = .type2(longer) }, "Flipper's format has no page 45 of NTAG213"),
            (changed { $0.counters = [3: 1] }, "Flipper's format holds the counters 0 to 2, of 24 bits each"),
            (changed { $0.counters = [0: 1 << 24] }, "Flipper's format holds the counters 0 to 2, of 24 bits each"),
            (changed { $0.version = [0] }, "Flipper's format holds 8 bytes of version and 32 of signature"),
        ]
        for (image, message) in cases {
            #expect(throws: ImageError(.notWritable, message)) { try image.write(as: .flipper) }
        }
        #expect(throws: ImageError(.notWritable, "images of the kind taginfo are read and not written")) {
            try image.write(as: .tagInfoText)
        }
    }

    /// A tag of which some pages, and perhaps version, signature and counters, are known.
    private static func image(of chip: Chip, pageCount: Int, seed: UInt64) -> TagImage {
        var random = Sequence64(state: seed &* 1_000_003 &+ UInt64(pageCount))
        var pages = PageMemory()
        let isWhole = random.next() % 3 == 0
        let end = isWhole ? pageCount : Int(random.next() % UInt64(pageCount + 1))
        for page in 0..<end where !chip.secretPages.contains(page) {
            if isWhole || random.next() % 8 != 0 { pages[page] = Page(word: UInt32(truncatingIfNeeded: random.next())) }
        }
        func bytes(_ count: Int) -> [UInt8]? {
            random.next() % 2 == 0 ? nil : (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) | 1 }
        }
        var counters: [Int: UInt32] = [:]
        for number in 0..<3 where random.next() % 2 == 0 { counters[number] = UInt32(random.next() & 0xFF_FFFF) }
        if random.next() % 2 == 0 { counters[0] = 0 }
        // Pages 0 to 2 hold the UID that is stated, where they are known.
        let uid: [UInt8] = [0x04] + (0..<6).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let second = uid[3...].reduce(0, ^)
        let header = [
            Page(uid[0], uid[1], uid[2], uid[..<3].reduce(0x88, ^)), Page(uid[3], uid[4], uid[5], uid[6]),
            Page(second, 0x48, 0, 0),
        ]
        for page in 0..<3 where pages[page] != nil { pages[page] = header[page] }
        return TagImage(
            format: .raw, uid: UID(uid), chip: chip, memory: .type2(pages), version: bytes(8), signature: bytes(32),
            counters: counters)
    }
}

/// SplitMix64: the same numbers for the same seed.
private struct Sequence64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
