/// The memory of a tag as an image file has it, by the kind of tag.
public enum ImageMemory: Hashable, Sendable {
    /// A Type 2 tag, page 0 on.
    case type2(PageMemory)
    /// The data area of a tag alone, without what stands before it: TLVs from the first byte on.
    case dataArea([UInt8])
    /// A Type 3 tag (FeliCa): the attribute block is block 0.
    case type3(BlockMemory)
    /// A Type 4 tag: the capability container file, and other files by their identifier.
    case type4(container: [UInt8], files: [UInt16: [UInt8]])
    /// A Type 5 tag (ISO 15693): the capability container begins in block 0.
    case type5(BlockMemory)
    /// A MIFARE Classic card, sector trailers included.
    case classic(BlockMemory)
    /// An NDEF message and nothing else.
    case message([UInt8])
    /// The file says which tag it was, and nothing of its memory is understood; why.
    case notUnderstood(String)
}

/// Says what is on a tag, from an image of its memory: what is not known cannot be had, and is said to be missing.
///
/// - Parameter chip: as the image names it, or as it is taken from the memory; nil where it is not known.
public func interpret(_ image: ImageMemory, chip: Chip?) -> TagContents {
    switch image {
    case .type2(let memory): interpretType2(memory, chip: chip)
    case .dataArea(let bytes): interpretDataArea(bytes)
    case .type3(let memory): interpretType3(memory)
    case .type4(let container, let files): interpretType4(container: container, files: files)
    case .type5(let memory): interpretType5(memory)
    case .classic(let memory): interpretClassic(memory)
    case .message(let bytes): interpretMessage(bytes)
    case .notUnderstood(let why): TagContents(.notNDEF(why), lockState: .notNDEF)
    }
}
