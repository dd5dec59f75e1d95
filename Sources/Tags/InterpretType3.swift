/// Says what is on a Type 3 tag (FeliCa): block 0 is the attribute block, the message begins in block 1 (NFC Forum Type 3
/// Tag 1.0, attribute information block).
///
/// ```
/// byte 0      mapping version, 10 for 1.0
/// byte 1, 2   Nbr, Nbw: blocks that one command reads or writes
/// byte 3, 4   Nmaxb: blocks for the message, most significant byte first
/// byte 9      WriteFlag: 00 done, 0F while it is being written
/// byte 10     RWFlag: 00 read only, 01 read and write
/// byte 11-13  Ln: bytes of the message, most significant byte first
/// byte 14, 15 the sum of bytes 0 to 13, most significant byte first
/// ```
func interpretType3(_ memory: BlockMemory) -> TagContents {
    guard memory.blockBytes == 16 else {
        return TagContents(.notNDEF("blocks have \(memory.blockBytes) bytes instead of 16"), lockState: .notNDEF)
    }
    guard let block = memory[0] else { return TagContents(.missing("block 0, the attribute block, is not known")) }
    if let reason = notAttributesReason(block) { return TagContents(.notNDEF(reason), lockState: .notNDEF) }
    let blocks = Int(block[3]) << 8 | Int(block[4])
    let length = Int(block[11]) << 16 | Int(block[12]) << 8 | Int(block[13])
    var contents = TagContents(.empty)
    contents.capacityBytes = blocks * 16
    switch block[10] {
    case 0x00: contents.lockState = .readOnly
    case 0x01: contents.lockState = .writable
    default: contents.notes.append("RWFlag is \([block[10]].hex), which is neither 00 nor 01")
    }
    if blocks >= memory.blockCount {
        contents.notes.append("the attribute block says \(blocks) blocks, the image has \(memory.blockCount - 1)")
    }
    contents.verdict = verdict(of: memory, length: length, capacity: blocks * 16, writeFlag: block[9])
    return contents
}

/// Why block 0 is no attribute block; nil when it is one.
private func notAttributesReason(_ block: [UInt8]) -> String? {
    let sum = block[0...13].reduce(0) { $0 + Int($1) }
    guard sum == Int(block[14]) << 8 | Int(block[15]) else {
        let expected = [UInt8(sum >> 8), UInt8(sum & 0xFF)].hex
        return "block 0 is no attribute block: its checksum is \(block[14...15].hex) instead of \(expected)"
    }
    guard block[0] >> 4 == 1 else {
        return "the attribute block has mapping version \(block[0] >> 4).\(block[0] & 15)"
    }
    return nil
}

private func verdict(of memory: BlockMemory, length: Int, capacity: Int, writeFlag: UInt8) -> TagContents.Verdict {
    guard writeFlag == 0 else {
        return .broken("WriteFlag is \([writeFlag].hex): writing began and did not end")
    }
    guard length <= capacity else { return .broken("Ln says \(length), there is room for \(capacity)") }
    if length == 0 { return .empty }
    var message: [UInt8] = []
    for offset in 16..<(16 + length) {
        guard let byte = memory[byte: offset] else {
            return .missing("block \(offset / 16) is not known; Ln says \(length), \(message.count) present")
        }
        message.append(byte)
    }
    return .of(message: message)
}
