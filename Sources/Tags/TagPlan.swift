/// What is asked of a tag beside its message, and whether it is open.
public struct TagDemand: Hashable, Sendable {
    /// A tag that was delivered without capability container gets one.
    public var formatsBlank: Bool
    /// The tag is locked for ever.
    public var locks: Bool
    /// The mirror that is switched on over the message's placeholder.
    public var mirror: MirrorRequest?
    public var protection: ProtectionRequest?
    /// The tag was opened with its password, in this activation: what it answered.
    public var opened: [UInt8]?

    public init(
        formatsBlank: Bool = false, locks: Bool = false, mirror: MirrorRequest? = nil,
        protection: ProtectionRequest? = nil, opened: [UInt8]? = nil
    ) {
        self.formatsBlank = formatsBlank
        self.locks = locks
        self.mirror = mirror
        self.protection = protection
        self.opened = opened
    }

    var isOpen: Bool { opened != nil }

    /// Nothing is asked for beside the message.
    var isForMessageAlone: Bool { !locks && mirror == nil && protection == nil }
}

/// Everything that a tag lacks, in the order in which it is done. Each part is read back before the next begins.
public struct TagPlan: Hashable, Sendable {
    /// Nil where the tag holds the message.
    public var message: WritePlan?
    /// The capability container, once the message was compared.
    public var format: FormatPlan?
    /// What most tags do not get: in one place for every copy of a plan. Nil: none of it.
    private var extras: Extras?

    private final class Extras: Sendable {
        let mirror: MirrorPlan?
        let protection: ProtectionPlan?
        let lock: LockPlan?

        init(_ mirror: MirrorPlan?, _ protection: ProtectionPlan?, _ lock: LockPlan?) {
            self.mirror = mirror
            self.protection = protection
            self.lock = lock
        }
    }

    init(message: WritePlan?, format: FormatPlan?) {
        self.message = message
        self.format = format
    }

    /// Takes these as what is done beside the message.
    mutating func add(_ mirror: MirrorPlan?, _ protection: ProtectionPlan?, _ lock: LockPlan?) {
        guard mirror != nil || protection != nil || lock != nil else { return }
        extras = Extras(mirror, protection, lock)
    }

    public var mirror: MirrorPlan? { extras?.mirror }

    /// Before the lock: the proof that a write without password fails proves nothing of a page that is locked.
    public var protection: ProtectionPlan? { extras?.protection }

    public var lock: LockPlan? { extras?.lock }

    /// Nothing is to be done.
    public var isEmpty: Bool { message == nil && format == nil && extras == nil }

    public static func == (left: TagPlan, right: TagPlan) -> Bool {
        left.message == right.message && left.format == right.format && left.mirror == right.mirror
            && left.protection == right.protection && left.lock == right.lock
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(message)
        hasher.combine(lock)
    }
}
