import Tags

/// Blocks of a memory as a file lists them, each with its number, before it is known of what kind of tag they are.
struct ListedBlocks {
    /// No tag has more: an ST25DV64K has 2,048 blocks.
    static let mostBlocks = 2_048

    private(set) var blocks: [Int: [UInt8?]] = [:]

    /// The bytes of every block; 0 while there is none.
    private(set) var blockBytes = 0

    var isEmpty: Bool { blocks.isEmpty }
    /// The highest number, plus one.
    var end: Int { blocks.keys.max().map { $0 + 1 } ?? 0 }

    /// Takes a block in. One that was there before must be the same.
    mutating func add(_ bytes: [UInt8?], at number: Int, line: Int) throws(ImageError) {
        guard (0..<Self.mostBlocks).contains(number) else {
            throw ImageError(.broken, "line \(line): no tag has a block \(number)")
        }
        guard [4, 8, 16].contains(bytes.count), blockBytes == 0 || bytes.count == blockBytes else {
            let expected = blockBytes == 0 ? "4, 8 or 16" : "\(blockBytes)"
            throw ImageError(.broken, "line \(line): block \(number) has \(bytes.count) bytes instead of \(expected)")
        }
        guard blocks[number].map({ $0 == bytes }) ?? true else {
            throw ImageError(.broken, "line \(line): block \(number) stands there twice, with other bytes")
        }
        blocks[number] = bytes
        blockBytes = bytes.count
    }

    /// All bytes from block 0 on; those of blocks that are not listed are unknown.
    var bytes: [UInt8?] {
        (0..<end).flatMap { blocks[$0] ?? Array(repeating: nil, count: blockBytes) }
    }
}

extension BlockMemory {
    /// A memory of these bytes from block 0 on.
    init(bytes known: [UInt8?], blockBytes: Int) {
        self.init(blockBytes: blockBytes, blockCount: (known.count + blockBytes - 1) / blockBytes)
        for (offset, byte) in known.enumerated() { self[byte: offset] = byte }
    }
}

extension PageMemory {
    /// A memory of these bytes from page 0 on. A page of which a byte is not known is unread as a whole.
    init(known bytes: [UInt8?]) {
        self.init()
        for page in 0..<(bytes.count / 4) {
            let first = 4 * page
            guard let byte0 = bytes[first], let byte1 = bytes[first + 1], let byte2 = bytes[first + 2],
                let byte3 = bytes[first + 3]
            else { continue }
            self[page] = Page(byte0, byte1, byte2, byte3)
        }
    }
}
