/// What an image says of a tag's memory in blocks of equal size: each byte known, or not.
///
/// Bytes that were not read are unknown, never zero.
public struct BlockMemory: Hashable, Sendable {
    /// Bytes of a block: 16 on MIFARE Classic and FeliCa, mostly 4 on ISO 15693.
    public let blockBytes: Int
    /// From block 0 on; nil where a byte is not known.
    public private(set) var bytes: [UInt8?]

    /// A memory of so many blocks of which nothing is known.
    ///
    /// - Parameters:
    ///   - blockBytes: 1 to 32 (ISO/IEC 15693-3 allows no larger blocks).
    ///   - blockCount: 0 to 65,536.
    public init(blockBytes: Int, blockCount: Int) {
        precondition((1...32).contains(blockBytes) && (0...65_536).contains(blockCount))
        self.blockBytes = blockBytes
        bytes = Array(repeating: nil, count: blockBytes * blockCount)
    }

    public var blockCount: Int { bytes.count / blockBytes }

    /// The bytes of a block, or nil where one of them is not known or the block is not there. Setting takes exactly
    /// `blockBytes` bytes, and nil makes all of them unknown.
    public subscript(block: Int) -> [UInt8]? {
        get {
            guard (0..<blockCount).contains(block) else { return nil }
            let all = bytes[range(of: block)].compactMap { $0 }
            return all.count == blockBytes ? all : nil
        }
        set {
            precondition((0..<blockCount).contains(block) && newValue.map { $0.count == blockBytes } ?? true)
            bytes.replaceSubrange(
                range(of: block), with: newValue.map { $0.map { $0 } } ?? Array(repeating: nil, count: blockBytes))
        }
    }

    /// The byte at an offset from the begin of block 0; nil where it is not known.
    public subscript(byte offset: Int) -> UInt8? {
        get { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }
        set {
            precondition(offset >= 0 && offset < bytes.count)
            bytes[offset] = newValue
        }
    }

    private func range(of block: Int) -> Range<Int> { (block * blockBytes)..<((block + 1) * blockBytes) }
}
