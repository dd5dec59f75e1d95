/// The cells of one record as UTF-8, one behind another in one buffer that is used again for the next record: a table of a
/// million rows is gone through without a string a cell.
public struct CellBytes: Hashable, Sendable {
    /// The cells' bytes without anything between them.
    public private(set) var bytes: [UInt8] = []
    /// Where each cell ends in `bytes`.
    private var ends: [Int] = []

    public init() {}

    /// The cells of a record that is there as strings.
    public init(_ cells: [String]) {
        for cell in cells {
            bytes.append(contentsOf: cell.utf8)
            ends.append(bytes.count)
        }
    }

    /// How many cells there are.
    public var count: Int { ends.count }

    /// Where a cell stands in `bytes`.
    public func range(of index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// The bytes of a cell.
    public subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(of: index)] }

    /// Adds a cell.
    public mutating func append(_ cell: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: cell)
        ends.append(bytes.count)
    }

    /// Takes all cells out, and keeps the room.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    /// The cells as strings; bytes that are no UTF-8 would be replaced, and a file's reader lets none through.
    public var strings: [String] { (0..<count).map { String(decoding: self[$0], as: UTF8.self) } }
}
