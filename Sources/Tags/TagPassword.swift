/// The password of a tag, PWD, and its acknowledgement, PACK (NXP NTAG213/215/216 data sheet rev. 3.2, 8.8 and 10.7).
///
/// Shown nowhere: neither `description` nor a mirror of it has its bytes.
public struct TagPassword: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// PWD: four bytes.
    public let password: [UInt8]
    /// PACK: two bytes, what the tag answers when the password was right.
    public let acknowledgement: [UInt8]

    /// Nil unless the password has four bytes and the acknowledgement two.
    public init?(password: [UInt8], acknowledgement: [UInt8] = [0x00, 0x00]) {
        guard password.count == 4, acknowledgement.count == 2 else { return nil }
        self.password = password
        self.acknowledgement = acknowledgement
    }

    /// Everybody knows it: four bytes FF, as tags are delivered (NXP NTAG213/215/216 data sheet rev. 3.2, 8.8.1), or 00.
    public var isWidelyKnown: Bool { [0x00, 0xFF].contains { byte in password.allSatisfy { $0 == byte } } }

    public var description: String { "a password" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
