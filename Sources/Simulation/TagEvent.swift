import Tags

/// A write that reached a tag, by WRITE, COMPATIBILITY_WRITE or a reader's own command.
public struct PageWrite: Hashable, Sendable {
    public let address: PageAddress
    /// The page as image files and `VirtualTag.memory` count it; nil: the tag has no such page.
    public let page: Int?
    /// Four bytes, as they were sent.
    public let data: [UInt8]
    /// Whether the tag's rules let it through, whatever a fault made of it then.
    public let isPermitted: Bool
}

/// A PWD_AUTH that reached a tag.
public struct PasswordAttempt: Hashable, Sendable {
    public enum Verdict: String, Hashable, Sendable {
        case right, wrong
        /// The limit of wrong passwords was reached, by this one or before: no password opens the tag any more.
        case closed
    }

    /// Four bytes, as they were sent; not for reports.
    public let password: [UInt8]
    public let verdict: Verdict
}

/// What a frame was to the tag, where that is more than its answer tells.
enum TagEvent: Hashable, Sendable {
    case write(PageAddress, page: Int?, Page, isPermitted: Bool)
    case password(Page, PasswordAttempt.Verdict)

    var pageWrite: PageWrite? {
        guard case .write(let address, let page, let data, let isPermitted) = self else { return nil }
        return PageWrite(address: address, page: page, data: data.bytes, isPermitted: isPermitted)
    }

    var passwordAttempt: PasswordAttempt? {
        guard case .password(let password, let verdict) = self else { return nil }
        return PasswordAttempt(password: password.bytes, verdict: verdict)
    }
}
