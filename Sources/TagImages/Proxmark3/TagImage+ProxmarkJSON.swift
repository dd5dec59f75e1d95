import Jobs
import Tags

extension TagImage {
    /// A dump of the Proxmark3 client in JSON, by its `FileType`.
    static func proxmarkJSON(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard let proxmark = try ProxmarkFile(file) else { return nil }
        switch proxmark.kind {
        case "mfu": return try proxmarkMFU(proxmark)
        case "mfc", "mfcard": return try proxmarkClassic(proxmark)
        case "15693": return try proxmarkISO15693(proxmark)
        case "ndef": return try proxmarkNDEF(proxmark)
        default:
            guard proxmark.isOwnWork, proxmark.kind != "settings" else { return nil }
            return TagImage(
                format: .proxmarkJSON, uid: (try? proxmark.uid(counts: [4, 7, 8, 10])) ?? nil,
                memory: .notUnderstood("Proxmark3 images of \(String(proxmark.kind).quoted) are not understood"))
        }
    }

    /// `mfcard`, `mfc v2`, `mfc v3`: blocks of 16 bytes. The keys under `SectorKeys` are those of the trailers.
    private static func proxmarkClassic(_ proxmark: ProxmarkFile) throws(ImageError) -> TagImage {
        let blocks = try proxmark.blocks(of: 16, below: 256)
        var bytes: [UInt8?] = Array(repeating: nil, count: ((blocks.keys.max() ?? 0) + 1) * 16)
        for (number, block) in blocks {
            for (index, byte) in block.enumerated() { bytes[number * 16 + index] = byte }
        }
        return try TagImage(
            format: .proxmarkJSON, classic: bytes, statedUID: try proxmark.uid(counts: [4, 7, 10]))
    }

    /// `ndef`: in blocks of 16 bytes, what the client found on a tag: the TLVs of its data area, or the message alone.
    private static func proxmarkNDEF(_ proxmark: ProxmarkFile) throws(ImageError) -> TagImage {
        let blocks = try proxmark.blocks(of: nil, below: 1 << 12)
        var bytes: [UInt8] = []
        for number in 0..<blocks.count {
            guard let block = blocks[number] else { throw ImageError(.broken, "block \(number) is missing") }
            bytes += block
        }
        if case .int(let size)? = proxmark.root["Ndef.Size"] ?? proxmark.root["Ndef"]?["Size"] {
            guard (0...Int64(bytes.count)).contains(size) else {
                throw ImageError(.broken, "Ndef.Size is \(size), and the blocks have \(bytes.count) bytes")
            }
            bytes.removeLast(bytes.count - Int(size))
        }
        // A message begins with a record that says so (NDEF 1.0, 3.2.1); the types of TLVs below FD are smaller.
        let isMessage = bytes.first.map { $0 >= 0x80 && $0 < 0xFD } ?? false
        return TagImage(format: .proxmarkJSON, memory: isMessage ? .message(bytes) : .dataArea(bytes))
    }
}
