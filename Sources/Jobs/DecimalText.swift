extension [UInt8] {
    /// Appends a whole number as ASCII, with zeros in front where it has fewer digits; a minus sign stands before them.
    mutating func append(_ number: Int64, digits: Int = 1) {
        if number < 0 { append(UInt8(ascii: "-")) }
        let start = count
        var rest = number.magnitude
        while rest > 0 || count - start < digits {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        // The last digit came first.
        var (low, high) = (start, count - 1)
        while low < high {
            swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
    }
}
