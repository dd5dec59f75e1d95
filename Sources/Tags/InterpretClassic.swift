/// Says what is on a MIFARE Classic card: the message stands in TLVs over the data blocks of the sectors that the
/// application directory names, trailers and the directory's own sectors left out (NXP AN1304).
///
/// Such cards are only read. Their keys stand in the trailers of an image and are never passed on.
func interpretClassic(_ memory: BlockMemory) -> TagContents {
    guard memory.blockBytes == 16 else {
        return TagContents(.notNDEF("blocks have \(memory.blockBytes) bytes instead of 16"), lockState: .notNDEF)
    }
    guard let first = ApplicationDirectory(memory, blocks: ApplicationDirectory.firstBlocks) else {
        return TagContents(.missing("blocks 1 and 2, the application directory (MAD), are not known"))
    }
    let generalPurpose = ClassicSector(number: 0).generalPurposeByte(in: memory)
    let (second, isSecondMissing) = secondDirectory(of: memory, generalPurpose)
    let sectors = (first.sectors + (second?.sectors ?? [])).map { ClassicSector(number: $0) }
    guard !sectors.isEmpty else {
        if isSecondMissing {
            return TagContents(.missing("blocks 64 to 66, the second application directory (MAD2), are not known"))
        }
        return TagContents(.notNDEF(whyNone(first)), lockState: .notNDEF)
    }
    var contents = TagContents(.empty, lockState: lockState(of: sectors, memory))
    contents.notes = notes(generalPurpose, first, second, isSecondMissing, sectors, memory)
    let blocks = sectors.flatMap(\.dataBlocks)
    let bytes = blocks.flatMap { block in (0..<16).map { memory[byte: block * 16 + $0] } }
    let area = TLVArea(bytes: bytes, size: isSecondMissing ? nil : bytes.count) {
        $0 / 16 < blocks.count ? "block \(blocks[$0 / 16])" : "what follows block \(blocks[blocks.count - 1])"
    }
    let content = area.content
    contents.verdict = content.verdict
    contents.capacityBytes = content.capacityBytes
    return contents
}

/// The second directory, where the card has one: the general purpose byte of sector 0 says so (AN10787), or, where
/// that is not known, a right checksum does. `isMissing`: it is said to be there, and is not known.
private func secondDirectory(
    of memory: BlockMemory, _ generalPurpose: UInt8?
) -> (ApplicationDirectory?, isMissing: Bool) {
    let second = ApplicationDirectory(memory, blocks: ApplicationDirectory.secondBlocks)
    guard let generalPurpose else { return (second.flatMap { $0.isChecksumRight ? $0 : nil }, false) }
    guard generalPurpose & 0x83 == 0x82 else { return (nil, false) }
    return (second, second == nil)
}

private func whyNone(_ directory: ApplicationDirectory) -> String {
    if directory.isChecksumRight { return "the application directory (MAD) names no NDEF sector" }
    let (stored, expected) = ([directory.checksum].hex, [directory.expectedChecksum].hex)
    return "blocks 1 and 2 are no application directory (MAD): checksum \(stored) instead of \(expected), and no NDEF "
        + "sector is named"
}

private func notes(
    _ generalPurpose: UInt8?, _ first: ApplicationDirectory, _ second: ApplicationDirectory?, _ isSecondMissing: Bool,
    _ sectors: [ClassicSector], _ memory: BlockMemory
) -> [String] {
    var notes: [String] = []
    if let generalPurpose, generalPurpose & 0x80 == 0 {
        notes.append(
            "the general purpose byte of sector 0 is \([generalPurpose].hex), which says that there is no application "
                + "directory (MAD)")
    }
    for (name, directory) in [("MAD", first), ("MAD2", second)] {
        guard let directory, !directory.isChecksumRight else { continue }
        let (stored, expected) = ([directory.checksum].hex, [directory.expectedChecksum].hex)
        notes.append("the checksum of the application directory (\(name)) is \(stored) instead of \(expected)")
    }
    if isSecondMissing {
        notes.append("blocks 64 to 66, the second application directory (MAD2), are not known")
    }
    // Sector 16 has the second directory: 15 and 17 are neighbours.
    let neighbours = zip(sectors, sectors.dropFirst()).allSatisfy {
        $1.number == $0.number + 1 || ($0.number == 15 && $1.number == 17)
    }
    if !neighbours { notes.append("the NDEF sectors do not follow one another") }
    let contradicting = sectors.filter {
        $0.accessBits(in: memory) != nil && $0.accesses(in: memory) == nil
    }
    if !contradicting.isEmpty {
        notes.append(
            "the access bits contradict themselves in \(contradicting.count == 1 ? "sector" : "sectors") "
                + contradicting.map { String($0.number) }.joined(separator: ", "))
    }
    return notes
}

/// By the access bits and general purpose bytes of the sectors; `unknown` where not all of them are known.
///
/// Where several hold, the order is that of Type 2 tags.
private func lockState(of sectors: [ClassicSector], _ memory: BlockMemory) -> LockState {
    var accesses: Set<ClassicSector.Access> = []
    var isReadOnly = false
    for sector in sectors {
        guard let access = sector.accesses(in: memory), let byte = sector.generalPurposeByte(in: memory) else {
            return .unknown
        }
        accesses.formUnion(access)
        // Bits 1 and 0: 11 is no write access (AN1304).
        if byte & 0x03 == 0x03 { isReadOnly = true }
    }
    if accesses.contains(.keyBReads) { return .passwordReadWrite }
    if accesses == [.readOnly] { return .locked }
    if accesses.contains(.keyBWrites) { return .passwordWrite }
    if isReadOnly { return .readOnly }
    return accesses.contains(.readOnly) ? .partlyLocked : .writable
}
