/// What a run asks of every tag.
public struct CheckedRequest: Hashable, Sendable {
    /// Which messages may be written over.
    public enum Overwrite: Hashable, Sendable {
        /// None but the empty one.
        case blank
        /// Also one that names the item's key.
        case same
        /// Any.
        case always
    }

    /// A password that is to be set.
    public struct Protection: Hashable, Sendable {
        /// PWD, 4 bytes.
        public var password: [UInt8]
        /// PACK, 2 bytes.
        public var acknowledgement: [UInt8]
        /// Whether reading needs the password too.
        public var protectsReading: Bool

        public init(password: [UInt8], acknowledgement: [UInt8], protectsReading: Bool) {
            self.password = password
            self.acknowledgement = acknowledgement
            self.protectsReading = protectsReading
        }
    }

    public var overwrite: Overwrite
    /// Whether a tag without a capability container gets one.
    public var formatsBlank: Bool
    public var protection: Protection?
    /// Attempts an item, from 1.
    public var attempts: Int
    /// Whether tags of earlier runs may be made again.
    public var again: Bool

    public init(
        overwrite: Overwrite = .blank, formatsBlank: Bool = false, protection: Protection? = nil, attempts: Int = 3,
        again: Bool = false
    ) {
        self.overwrite = overwrite
        self.formatsBlank = formatsBlank
        self.protection = protection
        self.attempts = attempts
        self.again = again
    }
}
