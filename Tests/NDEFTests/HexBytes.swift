/// Bytes from hex with blanks between them, for tables. A table with a wrong digit is a mistake in the test: it stops.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { $0 != " " }.map { $0 }
    precondition(digits.count.isMultiple(of: 2))
    return stride(from: 0, to: digits.count, by: 2).map { index in
        // Only constants of the tables come here.
        UInt8(String(digits[index...(index + 1)]), radix: 16)!
    }
}

/// Hex with a blank between the bytes.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
}
