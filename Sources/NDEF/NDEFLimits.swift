/// Bounds on what a message may be. They keep time and memory small whatever a tag or a file claims; the reader and the
/// writer obey the same ones, so that what was written can be read.
public enum NDEFLimits {
    /// Bytes of an encoded message: 1 MiB. NDEF itself allows 4 GiB a record; the tags in use stay below 64 KiB
    /// (the two-byte NLEN of Type 4, the two-byte length of a Type 2 or Type 5 TLV), so this is ample.
    public static let messageBytes = 1 << 20

    /// Records of one message, the chunks of a record counting as one: 1024. Real messages have fewer than ten.
    /// A record can be three bytes long, so without this bound 1 MiB would become 350,000 values.
    public static let records = 1024

    /// Broken rules of one message that a lenient reader lists: 64. Whatever is wrong with more of it, a person has seen
    /// enough, and a chunk of three bytes can break several.
    public static let deviations = 64

    /// Messages inside one another, the outermost counted: 2. A Smart Poster holds a message of plain records
    /// (RTD Smart Poster 1.0); a Smart Poster in a Smart Poster has no use, only depth.
    public static let messageDepth = 2

    /// Bytes of a type or an identifier: their length fields have one byte (NDEF 1.0, 3.2.7 and 3.2.8).
    public static let fieldBytes = 255

    /// Bytes of a language code: its length has six bits (RTD Text 1.0, 3.2.1).
    public static let languageBytes = 63
}
