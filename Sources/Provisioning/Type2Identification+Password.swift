import Jobs
import Tags

/// Tags that a password keeps.
extension Type2Identification {
    /// Opens a tag that its password protects, where one was given for it, and reads it then. What is to be said of that, if
    /// anything; its contents are those of the open tag then.
    ///
    /// A password is never tried on a tag that does not ask for one, and never again on one that refused it.
    mutating func open(
        _ tag: inout IdentifiedTag, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> String? {
        let uid = tag.uid
        guard case .password(let page) = tag.layout.accessControl, isProtected(configuration: page),
            let given = passwords?.password(of: uid)
        else { return nil }
        session.refused = { [passwords] in passwords?.wasRefused(by: uid) }
        switch try session.open(with: given, &channel) {
        case .notPassed:
            session.passwordFailure = "its password was given, and this reader passes none"
            return session.passwordFailure
        case .refused:
            passwords?.wasRefused(by: uid)
            session.passwordFailure = Presentation.passwordRefused + limit(configuration: page)
            return session.passwordFailure
        case .accepted(let acknowledgement):
            tag.contents = try session.readContents(of: tag.layout, &channel)
            if acknowledgement == given.acknowledgement { return nil }
            return "the password given opens it, and its acknowledgement (PACK) is not the one given"
        }
    }

    /// Whether AUTH0 keeps anything: it is read and does, or it cannot be read for that.
    private func isProtected(configuration page: Int) -> Bool {
        guard let cfg0 = session.memory[page] else { return session.memory.isRefused(page) }
        return session.layout?.protectedFrom(auth0: cfg0[3]) != nil
    }

    /// What AUTHLIM says of wrong passwords, where it can be read (NXP NTAG213/215/216 data sheet rev. 3.2, 8.8.2).
    private func limit(configuration page: Int) -> String {
        guard let access = session.memory[page + 1]?[0] else {
            return "; it may have a limit of wrong passwords, so it is not tried again"
        }
        let limit = access & 0x07
        return limit == 0 ? "" : "; after wrong ones, AUTHLIM \(limit), it closes for ever, so it is not tried again"
    }

    /// Finds the page from which on the tag is kept from being read. Where that is exactly where another, smaller chip ends,
    /// it is that one under a false name rather than a password.
    mutating func tellEnd(
        _ tag: inout IdentifiedTag, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        let header = (0..<4).compactMap { session.memory[$0] }
        guard header.count == 4 else { return }
        let end = try readEnd(header, &channel)
        tag.contents.verdict = .passwordRead(from: end)
        let layout = tag.layout
        // Whoever judges the tag's memory tells the same page.
        if end < layout.pageCount, session.memory.isUnread(end) { session.memory[state: end] = .refused }
        let own = [layout.dynamicLockPage, layout.configurationPage].compactMap { $0 }
        guard let named = layout.chip, end < layout.userPages.upperBound, !own.contains(end),
            let smaller = Chip.ending(at: end)
        else { return }
        throw Rejection(
            .tagDamaged,
            "GET_VERSION names \(named), and nothing is read from page \(end) on, where \(smaller) ends: it is smaller than it "
                + "says, unless a password keeps just these pages")
    }
}

extension Chip {
    /// The chip whose reads end so, at a page where nobody puts the begin of what a password keeps; nil where there is none.
    fileprivate static func ending(at end: Int) -> Chip? {
        guard end > 0x14 else { return nil }
        return [Chip.mf0ul21, .ntag203, .ultralightC, .ntag213, .ntag215].first { $0.layout.readEnd == end }
    }
}
