/// Where the bytes of a file come from, in pieces of any size.
public struct ByteSource {
    private let next: () throws(JobFileError) -> ArraySlice<UInt8>?

    /// Calls `next` for piece after piece until it gives nil. An empty piece is no end. What it throws is passed on.
    public init(_ next: @escaping () throws(JobFileError) -> ArraySlice<UInt8>?) { self.next = next }

    /// Bytes that are there as a whole.
    public init(_ bytes: [UInt8]) {
        var rest: ArraySlice<UInt8>? = bytes[...]
        next = {
            defer { rest = nil }
            return rest
        }
    }

    func piece() throws(JobFileError) -> ArraySlice<UInt8>? { try next() }
}
