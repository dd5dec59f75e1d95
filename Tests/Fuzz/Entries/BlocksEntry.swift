import NDEF
import Tags

extension FuzzEntry {
    /// Images of other kinds of tags: FeliCa, Type 4, ISO 15693, MIFARE Classic, a bare data area, a bare message.
    ///
    /// The first byte chooses the kind; the memory follows. Held: a message that is found is one, and has no more bytes than
    /// there are.
    static let blocks = FuzzEntry("blocks", longestInput: 4096) { input throws(BrokenProperty) in
        var input = FuzzInput(input)
        let kind = input.byte()
        let memory = memory(of: kind, &input)
        let count = input.rest.count
        let contents = interpret(memory, chip: nil)
        if case .message(let bytes) = contents.verdict {
            try hold(bytes.count <= count, "a message of more bytes than there are")
            try hold((try? Message(decoding: bytes)) != nil, "a message that is none")
        }
        if case .needs = contents.verdict { throw BrokenProperty(what: "pages of an image are asked for") }
        try hold(contents.notes.count < 100, "\(contents.notes.count) notes")
    }

    private static func memory(of kind: UInt8, _ input: inout FuzzInput) -> ImageMemory {
        switch kind % 8 {
        case 0: return .dataArea(Array(input.rest))
        case 1: return .message(Array(input.rest))
        case 2: return .type3(blocks(of: 16, input))
        case 3: return .type5(blocks(of: 4, input))
        case 4: return .type5(blocks(of: 8, input))
        case 5: return .classic(blocks(of: 16, input))
        case 6:
            let container = input.counted()
            let first = UInt16(input.byte()) << 8 | UInt16(input.byte())
            return .type4(container: container, files: [first: Array(input.rest)])
        default: return .type2(PageMemory(bytes: Array(input.rest)))
        }
    }

    /// A last block that is not whole stays unknown.
    private static func blocks(of size: Int, _ input: FuzzInput) -> BlockMemory {
        let bytes = Array(input.rest)
        var memory = BlockMemory(blockBytes: size, blockCount: (bytes.count + size - 1) / size)
        for block in 0..<(bytes.count / size) { memory[block] = Array(bytes[(block * size)..<(block * size + size)]) }
        return memory
    }
}
