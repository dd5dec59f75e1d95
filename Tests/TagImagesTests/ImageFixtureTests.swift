import Tags
import TestSupport
import Testing

@testable import TagImages

/// The fixtures of the kinds of which several tools make the same: three formats of one tag say the same of it.
struct ImageFixtureTests {
    /// What a fixture is, and what it must give.
    struct Sample: Sendable, CustomTestStringConvertible {
        let path: String
        let format: ImageFormat
        let uid: String?
        let chip: Chip?
        /// Kind of memory, its size in bytes, and how many of them are not known.
        let memory: String

        var testDescription: String { path }
    }

    static let samples: [Sample] = [
        Sample("listing/classicmini-blocks.txt", .listing, "3C5A7E91", .classicMini, "classic 320-0"),
        Sample("listing/hexdump-ntag210.txt", .listing, "04C7D85A3B7E81", nil, "type2 80-0"),
        Sample("listing/nfcpy-ntag213.txt", .listing, "04C1D25A3B7E80", .ntag213, "type2 172-0"),
        Sample("listing/one-string.hex", .listing, "04B7193C4D5E81", .ultralight, "type2 64-0"),
        Sample("listing/pages-from-4.txt", .listing, nil, nil, "area 36-0"),
        Sample("listing/pages-hex-numbers.hex", .listing, "04B7193C4D5E81", .ultralight, "type2 64-0"),
        Sample("listing/reads-of-four-pages.txt", .listing, "04B7193C4D5E81", .ultralight, "type2 64-0"),
        // A dead sector, a block, and both keys of the trailers of sectors 3 on.
        Sample("mct/classicmini-uri.mct", .mct, "3C5A7E91", .classicMini, "classic 320-92"),
        Sample("metrodroid/classic-mini.json", .metrodroid, "3C5A7E91", nil, "classic 320-192"),
        Sample("metrodroid/classic-mini.xml", .metrodroid, "3C5A7E91", nil, "classic 320-192"),
        Sample("metrodroid/felica-lite-s.json", .metrodroid, "0139A1B2C3D4E5F6", .felicaLiteS, "type3 2192-2128"),
        Sample("metrodroid/iso7816.json", .metrodroid, "A1B2C3D4", nil, "not understood"),
        Sample("metrodroid/ultralight-c.json", .metrodroid, "04D4E5F6071829", .ultralightC, "type2 176-0"),
        Sample("metrodroid/ultralight.xml", .metrodroid, "04B7193C4D5E81", .ultralight, "type2 64-0"),
        Sample("raw/classicmini-uri.mfd", .raw, "3C5A7E91", .classicMini, "classic 320-0"),
        // The first three pages are not in the file.
        Sample("raw/container-and-tlvs.bin", .raw, nil, nil, "type2 64-12"),
        Sample("raw/data-area.bin", .raw, nil, nil, "area 27-0"),
        Sample("raw/message.ndef", .ndef, nil, nil, "message 19-0"),
        // PWD and PACK, which read as zero, are not known.
        Sample("raw/ntag213-uri.bin", .raw, "04C1D25A3B7E80", .ntag213, "type2 172-0"),
        Sample("raw/type5-uri.bin", .raw, nil, nil, "type5 32-0"),
        Sample("raw/ultralight-text.dump", .raw, "04B7193C4D5E81", .ultralight, "type2 64-0"),
        Sample("t4t/type4-uri.t4t", .type4Files, nil, nil, "type4 15+27"),
        Sample("taginfo/icode-slix-uri-scan.txt", .tagInfoText, "E004015011223344", .icodeSLIX, "type5 32-0"),
        Sample("taginfo/ntag210-uri-scan.txt", .tagInfoText, "04C7D85A3B7E81", .ntag210, "type2 72-0"),
        Sample("taginfo/ntag210-uri-scan.xml", .tagInfoXML, "04C7D85A3B7E81", .ntag210, "type2 72-24"),
        Sample("taginfo/ultralight-bare.txt", .tagInfoText, "04B7193C4D5E81", .ultralight, "type2 64-0"),
    ]

    @Test(arguments: samples) func isRead(_ sample: Sample) throws {
        let image = try Fixture.read(sample.path)
        #expect(image.format == sample.format)
        #expect(image.uid?.description == sample.uid)
        #expect(image.chip == sample.chip)
        #expect(image.memory.summary == sample.memory)
    }

    /// Files of a format of which a shorter one is taken byte for byte.
    private static let thinned: Set = [
        "listing/reads-of-four-pages.txt", "metrodroid/classic-mini.xml", "metrodroid/ultralight-c.json",
        "taginfo/ntag210-uri-scan.txt",
    ]

    /// Each beginning of the file, and the file with each byte changed: read or refused, without a trap.
    @Test(arguments: samples) func everyPrefixAndEveryByteChanged(_ sample: Sample) throws {
        let bytes = try Fixture.bytes(sample.path)
        let places = Array(stride(from: 0, to: bytes.count, by: Self.thinned.contains(sample.path) ? 7 : 1))
        for index in places.spread(150) {
            var changed = bytes
            changed[index] = [bytes[index] ^ 0x01, 0x0A, bytes[index] ^ 0x80, UInt8(ascii: "9")][index % 4]
            for variant in [Array(bytes[..<index]), changed] {
                guard let image = try? TagImage(reading: variant, name: sample.path) else { continue }
                _ = image.contents
                #expect(image.memory.byteCount <= 64 << 10)
            }
        }
    }

    /// The same memory, whatever the file.
    @Test(arguments: [
        [
            "raw/ultralight-text.dump", "listing/one-string.hex", "listing/pages-hex-numbers.hex",
            "listing/reads-of-four-pages.txt", "taginfo/ultralight-bare.txt", "metrodroid/ultralight.xml",
        ],
        ["metrodroid/classic-mini.json", "metrodroid/classic-mini.xml"],
    ]) func formatsOfOneTagAgree(_ paths: [String]) throws {
        let images = try paths.map { try Fixture.read($0) }
        for image in images {
            #expect(image.memory == images[0].memory)
            #expect(image.uid == images[0].uid)
            #expect(image.chip == images[0].chip)
        }
    }

    /// What a file knows of a tag is what another knows that has all of it.
    @Test(arguments: [
        ("mct/classicmini-uri.mct", "raw/classicmini-uri.mfd"),
        ("listing/nfcpy-ntag213.txt", "raw/ntag213-uri.bin"),
        ("taginfo/ntag210-uri-scan.xml", "taginfo/ntag210-uri-scan.txt"),
    ]) func partsAgreeWithTheWhole(_ part: String, _ whole: String) throws {
        let part = try Fixture.read(part)
        let whole = try Fixture.read(whole)
        let known = part.memory.bytes
        #expect(known.count { $0 != nil } > 40)
        for (one, other) in zip(known, whole.memory.bytes) where one != nil { #expect(one == other) }
        #expect(part.uid == whole.uid)
    }

    /// Keys and passwords stand in these files; no sentence shows them.
    @Test(arguments: samples) func notesShowNoBytes(_ sample: Sample) throws {
        let image = try Fixture.read(sample.path)
        let notes = image.notes.joined(separator: " ").uppercased()
        for secret in ["A0A1A2A3A4A5", "D3F7D3F7D3F7", "FFFFFFFFFFFF", "D101"] { #expect(!notes.contains(secret)) }
    }
}

extension ImageFixtureTests.Sample {
    init(_ path: String, _ format: ImageFormat, _ uid: String?, _ chip: Chip?, _ memory: String) {
        self.init(path: path, format: format, uid: uid, chip: chip, memory: memory)
    }
}

extension ImageMemory {
    /// Of pages and blocks: each byte, nil where it is not known.
    fileprivate var bytes: [UInt8?] {
        guard let pages else { return blocks?.bytes ?? [] }
        return (0..<pages.end).flatMap { pages[$0]?.bytes.map { $0 } ?? [nil, nil, nil, nil] }
    }

    /// Kind, bytes and unknown bytes.
    var summary: String {
        let unknown = blocks.map { $0.bytes.count { $0 == nil } } ?? 0
        switch self {
        case .type2(let pages): return "type2 \(byteCount)-\((0..<pages.end).count { pages[$0] == nil } * 4)"
        case .dataArea: return "area \(byteCount)-0"
        case .type3: return "type3 \(byteCount)-\(unknown)"
        case .type4(let container, let files):
            return "type4 \(container.count)+\(files.values.map(\.count).reduce(0, +))"
        case .type5: return "type5 \(byteCount)-\(unknown)"
        case .classic: return "classic \(byteCount)-\(unknown)"
        case .message: return "message \(byteCount)-0"
        case .notUnderstood: return "not understood"
        }
    }
}
