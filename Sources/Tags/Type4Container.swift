/// The capability container file of a Type 4 tag (NFC Forum Type 4 Tag 2.0; 1.0 and 3.0 are alike as far as it
/// is read here).
///
/// ```
/// byte 0, 1   CCLEN
/// byte 2      mapping version, 20 for 2.0
/// byte 3-6    MLe, MLc: bytes of one read, of one write
/// byte 7 on   TLVs: 04 06 file(2) size(2) read write, the NDEF file
///                   06 08 file(2) size(4) read write, the same for files of more than 64 KiB (3.0)
///                   05 06 …, a proprietary file
/// ```
struct Type4Container {
    /// The NDEF file's identifier.
    let file: UInt16
    /// The size of the NDEF file, with the length of the message that stands at its begin.
    let fileBytes: Int
    /// The bytes of that length: 2, or 4 in an extended file.
    let lengthBytes: Int
    /// 00: free; other values: by a key, or reserved.
    let readAccess: UInt8
    /// 00: free; FF: never; 80 to FE: by a key; other values are reserved.
    let writeAccess: UInt8

    /// Why the file is no capability container of an NDEF tag, or cannot be read as one.
    enum Fault: Error {
        case notNDEF(String)
        case missing(String)
    }

    /// - Parameter bytes: the file; it may be longer than it says.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count >= 7 else {
            throw .missing("the capability container has \(bytes.count) bytes in the image, fewer than any has")
        }
        let length = Int(bytes[0]) << 8 | Int(bytes[1])
        let version = bytes[2]
        guard (1...3).contains(version >> 4) else {
            throw .notNDEF("the capability container has mapping version \(version >> 4).\(version & 15)")
        }
        let known = bytes.prefix(length)
        var offset = 7
        while offset + 2 <= known.count {
            let type = known[offset]
            let value = known.dropFirst(offset + 2).prefix(Int(known[offset + 1]))
            guard value.count == Int(known[offset + 1]) else { break }
            if type == 0x04 || type == 0x06 {
                self = try Type4Container(control: Array(value), isExtended: type == 0x06)
                return
            }
            offset += 2 + value.count
        }
        guard bytes.count >= length else {
            throw .missing("the capability container says \(length) bytes, \(bytes.count) are in the image")
        }
        throw .notNDEF("the capability container of \(length) bytes has no NDEF file control TLV")
    }

    /// An NDEF file control TLV's value.
    private init(control value: [UInt8], isExtended: Bool) throws(Fault) {
        guard value.count == (isExtended ? 8 : 6) else {
            throw .notNDEF("the NDEF file control TLV has \(value.count) bytes")
        }
        file = UInt16(value[0]) << 8 | UInt16(value[1])
        lengthBytes = isExtended ? 4 : 2
        fileBytes = value.dropFirst(2).dropLast(2).reduce(0) { $0 << 8 | Int($1) }
        readAccess = value[value.count - 2]
        writeAccess = value[value.count - 1]
        // Not allowed: the identifiers of other things, and no room for a length and the smallest message.
        guard ![0x0000, 0xE102, 0xE103, 0x3F00, 0x3FFF, 0xFFFF].contains(file), fileBytes >= lengthBytes + 3 else {
            throw .notNDEF("the NDEF file control TLV names file \(name) of \(fileBytes) bytes")
        }
    }

    /// The file's identifier in hex.
    var name: String { [UInt8(file >> 8), UInt8(file & 0xFF)].hex }

    /// The bytes that a message may have.
    var capacityBytes: Int { fileBytes - lengthBytes }

    /// As far as the container says it. A file that only a key can read or write is called kept by a password.
    var lockState: LockState {
        switch (readAccess, writeAccess) {
        case (0x80...0xFE, _): .passwordReadWrite
        case (0x00, 0x00): .writable
        case (0x00, 0xFF): .readOnly
        case (0x00, 0x80...0xFE): .passwordWrite
        default: .unknown
        }
    }
}
