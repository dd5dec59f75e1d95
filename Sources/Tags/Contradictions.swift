/// What in an image of a Type 2 tag contradicts itself, one sentence each; no payload, no secret.
///
/// What `interpret` says of the container and the chip is not said again. Bytes behind the message are no contradiction:
/// whatever stood there before was left when a shorter message was written.
///
/// - Parameters:
///   - memory: the pages that are known.
///   - chip: the chip that the image is taken to be of; nil where it is not known.
///   - statedUID: the UID that stands in the image beside the memory.
///   - version: the answer to GET_VERSION that stands in the image; nil, or bytes that are none, where there is none.
public func contradictions(
    in memory: PageMemory, chip: Chip?, statedUID: UID?, version: [UInt8]? = nil
) -> [String] {
    let version = version.flatMap { ChipVersion($0) }
    return identityNotes(on: memory, chip: chip, uid: statedUID, version: version) + sizeContradictions(memory, chip)
}

/// What speaks against the tag being what it is taken for, whatever is on it: its serial number's check bytes and maker, and
/// what GET_VERSION says. Parameters as of `contradictions`.
package func identityNotes(on memory: PageMemory, chip: Chip?, uid: UID?, version: ChipVersion?) -> [String] {
    let notes = headerContradictions(memory, chip, uid)
    guard let version, !version.isZero else { return notes }
    let others = versionContradictions(chip, version)
    return notes.isEmpty ? others : notes + others
}

/// Pages 0 to 2 against the UID that is stated, against their check bytes, and against the chip's maker.
private func headerContradictions(_ memory: PageMemory, _ chip: Chip?, _ statedUID: UID?) -> [String] {
    let header = chip?.type2Layout?.header ?? (Type2Header(memory) == .serialBytes ? .serialBytes : .uidWithCheckBytes)
    guard header != .serialBytes, let first = memory[0], let second = memory[1] else { return [] }
    guard first.word >> 8 != 0 || second.word != 0 else { return ["pages 0 and 1 hold no UID: it is all zero"] }
    var notes: [String] = []
    if let statedUID, !statedUID.stands(in: first, second) {
        notes.append("UID \(statedUID) is stated, and pages 0 and 1 hold \(UID(first, second))")
    }
    if header == .uidWithCheckBytes {
        let check = CheckBytes(first, second)
        if first[3] != check.first {
            notes.append("BCC0 is \([first[3]].hex), and the UID in the pages makes \([check.first].hex)")
        }
        if let found = memory[2]?[0], found != check.second {
            notes.append("BCC1 is \([found].hex), and the UID in the pages makes \([check.second].hex)")
        }
    }
    if let chip, let maker = chip.manufacturer, first[0] != maker {
        notes.append(
            "the UID begins with \(Manufacturer.name(first[0])), and \(chip) is of \(Manufacturer.name(maker))")
    }
    return notes
}

/// GET_VERSION against the chip.
private func versionContradictions(_ chip: Chip?, _ version: ChipVersion) -> [String] {
    var notes: [String] = []
    if version.vendor != 0x04 {
        notes.append("GET_VERSION names vendor \(Manufacturer.name(version.vendor)), not \(Manufacturer.name(0x04))")
    }
    if let chip, let answering = version.nearestChip, answering != chip {
        notes.append("GET_VERSION \(version) is that of \(answering), not of \(chip)")
    }
    return notes
}

/// The pages that there are against the chip and against the container.
private func sizeContradictions(_ memory: PageMemory, _ chip: Chip?) -> [String] {
    let layout = chip?.type2Layout
    var notes: [String] = []
    if let chip, let layout, memory.end > layout.pageCount {
        notes.append("the image goes to page \(memory.end - 1), and the last of \(chip) is \(layout.pageCount - 1)")
    }
    if let container = memory[3].map({ CapabilityContainer($0) }), container.isOfNDEF {
        let area = DataArea(container: container, layout: layout ?? Type2Layout(of: memory))
        let end = max(memory.end, 4)
        if area.pages.upperBound > end {
            notes.append(
                "the data area goes to page \(area.pages.upperBound - 1) (CC \(container.areaBytes) bytes), and the image "
                    + "ends with page \(end - 1)")
        }
    }
    return notes
}
