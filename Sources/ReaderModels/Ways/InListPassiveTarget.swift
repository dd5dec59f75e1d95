public import Tags

/// `FF 00 00 00 04 D4 4A 01 00` -> `D5 4B count target ATQA(2) SAK length UID … 90 00`: the PN532 looks for one tag of
/// ISO/IEC 14443-A (NXP PN532 user manual, 7.3.5), by direct transmit of the ACR122U (ACS ACR122U API 2.04). It wakes a tag that fell
/// silent; whether FF CA and FF B0 then reach it is a hypothesis.
public enum InListPassiveTarget {
    public enum Answer: Hashable, Sendable {
        /// The UID of the tag that answered.
        case tag(UID)
        /// No tag is in the field.
        case nothing
        /// The reader did not do it.
        case refused
    }

    public static let command: [UInt8] = [0xFF, 0x00, 0x00, 0x00, 0x04, 0xD4, 0x4A, 0x01, 0x00]

    public static func answer(_ bytes: [UInt8]) -> Answer {
        guard bytes.suffix(2) == [0x90, 0x00], bytes.starts(with: [0xD5, 0x4B]), bytes.count >= 5 else {
            return .refused
        }
        let target = bytes.dropFirst(3).dropLast(2)
        guard bytes[2] > 0 else { return .nothing }
        guard target.count >= 5, let uid = UID(Array(target.dropFirst(5).prefix(Int(bytes[7])))),
            uid.count == bytes[7]
        else { return .refused }
        return .tag(uid)
    }
}
