import Foundation

/// Files that a parser may choke on, made here: counts that lie, numbers without end, lines without end, nesting,
/// entities, archives, and lengths of a message that are not there.
enum HostileFiles {
    struct File {
        var name: String
        var bytes: [UInt8]

        init(_ name: String, _ bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }

        init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
    }

    /// As large as a file may be that is read at all.
    static let mostBytes = 1 << 20

    static var all: [File] { texts + json + xml + memories + others }

    private static let flipperHead = """
        Filetype: Flipper NFC device
        Version: 4
        Device type: NTAG/Ultralight
        UID: 04 A1 B2 0C 0D 0E 01
        Data format version: 2
        NTAG/Ultralight type: NTAG213

        """

    private static func filled(_ head: String, with piece: String, _ tail: String = "") -> String {
        head + String(repeating: piece, count: (mostBytes - head.utf8.count - tail.utf8.count) / piece.utf8.count)
            + tail
    }

    private static var texts: [File] {
        let digits = String(repeating: "9", count: 400)
        return [
            File("count.nfc", flipperHead + "Pages total: 4294967295\nPage 0: 04 A1 B2 9F\n"),
            File("digits.nfc", flipperHead + "Pages total: \(digits)\nPages read: -\(digits)\n"),
            File("page.nfc", flipperHead + "Pages total: 45\nPage 9223372036854775807: 00 00 00 00\n"),
            File("line.nfc", filled(flipperHead + "Pages total: 45\nPage 0:", with: " 00")),
            File("lines.nfc", filled(flipperHead, with: "Page 0: 00 00 00 00\n")),
            File("empty-lines.nfc", filled(flipperHead, with: "\n")),
            File("colons.nfc", filled(flipperHead, with: ":")),
            File(
                "block.nfc",
                "Filetype: Flipper NFC device\nVersion: 4\nDevice type: ISO15693\nBlock Count: 255\nBlock Size: 255\nData Content: 00\n"
            ),
            File("listing.txt", filled("", with: "[00] 04 A1 B2 9F\n")),
            File("places.txt", "[FFFFFFFF] 00 00 00 00\n[99999999999999999999] 00 00 00 00\n"),
            File("hex.hex", filled("", with: "00")),
            File("sectors.mct", filled("", with: "+Sector: 99999\n")),
            File("sector.mct", filled("+Sector: 0\n", with: "00000000000000000000000000000000\n")),
            File("files.t4t", filled("CC: 000F20FFFFFFFF0406E104FFFF0000\nE104: FFFF", with: "D1")),
            File(
                "scan.txt",
                filled("** TagInfo scan (version 4.23) **\n", with: "[00] *  04:A1:B2 9F (UID0-UID2, BCC0)\n")),
            File("eml.eml", filled("", with: "04A1B29F\n")),
        ]
    }

    private static var json: [File] {
        let mfu = #"{"Created": "proxmark3", "FileType": "mfu", "Card": {"UID": "04A1B20C0D0E01"}, "blocks": {"#
        return [
            File("arrays.json", String(repeating: "[", count: mostBytes)),
            File("objects.json", filled("", with: #"{"a":"#)),
            File("block.json", mfu + #""18446744073709551616": "00000000", "-1": "00", "1e308": "00"}}"#),
            File("blocks.json", filled(mfu, with: #""0": "04A1B29F","#, #""1": "0C0D0E01"}}"#)),
            File("string.json", filled(mfu + #""0": ""#, with: "00", #""}}"#)),
            File("escapes.json", filled(mfu + #""0": ""#, with: #"\u0000"#, #""}}"#)),
            File("number.json", filled(#"{"FileType": "mfu", "blocks": "#, with: "9", "}")),
        ]
    }

    private static var xml: [File] {
        let entities = (1...9).map { #"<!ENTITY e\#($0) "\#(String(repeating: "&e\($0 - 1);", count: 10))">"# }
        let bomb = "<!DOCTYPE scan [<!ENTITY e0 \"lol\">" + entities.joined() + "]>"
        let outside = #"<!DOCTYPE scan [<!ENTITY e9 SYSTEM "file:///dev/zero">]>"#
        let scan = #"<scan version="2.0"><tagInfo>&e9;</tagInfo></scan>"#
        return [
            File("bomb.xml", "<?xml version=\"1.0\"?>" + bomb + scan),
            File("outside.xml", "<?xml version=\"1.0\"?>" + outside + scan),
            File("deep.xml", filled("<?xml version=\"1.0\"?><scan>", with: "<a>")),
            File("attributes.xml", filled("<?xml version=\"1.0\"?><scan", with: " a='1'", "/>")),
            File("open.xml", filled("<?xml version=\"1.0\"?><scan a='", with: "x")),
        ]
    }

    /// The first three pages of an NTAG213, and what follows.
    private static func type2(_ rest: [UInt8], pages: Int = 45) -> [UInt8] {
        let head: [UInt8] = [0x04, 0xA1, 0xB2, 0x9F, 0x0C, 0x0D, 0x0E, 0x01, 0x0E, 0x48, 0, 0]
        return Array((head + rest + [UInt8](repeating: 0, count: pages * 4)).prefix(pages * 4))
    }

    private static var memories: [File] {
        let container: [UInt8] = [0xE1, 0x10, 0x12, 0x00]
        let nulls = [UInt8](repeating: 0, count: 130)
        let controls = [[UInt8]](repeating: [0x01, 0x03, 0xFF, 0xFF, 0xFF], count: 28).flatMap { $0 }
        let records = [[UInt8]](repeating: [0x10, 0, 0], count: mostBytes / 3).flatMap { $0 }
        let chunks = [[UInt8]](repeating: [0x36, 0, 0], count: mostBytes / 3).flatMap { $0 }
        return [
            File("length.bin", type2(container + [0x03, 0xFF, 0xFF, 0xFF, 0xD1])),
            File("area.bin", type2([0xE1, 0x10, 0xFF, 0x00, 0x03, 0xFE, 0xD1])),
            File("payload.bin", type2(container + [0x03, 0x10, 0xC1, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0x55])),
            File("nulls.bin", type2(container + nulls)),
            File("controls.bin", type2(container + controls)),
            File("type5.bin", [0xE2, 0x43, 0xFF, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0x03, 0xFF, 0xFF, 0xFF]),
            File("header.bin", [UInt8](repeating: 0xFF, count: 56) + type2(container)),
            File("ones.mfd", [UInt8](repeating: 0xFF, count: 4096)),
            File("records.ndef", [0x90, 0, 0] + records),
            File("chunks.ndef", [0xB5, 1, 0, 0x41] + chunks),
            File("posters.ndef", posters),
            File("payload.ndef", [0xC1, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0x55]),
        ]
    }

    /// A smart poster within a smart poster, and so on, as deep as the file is long.
    private static var posters: [UInt8] {
        var heads: [[UInt8]] = []
        var left = mostBytes
        while left > 8 {
            let payload = left - 8
            let length = withUnsafeBytes(of: UInt32(payload).bigEndian) { Array($0) }
            heads.append([0xC1, 0x02] + length + [0x53, 0x70])
            left = payload
        }
        return heads.flatMap { $0 } + [UInt8](repeating: 0, count: left)
    }

    private static var others: [File] {
        // A local header of an archive whose one file unpacks to four gigabytes.
        let zip: [UInt8] =
            [
                0x50, 0x4B, 0x03, 0x04, 0x14, 0, 0, 0, 8, 0, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 16, 0, 0xFF, 0xFF, 0xFF,
                0xFF, 1, 0, 0, 0, 0x61,
            ]
        return [
            File("none.nfc", []),
            File("zip.nfc", zip + [UInt8](repeating: 0x42, count: 1 << 16)),
            File("zeros.bin", [UInt8](repeating: 0, count: mostBytes)),
            File("too-large.bin", [UInt8](repeating: 0, count: mostBytes + 1)),
            File("not-utf-8.nfc", Array(flipperHead.utf8) + [UInt8](repeating: 0xC3, count: mostBytes - 1000)),
            File("combining.nfc", filled(flipperHead + "Page 0: e", with: "\u{301}")),
        ]
    }
}
