/// An input from which an entry takes its choices, and then its bytes. Where nothing is left there are zeros.
struct FuzzInput {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// At most so many bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let taken = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return taken
    }

    /// As many bytes as the next one says, or those that are left.
    mutating func counted() -> [UInt8] {
        let count = Int(byte())
        return bytes(count)
    }

    /// One of these, by the next byte.
    mutating func choice<Element>(of elements: [Element]) -> Element { elements[Int(byte()) % elements.count] }
}
