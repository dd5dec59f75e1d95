/// The kinds of image files.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// Flipper Zero `.nfc`, versions 2 to 4.
    case flipper
    /// Proxmark3 JSON: `mfu`, `mfcard`, `mfc v2`, `mfc v3`, `15693`, `ndef`.
    case proxmarkJSON = "pm3-json"
    /// Proxmark3 `.bin` of a Type 2 tag with a header of 48 or 56 bytes.
    case proxmarkBin = "pm3-bin"
    /// Proxmark3 `.eml`.
    case proxmarkEML = "pm3-eml"
    /// NXP TagInfo, text.
    case tagInfoText = "taginfo"
    /// NXP TagInfo, XML.
    case tagInfoXML = "taginfo-xml"
    /// MIFARE Classic Tool `.mct`.
    case mct
    /// The memory of a tag, byte for byte: `.bin`, `.mfd`, `.dump`.
    case raw
    /// Pages in hex, with or without page numbers; also nfcpy's dump and listings of MIFARE Classic blocks.
    case listing
    /// Metrodroid JSON or XML.
    case metrodroid
    /// The files of a Type 4 tag in hex, by name: `CC: …`, `E104: …`.
    case type4Files = "t4t"
    /// A bare NDEF message.
    case ndef
}
