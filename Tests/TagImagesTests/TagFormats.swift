import Tags

/// One memory of a Type 2 tag in every format of which it can be made here, as the tools write them.
struct TagFormats {
    var bytes: [UInt8]
    /// As Flipper, TagInfo and Proxmark3 JSON name it.
    var name: String?
    var version = ""

    private static let uid = "04C1D25A3B7E80"

    init(_ bytes: [UInt8], name: String? = nil, version: String = "") {
        self.bytes = bytes
        self.name = name
        self.version = version
    }

    private var pages: [String] { stride(from: 0, to: bytes.count, by: 4).map { bytes[$0..<($0 + 4)].hex } }

    /// The name of each file, whose ending counts, and what stands in it.
    var files: [(name: String, bytes: [UInt8])] {
        let text = [
            ("plain.txt", pages.joined(separator: "\n")), ("plain.eml", pages.joined(separator: "\n")),
            ("one.hex", bytes.hex), ("tag.nfc", flipper), ("mfu.json", proxmark), ("metrodroid.json", metrodroid),
            ("taginfo.txt", tagInfo),
            ("numbered.txt", pages.enumerated().map { "Page \($0.offset): \($0.element)" }.joined(separator: "\n")),
        ]
        return [("tag.bin", bytes), ("tag.dump", bytes), ("header.bin", header + bytes)]
            + text.map { ($0.0, Array($0.1.utf8)) }
    }

    /// Files without the tag's first pages.
    var parts: [(name: String, bytes: [UInt8])] {
        let listed = pages.enumerated().dropFirst(4).map { "Page \($0.offset): \($0.element)" }
        return [
            ("area.bin", Array(bytes.dropFirst(16))), ("container.bin", Array(bytes.dropFirst(12))),
            ("container-and-rest.bin", bytes.dropFirst(12) + [0]),
            ("from-4.txt", Array(listed.joined(separator: "\n").utf8)),
        ]
    }

    private static func spaced(_ hex: String) -> String {
        stride(from: 0, to: hex.count, by: 2).map { String(hex.dropFirst($0).prefix(2)) }.joined(separator: " ")
    }

    private var flipper: String {
        let type = name.map { "NTAG/Ultralight type: \($0)\n" } ?? ""
        let answer = version.isEmpty ? "" : "Mifare version: \(Self.spaced(version))\n"
        return "Filetype: Flipper NFC device\nVersion: 4\nDevice type: NTAG/Ultralight\n"
            + "UID: \(Self.spaced(Self.uid))\nATQA: 00 44\nSAK: 00\n\(type)\(answer)Pages total: \(pages.count)\n"
            + "Pages read: \(pages.count)\n"
            + pages.enumerated().map { "Page \($0.offset): \(Self.spaced($0.element))\n" }.joined()
    }

    private var proxmark: String {
        let chip = name.map { #""Chip":"\#($0)","# } ?? ""
        let answer = version.isEmpty ? "" : #""Version":"\#(version)","#
        let blocks = pages.enumerated().map { #""\#($0.offset)":"\#($0.element)""# }.joined(separator: ",")
        return #"{"Created":"proxmark3","FileType":"mfu","Card":{\#(chip)\#(answer)"UID":"\#(Self.uid)"},"blocks":{"#
            + blocks + "}}"
    }

    private var metrodroid: String {
        let list = pages.map { #"{"data":"\#($0)"}"# }.joined(separator: ",")
        return #"{"tagId":"\#(Self.uid)","mifareUltralight":{"pages":[\#(list)]}}"#
    }

    private var tagInfo: String {
        let type = name.map { "# IC type:\n\($0)\n\n" } ?? ""
        let lines = pages.enumerated().map { "[\([UInt8($0.offset & 0xFF)].hex)] . \(Self.spaced($0.element))" }
        return "** TagInfo scan (version 4.25.5) **\n" + type + "# Memory content:\n"
            + lines.prefix(256).joined(separator: "\n")
    }

    /// Version, TBO, the last page's number, signature, counters.
    private var header: [UInt8] {
        let answer = version.isEmpty ? Array(repeating: 0, count: 8) : [UInt8](hex: version) ?? []
        return answer + [0, 0, 0, UInt8(truncatingIfNeeded: pages.count - 1)] + Array(repeating: 0, count: 44)
    }
}
