/// The two status bytes at the end of a response APDU (ISO/IEC 7816-4, 5.1.3).
///
/// A raw value, since readers send others than the standards list, and the same event of a tag maps to different values on
/// different readers: only `success` is ever decided on, and `6Cxx` asks for the same command again. `63xx` is a failure
/// whatever xx is; it announces no bytes to be fetched (that is `61xx`, which storage cards do not use).
public struct StatusWord: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public var rawValue: UInt16

    @inlinable
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let success = StatusWord(rawValue: 0x9000)
    /// Part of the data may be corrupted.
    public static let partialData = StatusWord(rawValue: 0x6281)
    /// End of the data reached before Le bytes.
    public static let endOfData = StatusWord(rawValue: 0x6282)
    /// No information: the tag refused, or did not answer.
    public static let failed = StatusWord(rawValue: 0x6300)
    /// The tag did not answer in time.
    public static let noResponse = StatusWord(rawValue: 0x6400)
    /// Memory failure, or no such block.
    public static let memoryFailure = StatusWord(rawValue: 0x6581)
    public static let wrongLength = StatusWord(rawValue: 0x6700)
    public static let incompatibleCommand = StatusWord(rawValue: 0x6981)
    public static let securityStatus = StatusWord(rawValue: 0x6982)
    public static let functionNotSupported = StatusWord(rawValue: 0x6A81)
    public static let blockNotFound = StatusWord(rawValue: 0x6A82)
    public static let wrongParameters = StatusWord(rawValue: 0x6B00)
    public static let instructionNotSupported = StatusWord(rawValue: 0x6D00)
    public static let classNotSupported = StatusWord(rawValue: 0x6E00)
    public static let noDiagnosis = StatusWord(rawValue: 0x6F00)

    @inlinable
    public var isSuccess: Bool { rawValue == 0x9000 }

    /// Four digits of upper-case hex.
    public var description: String {
        [UInt8(truncatingIfNeeded: rawValue >> 8), UInt8(truncatingIfNeeded: rawValue)].hex
    }
}
