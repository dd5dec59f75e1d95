import Tags

/// A card as Metrodroid keeps it, in JSON or in XML: the identifier by which the tag answered, and blocks by protocol.
struct MetrodroidCard {
    private let identifier: StatedUID
    private var blocks = ListedBlocks()
    private var protected: Set<Int> = []

    init(identifier: String) { self.identifier = StatedUID(hex: identifier) }

    private var uid: UID? { identifier.uid }

    /// Takes the blocks of a MIFARE Classic sector in, in order; fewer than the sector has stay unknown.
    mutating func take(sector: Int, blocks list: [[UInt8]], line: Int?) throws(ImageError) {
        let place = line.map { "line \($0): " } ?? ""
        guard (0..<ClassicCard.sectorCount).contains(sector) else {
            throw ImageError(
                .broken, "\(place)sector \(sector); a MIFARE Classic has at most \(ClassicCard.sectorCount)")
        }
        guard list.count <= ClassicCard.blockCount(ofSector: sector) else {
            throw ImageError(.broken, "\(place)sector \(sector) has \(list.count) blocks")
        }
        let first = ClassicCard.firstBlock(ofSector: sector)
        for (index, bytes) in list.enumerated() { try take(block: first + index, bytes, of: 16, line: line) }
    }

    /// Takes a block in that must have so many bytes. One without bytes was not read.
    mutating func take(block: Int, _ bytes: [UInt8], of size: Int, line: Int?) throws(ImageError) {
        if bytes.isEmpty { return }
        guard bytes.count == size else {
            throw ImageError(.broken, "\(line.map { "line \($0): " } ?? "")block \(block) has \(bytes.count) bytes")
        }
        try blocks.add(bytes.map { $0 }, at: block, line: line ?? 1)
    }

    /// Takes in that a page was not read for want of a password.
    mutating func take(protectedPage page: Int) { protected.insert(page) }

    // MARK: What it comes to

    /// `sectorCount`: of the sectors that the file lists, those without blocks too.
    func classic(sectorCount: Int) throws(ImageError) -> TagImage {
        let end = sectorCount == 0 ? 0 : ClassicCard.firstBlock(ofSector: min(sectorCount, ClassicCard.sectorCount))
        let missing = max(0, end * 16 - blocks.bytes.count)
        return try .classic(
            listed: blocks.bytes + Array(repeating: nil, count: missing), as: .metrodroid, statedUID: uid,
            notes: identifier.notes)
    }

    func type2() throws(ImageError) -> TagImage {
        let count = max(blocks.end, (protected.max() ?? -1) + 1)
        guard count <= TagImage.mostType2Pages else {
            throw ImageError(
                .broken, "has \(count) pages; a tag of this kind has at most \(TagImage.mostType2Pages)")
        }
        return .type2(
            PageMemory(known: blocks.bytes), as: .metrodroid, statedUID: uid, pageCount: count, protected: protected,
            notes: identifier.notes)
    }

    func type5() -> TagImage {
        let memory = BlockMemory(bytes: blocks.bytes, blockBytes: blocks.isEmpty ? 4 : blocks.blockBytes)
        return TagImage(
            format: .metrodroid, uid: uid, chip: uid.flatMap { Chip(type5UID: $0) }, memory: .type5(memory),
            notes: identifier.notes)
    }

    /// - Parameter manufacture: PMm; its second byte is the IC code (FeliCa Lite-S user's manual, 2.5.2).
    func type3(manufacture: [UInt8]) -> TagImage {
        let chips: [UInt8: Chip] = [0xF0: .felicaLite, 0xF1: .felicaLiteS]
        let chip = manufacture.count == 8 ? chips[manufacture[1]] : nil
        return TagImage(
            format: .metrodroid, uid: uid, chip: chip, memory: .type3(BlockMemory(bytes: blocks.bytes, blockBytes: 16)),
            notes: identifier.notes)
    }

    func notUnderstood(_ what: String) -> TagImage {
        TagImage(
            format: .metrodroid, uid: uid, memory: .notUnderstood("images of \(what) are not understood"),
            notes: identifier.notes)
    }
}

/// Where the NDEF message of a FeliCa lies (NFC Forum Type 3 Tag 1.0, 6): the system of NDEF, else that of FeliCa Lite,
/// whose blocks are the same; and the services that read them.
enum FeliCaNDEF {
    static let systems = [0x12FC, 0x88B4]
    static let services = [0x000B, 0x0009]
}
