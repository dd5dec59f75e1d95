import Tags

extension TagImage {
    /// `Mifare Classic`: blocks of 16 bytes, `??` for a byte that is not known.
    static func flipperClassic(_ flipper: FlipperFile) throws(ImageError) -> TagImage {
        let uid = try flipper.uid(counts: [4, 7, 10], kind: "a card of ISO/IEC 14443-3 type A")
        let type = try flipper.required("Mifare Classic type")
        guard let blockCount = ["MINI": 20, "1K": 64, "4K": 256][flipper.value(type)] else {
            throw ImageError(.broken, "line \(type.line): Mifare Classic type must be MINI, 1K or 4K")
        }
        var bytes: [UInt8?] = []
        for field in try flipper.numbered("Block", count: blockCount) {
            bytes += try flipper.partlyKnownBytes(field, count: 16)
        }
        if let keysA = try keyMap("Key A map", flipper), let keysB = try keyMap("Key B map", flipper) {
            forgetWithoutKeys(keysA, keysB, &bytes)
        }
        return try TagImage(
            format: .flipper, classic: bytes, statedUID: uid, notes: try flipper.zeroUIDNotes(uid))
    }

    /// Data format version 1 has zeros for what is not known, and says in two bit maps which sectors' keys are.
    private static func forgetWithoutKeys(_ keysA: UInt64, _ keysB: UInt64, _ bytes: inout [UInt8?]) {
        for block in 0..<(bytes.count / 16) {
            let sector = block < 128 ? block / 4 : 32 + (block - 128) / 16
            let isTrailer = block < 128 ? block % 4 == 3 : block % 16 == 15
            let (hasA, hasB) = (keysA >> UInt64(sector) & 1 == 1, keysB >> UInt64(sector) & 1 == 1)
            for index in 0..<16 {
                let isKeyA = isTrailer && index < 6
                let isKeyB = isTrailer && index >= 10
                let isKnown = isKeyA ? hasA : isKeyB ? hasB : hasA || hasB
                if !isKnown { bytes[block * 16 + index] = nil }
            }
        }
    }

    /// Sixteen hex digits: the bit of sector 0 is the lowest.
    private static func keyMap(_ key: String, _ flipper: FlipperFile) throws(ImageError) -> UInt64? {
        guard let bytes = try flipper.bytes(key, count: 8) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
