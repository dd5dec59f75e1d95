public import Tags

/// What is asked of every tag beside its message.
public struct TagOrder: Sendable {
    /// A tag that was delivered without capability container gets one.
    public var formatsBlank: Bool
    /// Only tags whose originality signature is their maker's are taken.
    public var requiresGenuine: Bool
    /// Holds originality signatures to a key; they are asked for where `requiresGenuine` says so. Nil: none is known to be
    /// genuine.
    public var verifySignature: SignatureVerifier?
    /// The mirror that is switched on over the message's placeholder.
    public var mirror: MirrorRequest?
    /// Tags are protected with the password that `passwords` has for them; nil: they are not.
    public var protection: ProtectionWish?
    /// Opens tags that are protected already, and protects others.
    public var passwords: (any PasswordSource)?

    /// How tags are protected; the password comes from `passwords`.
    public struct ProtectionWish: Hashable, Sendable {
        /// The password is needed for reading too.
        public var protectsReading: Bool

        public init(protectsReading: Bool = false) { self.protectsReading = protectsReading }
    }

    public init(
        formatsBlank: Bool = false, requiresGenuine: Bool = false, verifySignature: SignatureVerifier? = nil,
        mirror: MirrorRequest? = nil,
        protection: ProtectionWish? = nil, passwords: (any PasswordSource)? = nil
    ) {
        self.formatsBlank = formatsBlank
        self.requiresGenuine = requiresGenuine
        self.verifySignature = verifySignature
        self.mirror = mirror
        self.protection = protection
        self.passwords = passwords
    }
}
