import Tags

/// A memory of blocks that begins with these bytes; the rest is zero, and blocks beyond `known` are not known.
func blockMemory(_ hex: String, blockBytes: Int, blocks: Int, known: Range<Int>? = nil) -> BlockMemory {
    var memory = BlockMemory(blockBytes: blockBytes, blockCount: blocks)
    var content = bytes(hex)
    precondition(content.count <= blockBytes * blocks)
    content += [UInt8](repeating: 0, count: blockBytes * blocks - content.count)
    for block in known ?? 0..<blocks {
        memory[block] = Array(content[(block * blockBytes)..<((block + 1) * blockBytes)])
    }
    return memory
}

/// A text record "ab" in German: 10 bytes.
let smallMessage = "D1010654026465616263"

extension TagContents.Verdict {
    /// The verdict's name, for tables.
    var kind: String {
        switch self {
        case .needs: "needs"
        case .unformatted: "unformatted"
        case .notNDEF: "notNDEF"
        case .damaged: "damaged"
        case .passwordRead: "passwordRead"
        case .broken: "broken"
        case .missing: "missing"
        case .empty: "empty"
        case .message: "message"
        }
    }

    /// The sentence that comes with it.
    var sentence: String {
        switch self {
        case .notNDEF(let what), .damaged(let what), .broken(let what), .missing(let what): what
        default: ""
        }
    }
}
