/// A tag as it is before the simulated world begins.
public struct CheckedTag: Hashable, Sendable {
    /// 4, 7, 8 or 10 bytes.
    public var uid: [UInt8]
    /// The name that a rack gives the chip: `NTAG213`, `Ultralight C`, `NTAG I2C 2K` …
    public var chip: String
    /// Every page as stored, in the order of image files, PWD and PACK included.
    public var memory: [UInt8]

    public init(uid: [UInt8], chip: String, memory: [UInt8]) {
        self.uid = uid
        self.chip = chip
        self.memory = memory
    }
}
