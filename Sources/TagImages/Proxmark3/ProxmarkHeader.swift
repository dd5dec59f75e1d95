import Tags

/// What the Proxmark3 client puts before the pages of a Type 2 tag in its binary dumps: 56 bytes, in older versions 48
/// (`mfu_dump_t` and `old_mfu_dump_t` of `cmdhfmfu.h`).
struct ProxmarkHeader {
    let version: [UInt8]
    let signature: [UInt8]
    let counters: [Int: UInt32]
    let pages: PageMemory

    /// Nil where the bytes are no dump with such a header: pages alone begin with a UID and its check bytes, and with a
    /// header these stand behind it.
    init?(_ bytes: [UInt8]) {
        guard bytes.count % 4 == 0, !Self.isUID(bytes, at: 0) else { return nil }
        // 8 bytes of version, 2 + 1 of a read of OTP ("TBO"), the last page's number, the signature, 3 times a counter
        // of 3 bytes and its tearing flag.
        let last = (bytes.count - 56) / 4 - 1
        if (3..<256).contains(last), Int(bytes[11]) == last,
            Self.isUID(bytes, at: 56) || ChipVersion(Array(bytes[0..<8]))?.hasNoCheckBytes == true
        {
            version = Array(bytes[0..<8])
            signature = Array(bytes[12..<44])
            var counters: [Int: UInt32] = [:]
            for number in 0..<3 {
                let start = 44 + 4 * number
                counters[number] = TagImage.counter(Array(bytes[start..<(start + 3)]), tearing: bytes[start + 3])
            }
            self.counters = counters
            pages = PageMemory(bytes: Array(bytes[56...]))
            return
        }
        // 8 bytes of version, 2 of TBO, 3 tearing flags, 2 of PACK, 1 of TBO, the signature.
        guard (16..<(1024 + 1)).contains(bytes.count - 48), Self.isUID(bytes, at: 48) else { return nil }
        version = Array(bytes[0..<8])
        signature = Array(bytes[16..<48])
        counters = [:]
        pages = PageMemory(bytes: Array(bytes[48...]))
    }

    /// Whether pages 0 to 2 begin there: seven bytes of UID with both check bytes (ISO/IEC 14443-3, 6.5.4), not all zero.
    private static func isUID(_ bytes: [UInt8], at start: Int) -> Bool {
        guard bytes.count >= start + 16 else { return false }
        let page = bytes[start..<(start + 16)].map { $0 }
        return page[3] == 0x88 ^ page[0] ^ page[1] ^ page[2] && page[8] == page[4] ^ page[5] ^ page[6] ^ page[7]
            && page[0..<8].contains { $0 != 0 }
    }
}

extension ChipVersion {
    /// NTAG I2C and NTAG I2C plus have no check bytes in their pages (NXP NT3H1101, 8.3.2).
    fileprivate var hasNoCheckBytes: Bool { bytes[1] == 0x04 && bytes[2] == 0x04 && bytes[3] == 0x05 }
}

extension TagImage {
    /// A binary dump of a Type 2 tag by the Proxmark3 client, with a header; without one it is the memory alone.
    static func proxmarkBin(_ file: ImageFile) throws(ImageError) -> TagImage? {
        // A header has zeros, so the file is no text.
        guard !file.isText, let header = ProxmarkHeader(file.bytes) else { return nil }
        return type2(header, as: .proxmarkBin)
    }

    static func type2(_ header: ProxmarkHeader, as format: ImageFormat) -> TagImage {
        .type2(
            header.pages, as: format, version: header.version, signature: header.signature, counters: header.counters)
    }
}
