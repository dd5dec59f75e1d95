/// Comparison of runs of bytes, many at a time.
enum Bytes {
    /// - Precondition: both runs lie within their buffers.
    static func equal(
        _ first: UnsafeBufferPointer<UInt8>, _ firstAt: Int, _ second: UnsafeBufferPointer<UInt8>, _ secondAt: Int,
        _ count: Int
    ) -> Bool {
        precondition(firstAt >= 0 && secondAt >= 0 && count >= 0)
        precondition(firstAt + count <= first.count && secondAt + count <= second.count)
        guard count > 0, let one = first.baseAddress, let other = second.baseAddress else { return true }
        let left = UnsafeRawPointer(one + firstAt)
        let right = UnsafeRawPointer(other + secondAt)
        func differing(_ index: Int) -> UInt64 {
            left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                ^ right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        }
        var index = 0
        // One decision for four words: whole memories are compared.
        while index + 32 <= count {
            if differing(index) | differing(index + 8) | differing(index + 16) | differing(index + 24) != 0 {
                return false
            }
            index += 32
        }
        while index + 8 <= count {
            if differing(index) != 0 { return false }
            index += 8
        }
        while index < count {
            if left.load(fromByteOffset: index, as: UInt8.self) != right.load(fromByteOffset: index, as: UInt8.self) {
                return false
            }
            index += 1
        }
        return true
    }
}
