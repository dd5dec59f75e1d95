/// Comparison of runs of bytes, eight at a time.
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
        var index = 0
        while index + 8 <= count {
            let word = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word != right.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
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
