import Tags

/// How the blocks of a MIFARE Classic card lie (NXP MF1S50YYX, section 8.6; MF1S70YYX, section 8.6): sectors of four
/// blocks of 16 bytes, from sector 32 on of sixteen; the last block of a sector is its trailer, with the keys.
enum ClassicCard {
    static let sectorCount = 40

    static func firstBlock(ofSector sector: Int) -> Int { sector < 32 ? sector * 4 : 128 + (sector - 32) * 16 }

    static func blockCount(ofSector sector: Int) -> Int { sector < 32 ? 4 : 16 }

    /// The block that holds the keys of a block's sector.
    static func trailer(ofBlock block: Int) -> Int { block < 128 ? block | 3 : block | 15 }

    /// Whether bytes 6 to 8 of a trailer hold access bits: each stands there twice, once inverted (MF1S50YYX, 8.7.1).
    static func hasAccessBits(_ trailer: some Collection<UInt8>) -> Bool {
        let trailer = Array(trailer)
        guard trailer.count == 16 else { return false }
        let (inverted, mixed, plain) = (trailer[6], trailer[7], trailer[8])
        return inverted & 15 == ~mixed >> 4 & 15 && inverted >> 4 == ~plain & 15 && mixed & 15 == ~plain >> 4 & 15
    }
}

extension TagImage {
    /// The image of a card of which the file lists these bytes. With fewer blocks than the smallest card has, which card it
    /// is is not said.
    static func classic(
        listed bytes: [UInt8?], as format: ImageFormat, statedUID: UID? = nil, notes: [String] = []
    ) throws(ImageError) -> TagImage {
        var image = try TagImage(format: format, classic: bytes, statedUID: statedUID, notes: notes)
        if bytes.count <= 16 * 16 { image.chip = nil }
        return image
    }
}
