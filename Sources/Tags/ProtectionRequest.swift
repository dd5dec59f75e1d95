/// How a tag is to be protected by a password.
public struct ProtectionRequest: Hashable, Sendable {
    public var password: TagPassword
    /// PROT: the password is needed for reading too.
    public var protectsReading: Bool
    /// AUTHLIM: so many wrong passwords, 1 to 7, close the tag for ever. Nil leaves it as it is.
    public var wrongPasswordLimit: Int?
    /// CFGLCK: AUTH0 and ACCESS can never be changed again. Only by name.
    public var locksConfiguration: Bool

    public init(
        password: TagPassword, protectsReading: Bool = false, wrongPasswordLimit: Int? = nil,
        locksConfiguration: Bool = false
    ) {
        self.password = password
        self.protectsReading = protectsReading
        self.wrongPasswordLimit = wrongPasswordLimit
        self.locksConfiguration = locksConfiguration
    }
}
