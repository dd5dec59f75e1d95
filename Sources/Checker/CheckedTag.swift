/// A tag as it is before the simulated world begins.
public struct CheckedTag: Hashable, Sendable {
    /// 4, 7, 8 or 10 bytes.
    public var uid: [UInt8]
    /// The name that a rack gives the chip: `NTAG213`, `Ultralight C`, `NTAG I2C 2K` …
    public var chip: String
    /// Every page as stored, in the order of image files, PWD and PACK included.
    public var memory: [UInt8]
    /// It answers by a UID that is drawn anew at every activation; `uid` stands in its pages alone.
    public var hasRandomUID: Bool

    public init(uid: [UInt8], chip: String, memory: [UInt8], hasRandomUID: Bool = false) {
        self.uid = uid
        self.chip = chip
        self.memory = memory
        self.hasRandomUID = hasRandomUID
    }

    /// Four bytes that begin with 08 name no tag (ISO/IEC 14443-3, 6.5.4).
    static func isRandom(_ uid: [UInt8]) -> Bool { uid.count == 4 && uid[0] == 0x08 }
}
