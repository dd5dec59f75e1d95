import Jobs
import Tags

/// What one presentation tells of a tag.
struct ChipSighting: Hashable, Sendable {
    var uid: UID
    var chip: Chip?
    var vendor: UInt8?
    var genuine: Genuine
    var wasRejected: Bool
    var tookItem: Bool

    /// Nil for a presentation that does not count: none of a tag, or of one that draws its UID anew.
    init?(_ presentation: Presentation) {
        guard let uid = presentation.uid, !uid.isRandom, presentation.result != .ignored else { return nil }
        self.uid = uid
        chip = presentation.chip
        vendor = presentation.vendor
        genuine = presentation.genuine ?? .unknown
        switch presentation.result {
        case .rejected: (wasRejected, tookItem) = (true, false)
        case .written, .unchanged, .failed, .inDoubt: (wasRejected, tookItem) = (false, true)
        case .ignored: (wasRejected, tookItem) = (false, false)
        }
    }
}

/// As a record of a file that this process alone reads again: the length of the UID, its bytes up to ten, the chip's place in
/// the list, whether there is a vendor and which, the signature's place in the list, and what came of it.
extension ChipSighting {
    static let recordBytes = 16

    private static let chips = Dictionary(uniqueKeysWithValues: zip(Chip.allCases, UInt8(1)...))

    func append(to records: inout [UInt8]) {
        let start = records.count
        records.append(UInt8(truncatingIfNeeded: uid.count))
        records.append(contentsOf: uid.bytes)
        while records.count < start + 11 { records.append(0) }
        records.append(chip.flatMap { Self.chips[$0] } ?? 0)
        records.append(vendor == nil ? 0 : 1)
        records.append(vendor ?? 0)
        records.append(genuine == .yes ? 1 : genuine == .no ? 2 : 0)
        records.append((wasRejected ? 1 : 0) | (tookItem ? 2 : 0))
    }

    /// - Parameter record: what `append` gave; nil for what it never gives.
    init?(record: ArraySlice<UInt8>) {
        let start = record.startIndex
        guard record.count == Self.recordBytes, record[start + 11] <= Chip.allCases.count,
            let uid = UID(Array(record[(start + 1)...].prefix(Int(record[start]))))
        else { return nil }
        self.uid = uid
        chip = record[start + 11] == 0 ? nil : Chip.allCases[Int(record[start + 11]) - 1]
        vendor = record[start + 12] == 0 ? nil : record[start + 13]
        genuine = record[start + 14] == 1 ? .yes : record[start + 14] == 2 ? .no : .unknown
        wasRejected = record[start + 15] & 1 != 0
        tookItem = record[start + 15] & 2 != 0
    }
}
