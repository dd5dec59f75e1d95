import ReaderModels
import Tags

/// What a tag said to a password.
enum PasswordAnswer: Hashable {
    /// The tag is open until its next activation.
    case accepted(acknowledgement: [UInt8])
    /// The tag refused it, or did not answer; it was activated again.
    case refused
    /// The reader does not pass the command.
    case notPassed
}

extension Type2Session {
    /// Whether a password opened the tag: pages from AUTH0 on are read and written like others.
    var isOpen: Bool { password != nil }

    /// The tag was opened in a transparent session: while that lasts it is known to stay open, and is read in it.
    var isKeptBySession: Bool { isAuthenticated && model.passThrough == .transparentSession }

    /// Why the reader can give no password to a tag, or keep it open while pages are written; nil: it can.
    var passwordObstacle: String? {
        // Of a chip that takes none nothing is said of the reader, unless it is known.
        var takesPassword = false
        if case .password? = layout?.accessControl { takesPassword = true }
        if !passes, !mayPass || takesPassword {
            return "this reader (\(model.title)) passes no password to a tag"
        }
        guard model.passThrough == .transparentSession, findings.afterSession == .refused else { return nil }
        return "this reader (\(model.title)) closes a tag again before its pages can be written"
    }

    /// Whether a tag that is opened may be closed before a page of it is written: its password is given in a session, and pages
    /// are written when that has ended.
    var maySessionClose: Bool {
        model.passThrough == .transparentSession && findings.passwordOutlivesSession != .works
    }

    /// Whether the tag's password keeps this page, by its configuration as it was read.
    func keeps(_ page: Int) -> Bool {
        guard let layout, let configuration = layout.configurationPage, let auth0 = memory[configuration]?[3],
            let first = layout.protectedFrom(auth0: auth0)
        else { return false }
        return page >= first
    }

    /// PWD_AUTH (NXP NTAG213/215/216 data sheet rev. 3.2, 10.7). What was read stays known.
    ///
    /// A tag may count wrong passwords and close for ever: the caller asks once with one that was refused, and tells its
    /// `PasswordSource`.
    mutating func authenticate(
        with password: TagPassword, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> PasswordAnswer {
        guard passes else { return .notPassed }
        if let acknowledgement = try passThrough(.passwordAuthentication(password.password), &channel) {
            isAuthenticated = true
            return .accepted(acknowledgement: Array(acknowledgement))
        }
        try wake(&channel, opening: false)
        return .refused
    }

    /// Opens the tag, and keeps it open when it has to be woken. Pages that were refused count as unread then.
    mutating func open(
        with password: TagPassword, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> PasswordAnswer {
        let answer = try authenticate(with: password, &channel)
        guard case .accepted(let acknowledgement) = answer else { return answer }
        self.password = password
        self.acknowledgement = acknowledgement
        usesPassThrough = chipVersion != nil
        for page in 0..<memory.end where memory.isRefused(page) { memory[state: page] = .unread }
        return answer
    }

    /// Gives the password that opened the tag before. It was right, so where the tag does not count wrong ones it is asked
    /// once more, should the answer get lost.
    mutating func openAgain(
        with password: TagPassword, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        for _ in 0..<(wrongPasswordLimit == 0 ? 2 : 1) {
            if case .accepted = try authenticate(with: password, &channel) { return }
        }
        refused?()
        throw Rejection(.readerError, "the tag was opened by its password, and does not open again")
    }
}
