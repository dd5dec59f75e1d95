/// Says what is on a Type 5 tag (ISO 15693): the capability container begins in block 0, the data area follows it (NFC
/// Forum Type 5 Tag 1.0).
///
/// ```
/// byte 0   E1: blocks are addressed with one byte; E2: with two
/// byte 1   bits 7-6 major version, 5-4 minor, 3-2 read access, 1-0 write access
/// byte 2   MLEN: the data area in units of 8 bytes; 00: bytes 6 and 7 have it, most significant byte first
/// byte 3   bit 2: the area is larger than MLEN, FF then, can say
/// ```
func interpretType5(_ memory: BlockMemory) -> TagContents {
    guard let header = memory.knownBytes(0..<4) else {
        return TagContents(.missing("the capability container, bytes 0 to 3, is not known"))
    }
    if let reason = notNDEFReason(header) { return TagContents(.notNDEF(reason), lockState: .notNDEF) }
    var contents = TagContents(.empty, lockState: type5LockState(header[1]))
    let readAccess = header[1] >> 2 & 3
    guard readAccess == 0 else {
        contents.verdict = .missing("the capability container \(header.hex) gives no free read access")
        return contents
    }
    let containerBytes = header[2] == 0 ? 8 : 4
    guard let extended = containerBytes == 4 ? [0, header[2]] : memory.knownBytes(6..<8) else {
        contents.verdict = .missing("bytes 6 and 7, the length in the capability container, are not known")
        return contents
    }
    let total = memory.bytes.count
    var size = (Int(extended[0]) << 8 | Int(extended[1])) * 8
    if header[2] == 0xFF && header[3] & 0x04 != 0 {
        size = max(size, total - containerBytes)
    } else if size == total {
        // Many writers count the container in.
        size = total - containerBytes
    } else if containerBytes + size > total {
        contents.notes.append("the capability container says \(size) bytes, the image has \(total - containerBytes)")
    }
    let area = TLVArea(bytes: Array(memory.bytes.dropFirst(containerBytes).prefix(size)), size: size) {
        "block \(($0 + containerBytes) / memory.blockBytes)"
    }
    let content = area.content
    contents.verdict = content.verdict
    contents.capacityBytes = content.capacityBytes
    return contents
}

private func notNDEFReason(_ header: [UInt8]) -> String? {
    if header.allSatisfy({ $0 == 0 }) { return "block 0 begins with 00000000: it was never formatted for NDEF" }
    guard header[0] == 0xE1 || header[0] == 0xE2 else {
        return "block 0 begins with \(header.hex): no capability container, which begins with E1 or E2"
    }
    guard header[1] >> 6 == 1 else {
        return "capability container \(header.hex) has mapping version \(header[1] >> 6).\(header[1] >> 4 & 3)"
    }
    return nil
}

/// By the access bits of byte 1; the lock bits of the blocks are not in the memory. 01 is reserved.
private func type5LockState(_ access: UInt8) -> LockState {
    switch (access >> 2 & 3, access & 3) {
    case (0, 0): .writable
    case (0, 2): .passwordWrite
    case (0, 3): .readOnly
    case (2, _): .passwordReadWrite
    default: .unknown
    }
}

extension BlockMemory {
    /// The bytes at these offsets, or nil where one of them is not known.
    func knownBytes(_ range: Range<Int>) -> [UInt8]? {
        let known = range.compactMap { self[byte: $0] }
        return known.count == range.count ? known : nil
    }
}
