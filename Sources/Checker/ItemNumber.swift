/// What the number of an item says: the row of the job in its low 32 bits, and above them which further copy of that row it is.
///
/// The one place that makes numbers of rows and copies, and words of numbers.
public enum ItemNumber {
    /// - Parameters:
    ///   - row: from 1, below 2^32.
    ///   - copy: from 1, below 2^31.
    public static func of(row: Int, copy: Int) -> Int { row + (copy - 1) << 32 }

    public static func row(_ number: Int) -> Int { number & 0xFFFF_FFFF }

    public static func copy(_ number: Int) -> Int { number >> 32 + 1 }

    /// `row 5`, `row 5, copy 2`; a negative number is of no item.
    static func words(_ number: Int) -> String {
        guard number >= 0 else { return "an item that the job does not have" }
        return copy(number) == 1 ? "row \(row(number))" : "row \(row(number)), copy \(copy(number))"
    }
}
