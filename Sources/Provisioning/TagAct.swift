public import Tags

/// What is done to the presented tag by name, beside bringing a message onto it.
public enum TagAct: Hashable, Sendable {
    /// The message gives way to an empty NDEF TLV. `wipes`: the rest of the data area becomes zero too.
    case erase(wipes: Bool)
    /// A tag that was delivered without capability container gets one, and an empty NDEF TLV.
    case format
    /// Capability container and lock bits, for ever (contract, section 1, `lock`); one that came out half is finished.
    case lock
    /// The password that was given for the tag is set. A tag that has it already is opened with it.
    case protect(Protection)
    /// The password is taken off.
    case unprotect
    /// The pages of an image are written back.
    case restore(RestoreRequest)

    /// How a tag is protected, whatever its password is.
    public struct Protection: Hashable, Sendable {
        /// PROT: the password is needed for reading too.
        public var protectsReading: Bool
        /// AUTHLIM: so many wrong passwords, 1 to 7, close the tag for ever. Nil leaves it as it is.
        public var wrongPasswordLimit: Int?
        /// CFGLCK: how the tag is protected can never be changed again.
        public var locksConfiguration: Bool

        public init(protectsReading: Bool = false, wrongPasswordLimit: Int? = nil, locksConfiguration: Bool = false) {
            self.protectsReading = protectsReading
            self.wrongPasswordLimit = wrongPasswordLimit
            self.locksConfiguration = locksConfiguration
        }
    }
}

/// What an act will do to the tag that lies there, before anything is written.
public struct TagActPlan: Hashable, Sendable {
    /// What will be done, in the order in which it is done, a sentence each.
    public var steps: [String]
    /// Every page that a write is sent to.
    public var pages: [Int]
    /// The one of them that is sent what it holds, to see the tag refuse it; nil where none is.
    public var testPage: Int?
    /// Whether some of it can never be undone.
    public var isForEver: Bool

    public init(steps: [String], pages: [Int], testPage: Int? = nil, isForEver: Bool) {
        self.steps = steps
        self.pages = pages
        self.testPage = testPage
        self.isForEver = isForEver
    }
}

/// What came of an act.
public enum TagActResult: Hashable, Sendable {
    /// Done, and read back after a new activation. The detail says what was worth saying; it may be empty.
    case done(detail: String)
    /// The tag was so already; nothing was written. Why.
    case nothingToDo(String)
    /// Nobody allowed it; nothing was written.
    case notConfirmed
    /// The tag cannot take it; nothing was written.
    case rejected(Rejection)
    /// A write began, and the tag is not as it should be; a lock (`lock-incomplete`) that can never be finished, too.
    case failed(Rejection)
    /// A lock or protection that came out half (`lock-incomplete`, `protect-incomplete`).
    case incomplete(Rejection)
    /// Tag or reader was lost after the write began.
    case lost(Rejection)
}

/// One act on one tag, as far as it came.
public struct TagActOutcome: Sendable {
    /// The tag as it was identified, before anything was written.
    public var tag: TagInspection
    /// Nil where the tag was not judged to the end, and where nothing was to be done.
    public var plan: TagActPlan?
    public var result: TagActResult
    /// As read after the act; nil where the tag could not be read any more.
    public var after: TagContents?

    public init(tag: TagInspection, plan: TagActPlan? = nil, result: TagActResult, after: TagContents? = nil) {
        self.tag = tag
        self.plan = plan
        self.result = result
        self.after = after
    }
}
