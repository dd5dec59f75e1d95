/// The bytes of a data area that a TLV may use, in order, each by its offset from the begin of page 0.
enum Places: RandomAccessCollection, Hashable, Sendable {
    /// One after another: nothing between them is reserved, as on nearly every tag.
    case run(Range<Int>)
    case each([Int])

    var startIndex: Int { 0 }

    var endIndex: Int {
        switch self {
        case .run(let offsets): offsets.count
        case .each(let offsets): offsets.count
        }
    }

    subscript(index: Int) -> Int {
        switch self {
        case .run(let offsets):
            precondition(index >= 0 && index < offsets.count)
            return offsets.lowerBound + index
        case .each(let offsets): return offsets[index]
        }
    }
}

/// The places of a span of a value whose bytes stand at `places`, counted from 0, if they stand side by side.
func contiguous<Offsets: RandomAccessCollection>(_ places: Offsets, _ span: Range<Int>) -> Range<Int>?
where Offsets.Element == Int, Offsets.Index == Int {
    guard !span.isEmpty, span.lowerBound >= 0, span.upperBound <= places.count else { return nil }
    let (first, last) = (places[span.lowerBound], places[span.upperBound - 1])
    return last - first == span.count - 1 ? first..<(last + 1) : nil
}
