import Jobs

/// Counts the tags of a run by what they are, however many there are, in memory that does not grow with them: what was seen
/// goes to a file beside the report, and is gone through as often as there are parts of the tags, each of which is counted by
/// itself. The file never gets a place of its own. On one thread.
final class ChipFile {
    /// About so many sightings are counted at once.
    private static let partSize = 1 << 16

    let file: PendingFile
    private var count = 0
    private var record: [UInt8] = []

    init(_ file: PendingFile) { self.file = file }

    func add(_ presentation: Presentation) {
        guard let sighting = ChipSighting(presentation) else { return }
        sighting.append(to: &record)
        file.write(bytes: record)
        record.removeAll(keepingCapacity: true)
        count += 1
    }

    /// As `ChipTally.lines`, of all that was added. What goes wrong with the file is its error.
    func lines() -> [ChipTally.Line] {
        var tally = ChipTally()
        let parts = UInt64(count / Self.partSize + 1)
        for part in 0..<parts {
            file.readBack(by: ChipSighting.recordBytes) { records in
                for start in stride(from: records.startIndex, to: records.endIndex, by: ChipSighting.recordBytes) {
                    let record = records[start..<(start + ChipSighting.recordBytes)]
                    guard parts == 1 || Self.part(of: record, among: parts) == part else { continue }
                    if let sighting = ChipSighting(record: record) { tally.add(sighting) }
                }
            }
            tally.settle()
        }
        return tally.lines
    }

    /// By the UID alone, so that all sightings of a tag are of one part: FNV-1a (RFC 9923) of its bytes.
    private static func part(of record: ArraySlice<UInt8>, among parts: UInt64) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in record.prefix(11) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return (hash >> 32) % parts
    }
}
