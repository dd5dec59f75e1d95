import NDEF
import Tags

/// Bytes from the begin of a tag's memory with nothing beside them that says which tag it was: a raw image, or a listing.
///
/// What can be two things is decided by the strictest check: a message that decodes to the last byte first (one of 16 bytes may
/// have the check bytes of a tag by chance: `D1 01 0C 54` begins every text of 12 bytes), then check bytes, then lengths that
/// must fit. What it was taken for is said in a note.
struct PlainMemory {
    /// nil where a byte is not known.
    let bytes: [UInt8?]
    let ending: String
    /// The bytes up to the first that is not known.
    private let known: [UInt8]

    init(bytes: [UInt8?], ending: String) {
        self.bytes = bytes
        self.ending = ending
        known = bytes.knownPrefix
    }

    /// Nil where the bytes are no memory of a tag that can be told.
    func image(as format: ImageFormat) throws(ImageError) -> TagImage? {
        if isMessage { return .message(known) }
        if hasType2CheckBytes { return try type2(format, by: "its check bytes") }
        if let image = type5(format) { return image }
        if let image = try classic(format) { return image }
        if hasType2Container { return try type2(format, by: "its capability container") }
        if let image = dataArea(format) { return image }
        return ending == "ndef" && known.count == bytes.count && !known.isEmpty ? .message(known) : nil
    }

    /// A message alone: MB is set, and all of it decodes.
    private var isMessage: Bool {
        guard known.count == bytes.count, let first = known.first else { return false }
        return first >= 0x80 && (try? Message(decoding: known)) != nil
    }

    // MARK: Type 2

    /// BCC0 and BCC1 (ISO/IEC 14443-3, 6.4.4) in bytes 3 and 8.
    private var hasType2CheckBytes: Bool {
        guard known.count >= 9, bytes.count >= 16, bytes.count.isMultiple(of: 4) else { return false }
        return 0x88 ^ known[0] ^ known[1] ^ known[2] == known[3]
            && known[4] ^ known[5] ^ known[6] ^ known[7] == known[8]
    }

    /// E1 and mapping version 1.x in page 3, on tags without check bytes: NTAG I2C, emulated tags.
    private var hasType2Container: Bool {
        guard bytes.count >= 16, bytes.count.isMultiple(of: 4), bytes[12] == 0xE1, let version = bytes[13],
            bytes[14] != nil, bytes[15] != nil
        else { return false }
        return version >> 4 == 1
    }

    private func type2(_ format: ImageFormat, by reason: String) throws(ImageError) -> TagImage {
        let count = bytes.count / 4
        guard count <= TagImage.mostType2Pages else {
            throw ImageError(
                .broken, "has \(count) pages; a Type 2 tag that is known has at most \(TagImage.mostType2Pages)")
        }
        return .type2(
            PageMemory(known: bytes), as: format, pageCount: count, notes: ["taken for a Type 2 tag by \(reason)"])
    }

    // MARK: Type 5 and MIFARE Classic

    /// A capability container in block 0, of four bytes, or of eight where its third is 00 (NFC Forum Type 5 Tag 1.2,
    /// 4.3.1), whose area lies within the file or is as large as all of it, as many tags have it.
    private func type5(_ format: ImageFormat) -> TagImage? {
        guard known.count >= 8, bytes.count.isMultiple(of: 4), bytes.count <= ListedBlocks.mostBlocks * 4,
            [0xE1, 0xE2].contains(known[0]), known[1] >> 6 == 1
        else { return nil }
        let containerBytes = known[2] == 0 ? 8 : 4
        let areaBytes = (known[2] == 0 ? Int(known[6]) << 8 | Int(known[7]) : Int(known[2])) * 8
        let fits = areaBytes > 0 && (containerBytes + areaBytes <= bytes.count || areaBytes == bytes.count)
        guard fits || TLVs(known.dropFirst(containerBytes)).holdMessage else { return nil }
        return TagImage(
            format: format, memory: .type5(BlockMemory(bytes: bytes, blockBytes: 4)),
            notes: ["taken for a Type 5 tag with blocks of 4 bytes, by its capability container"])
    }

    /// The size of a card, and access bits that stand rightly in every sector trailer that is not all zero or unknown; a
    /// file that ends in `.mfd` need only have the size.
    private func classic(_ format: ImageFormat) throws(ImageError) -> TagImage? {
        guard bytes.count.isMultiple(of: 16), [20, 64, 128, 256].contains(bytes.count / 16) else {
            guard ending == "mfd", format == .raw else { return nil }
            throw ImageError(
                .broken, "has \(bytes.count) bytes; a .mfd of a MIFARE Classic has 320, 1024, 2048 or 4096")
        }
        let memory = BlockMemory(bytes: bytes, blockBytes: 16)
        let trailers = Set((0..<memory.blockCount).map { ClassicCard.trailer(ofBlock: $0) }).compactMap { memory[$0] }
            .filter { trailer in trailer.contains { $0 != 0 } }
        let isClassic = !trailers.isEmpty && trailers.allSatisfy { ClassicCard.hasAccessBits($0) }
        guard isClassic || ending == "mfd" else { return nil }
        let reason = isClassic ? "its size and the access bits in its sector trailers" : "its size and the file's name"
        return try .classic(listed: bytes, as: format, notes: ["taken for a MIFARE Classic card by \(reason)"])
    }

    // MARK: A part of a tag

    /// TLVs alone: from the first byte on, behind the container of a Type 2 tag, or from page 4 on where the pages before
    /// it are not listed.
    private func dataArea(_ format: ImageFormat) -> TagImage? {
        if known.count > 4, known[0] == 0xE1, known[1] >> 4 == 1, TLVs(known.dropFirst(4)).hold {
            return fromContainer(known, format)
        }
        let isHeaderMissing = bytes.count > 16 && bytes.prefix(16).allSatisfy { $0 == nil }
        let area = isHeaderMissing ? Array(bytes[16...]).knownPrefix : known
        guard TLVs(area[...]).hold else { return nil }
        return TagImage(
            format: format, memory: .dataArea(area), notes: ["taken for the data area of a tag, without its header"])
    }

    /// The pages from 3 on; where the last of them is not whole, as much of an area as the container says.
    private func fromContainer(_ known: [UInt8], _ format: ImageFormat) -> TagImage {
        let notes = ["taken for the pages of a Type 2 tag from its capability container on"]
        guard bytes.count.isMultiple(of: 4), bytes.count <= (TagImage.mostType2Pages - 3) * 4 else {
            let area = known.dropFirst(4).prefix(Int(known[2]) * 8)
            return TagImage(format: format, memory: .dataArea(Array(area)), notes: notes)
        }
        let pages = PageMemory(known: Array(repeating: nil, count: 12) + bytes)
        return .type2(pages, as: format, notes: notes)
    }
}

extension TagImage {
    fileprivate static func message(_ bytes: [UInt8]) -> TagImage {
        TagImage(format: .ndef, memory: .message(bytes))
    }
}

/// The begin of a chain of TLVs (NFC Forum Type 2 Tag 1.2, 2.3), as far as it tells that there is one.
private struct TLVs {
    /// Whether the chain begins with an NDEF or a control TLV and reaches an NDEF TLV: an empty one, one that holds a
    /// message, or one that holds the begin of a record and is cut off.
    private(set) var hold = false
    /// Whether it reaches a message that decodes.
    private(set) var holdMessage = false

    init(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first(where: { $0 != 0x00 }), [0x01, 0x02, 0x03].contains(first) else { return }
        var rest = bytes
        while let type = rest.popFirst(), type != 0xFE {
            if type == 0x00 { continue }
            guard let short = rest.popFirst() else { return }
            var length = Int(short)
            if short == 0xFF {
                guard let high = rest.popFirst(), let low = rest.popFirst() else { return }
                length = Int(high) << 8 | Int(low)
            }
            if type != 0x03 {
                guard [0x01, 0x02].contains(type) ? length == 3 : type == 0xFD, rest.count >= length else { return }
                rest = rest.dropFirst(length)
                continue
            }
            let value = Array(rest.prefix(length))
            holdMessage = value.count == length && (try? Message(decoding: value)) != nil
            let isCut = value.count < length && (value.first.map { $0 & 0x80 != 0 && $0 & 7 < 7 } ?? false)
            hold = length == 0 || holdMessage || isCut
            return
        }
    }
}
