/// The bytes within a data area that control TLVs name: no TLV uses them (NFC Forum Type 2 Tag, 4.5.2 and 4.5.3).
struct ReservedBytes {
    private var begins = SIMD4<Int32>(repeating: .max)
    private var ends = SIMD4<Int32>(repeating: .max)
    private(set) var count = 0

    /// False where there are more of them than any tag has.
    mutating func insert(_ range: Range<Int>) -> Bool {
        guard count < 4 else { return false }
        begins[count] = Int32(range.lowerBound)
        ends[count] = Int32(range.upperBound)
        count += 1
        return true
    }

    /// The first byte from `place` on that a TLV may use.
    func skip(_ place: Int) -> Int {
        if count == 0 { return place }
        var free = place
        var isMoved = true
        while isMoved {
            isMoved = false
            for index in 0..<count where free >= Int(begins[index]) && free < Int(ends[index]) {
                free = Int(ends[index])
                isMoved = true
            }
        }
        return free
    }

    /// The byte behind `count` bytes that begin at `place`, reserved ones between them not counted.
    func end(of length: Int, from place: Int) -> Int {
        if count == 0 { return place + length }
        var last = place
        for _ in 1..<length { last = skip(last + 1) }
        return last + 1
    }

    func contains(_ place: Int) -> Bool { count > 0 && skip(place) != place }

    /// The bytes that a control TLV names: PageAddr * 2^BytesPerPage + ByteOffset; the size is in bits (lock) or in bytes
    /// (memory), 00h meaning 256.
    static func range(named value: (UInt8, UInt8, UInt8), isLockControl: Bool) -> Range<Int> {
        let begin = Int(value.0 >> 4) << Int(value.2 & 0x0F) + Int(value.0 & 0x0F)
        let size = value.1 == 0 ? 256 : Int(value.1)
        return begin..<begin + (isLockControl ? (size + 7) / 8 : size)
    }
}
