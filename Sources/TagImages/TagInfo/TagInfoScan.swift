import Tags

/// What a scan by NXP TagInfo says of a tag: the same headings, lines and blocks in its text and in its XML.
struct TagInfoScan {
    private var heading = ""
    private var identifier = StatedUID(hex: "")
    private var chip: Chip?
    private var version: [UInt8] = [0]
    private var signature: [UInt8] = []
    private var blocks = ListedBlocks()
    private var leftOut: [Int] = []
    private var protected: Set<Int> = []

    /// The lines that follow stand under this heading.
    mutating func begin(heading: Substring) {
        self.heading = heading.withoutBlanks.prefix(before: ":").withoutBlanks.lowercased()
        if self.heading == "version information" { version = [0] }
    }

    /// Whether blocks stand under the heading; under others the like may stand too: the bytes of a record's payload.
    var isInMemory: Bool { heading == "memory content" }

    /// Takes a line of text in. Most say nothing that is needed.
    mutating func take(_ line: Substring) {
        let text = line.withoutBlanks.drop { !$0.isLetter && !$0.isNumber }.withoutBlanks
        let value = text.split(separator: ":", maxSplits: 1).dropFirst().first?.withoutBlanks ?? ""
        if heading == "ic type", chip == nil {
            chip = Chip(productName: text)
        } else if heading == "version information", version.count < 8, let byte = Self.byteInBrackets(text) {
            version.append(byte)
        } else if text.hasPrefix("ID:") {
            take(uid: value)
        } else if text.hasPrefix("r: 0x") || text.hasPrefix("s: 0x") {
            if let part = [UInt8](hex: value.dropFirst(2)) { signature += part }
        }
    }

    mutating func take(uid text: Substring) {
        let stated = StatedUID(hex: String(text.prefix(before: "(").withoutBlanks))
        if stated.uid != nil || identifier.uid == nil { identifier = stated }
    }

    /// The value in `Type: NTAG (0x04)`.
    private static func byteInBrackets(_ text: Substring) -> UInt8? {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), text[open...].hasPrefix("(0x") else {
            return nil
        }
        return UInt8(text[open...].dropFirst(3).dropLast(), radix: 16)
    }

    /// Takes a block in. `--` stands for bytes without a function, which count as 00 where the page is understood, and are known
    /// to no file that is written; in a page of which nothing is shown they mean that it was not read, as `XX` does.
    ///
    /// - Parameter access: how the scan says that the block may be accessed; `p` is read with a password alone, `P` is no
    ///   more than written so.
    mutating func take(block: Int, _ text: Substring, access: Substring, line: Int) throws(ImageError) {
        guard var bytes = [UInt8?](hexText: text) else {
            throw ImageError(.broken, "line \(line): block \(block) is no hex")
        }
        let isMarkedUnread = text.contains { "Xx?".contains($0) }
        if bytes.count == 4, !isMarkedUnread, bytes.contains(where: { $0 == nil }), bytes.contains(where: { $0 != nil })
        {
            bytes = bytes.map { $0 ?? 0 }
            leftOut.append(block)
        }
        try blocks.add(bytes, at: block, line: line)
        if access.contains("p"), bytes.allSatisfy({ $0 == nil }) { protected.insert(block) }
    }

    /// The image, once all was taken in.
    func image(as format: ImageFormat) throws(ImageError) -> TagImage {
        let version = version.count == 8 ? version : nil
        let signature = signature.count == 32 ? signature : nil
        let uid = identifier.uid
        let notes = identifier.notes
        switch blocks.blockBytes {
        case 16: return try .classic(listed: blocks.bytes, as: format, statedUID: uid, notes: notes)
        case 4 where chip?.forumType != 5 && uid?.bytes.first != 0xE0:
            guard blocks.end <= TagImage.mostType2Pages else {
                throw ImageError(
                    .broken, "has \(blocks.end) pages; a tag of this kind has at most \(TagImage.mostType2Pages)")
            }
            return .type2(
                PageMemory(known: blocks.bytes), as: format, chip: chip, statedUID: uid, protected: protected,
                partlyRead: Set(leftOut), version: version, signature: signature, notes: notes)
        case 4, 8:
            return TagImage(
                format: format, uid: uid, chip: chip ?? uid.flatMap { Chip(type5UID: $0) },
                memory: .type5(BlockMemory(bytes: blocks.bytes, blockBytes: blocks.blockBytes)), version: version,
                signature: signature, notes: notes + TagImage.notes(onPartlyRead: leftOut, unknown: []))
        default:
            let why = "the scan lists no memory that is understood"
            return TagImage(
                format: format, uid: uid, chip: chip, memory: .notUnderstood(why), version: version,
                notes: notes)
        }
    }
}

extension Chip {
    /// Reads a chip out of the name by which TagInfo calls it: `NTAG215`, `MIFARE Ultralight C (MF0ICU2)`.
    init?(productName text: Substring) {
        let known: [(String, Chip)] = [
            ("MF0ICU1", .ultralight), ("MF0ICU2", .ultralightC), ("MF0UL11", .mf0ul11), ("MF0ULH11", .mf0ul11),
            ("MF0UL21", .mf0ul21), ("MF0ULH21", .mf0ul21), ("MF0AES", .ultralightAES), ("NT3H1101", .ntagI2C1K),
            ("NT3H1201", .ntagI2C2K), ("NT3H2111", .ntagI2CPlus1K), ("NT3H2211", .ntagI2CPlus2K),
            ("MF1S20", .classicMini), ("MF1S50", .classic1K), ("MF1S70", .classic4K), ("SL2S2602", .icodeSLIX2),
            ("SL2S2002", .icodeSLIX), ("SL2ICS20", .icodeSLI), ("NT4H24", .ntag424), ("DESFire", .desfire),
        ]
        if let chip = known.first(where: { text.contains($0.0) })?.1 {
            self = chip
        } else {
            self.init(name: String(text.prefix(before: "(")))
        }
    }
}
