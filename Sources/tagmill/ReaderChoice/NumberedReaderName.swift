/// A reader's name as pcscd makes it: the driver's name for the device, then two numbers of two hex digits each. The first
/// counts devices of that name, from the lowest that is free when one is plugged in; the second is the slot within the
/// device.
struct NumberedReaderName: Hashable, Sendable {
    private let device: Substring
    private let slot: Substring

    /// Nil for a name that does not end in two such numbers.
    init?(_ name: String) {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.suffix(2).allSatisfy(Self.isNumber) else { return nil }
        device = name[..<parts[parts.count - 3].endIndex]
        slot = parts[parts.count - 1]
    }

    /// Whether the two can be one device's one slot, plugged in at different times.
    func isSameButForNumber(_ other: NumberedReaderName) -> Bool { self == other }

    private static func isNumber(_ text: Substring) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (48...57).contains($0) || (65...70).contains($0) }
    }
}
