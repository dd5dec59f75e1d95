import ReaderModels
import Tags

/// Password protection, put on and taken off. Only through a reader that passes commands (`ReaderModel.passThrough`).
///
/// Meanwhile the tag has one password and then another, so each step says with which one it opens the tag, if it does.
extension Type2Session {
    /// Protects the tag. Nil: its configuration reads back as asked, it opens with the password and answers with its PACK,
    /// and without the password it takes no write. It is silent then, and opens with its password when it is activated again.
    ///
    /// - Parameter refused: called when the tag refuses the password: it is asked no more.
    mutating func protect(
        _ plan: ProtectionPlan, of layout: Type2Layout, refused: () -> Void,
        _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        password = nil
        if plan.setsPassword {
            if let failure = try setPassword(plan, refused, &channel) { return failure }
        }
        let pages = plan.testPage.map { $0..<($0 + 1) }
        if let failure = try configure(
            plan.expectedWithoutClosing, reading: pages, plan, layout, refused, { plan.missingWithoutClosing(in: $0) },
            &channel)
        {
            return failure
        }
        if let failure = try proveProtection(plan, &channel) { return failure }
        if let closing = plan.closing {
            try activateAgain(openedWith: plan.request.password, &channel)
            let failure = try configure(
                plan.expected, reading: nil, plan, layout, refused,
                { $0[closing.page] == closing.data ? [] : [closing] }, &channel)
            if let failure { return failure }
        }
        password = plan.request.password
        return nil
    }

    private mutating func activateAgain(
        openedWith given: TagPassword?, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        try activateAgain(&channel, opening: false)
        if let given { try openAgain(with: given, &channel) }
    }

    /// PWD and PACK act at once and read as zeros: only PWD_AUTH tells whether they came onto the tag. AUTH0 is untouched
    /// still, so that nobody is locked out of a tag whose password is not the one that was asked for.
    private mutating func setPassword(
        _ plan: ProtectionPlan, _ refused: () -> Void, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        let password = plan.request.password
        let opened = plan.isOpen ? password : nil
        var isAcknowledged = false
        for _ in 0...Self.repairs where !isAcknowledged {
            // A tag that is open has this PWD already: one that is written anew and torn would close it for ever.
            isAcknowledged = try writePassword(
                plan.isOpen ? nil : password.password, password.acknowledgement, at: plan.passwordPage, &channel)
            try activateAgain(openedWith: isAcknowledged ? nil : opened, &channel)
        }
        guard isAcknowledged else {
            return Rejection(.protectIncomplete, "the tag did not acknowledge the new password; nothing is protected")
        }
        switch try authenticate(with: password, &channel) {
        case .accepted(acknowledgement: password.acknowledgement): return nil
        case .accepted:
            return Rejection(
                .protectIncomplete,
                "the tag opens with the password, and answers with another PACK; nothing is protected")
        case .refused:
            refused()
            return Rejection(
                .protectIncomplete, "the tag gave no answer to the new password, or refused it; nothing is protected")
        case .notPassed:
            return Rejection(.protectIncomplete, "the reader passes no password to the tag; nothing is protected")
        }
    }

    private mutating func writePassword(
        _ password: [UInt8]?, _ acknowledgement: [UInt8], at page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        guard let pack = Page(acknowledgement + [0x00, 0x00]) else { return false }
        if let pwd = password.flatMap({ Page($0) }), try !write(pwd, to: page, &channel) { return false }
        return try write(pack, to: page + 1, &channel)
    }

    /// Writes CFG1 and CFG0 of an open tag, and reads them back. It is open again afterwards.
    /// - Parameter reading: a page that must be known for what follows.
    private mutating func configure(
        _ expected: [Int: Page], reading page: Range<Int>?, _ plan: ProtectionPlan, _ layout: Type2Layout,
        _ refused: () -> Void, _ missing: (PageMemory) -> [PageWrite], _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        let password = plan.request.password
        var writes = missing(memory)
        for _ in 0...Self.repairs {
            for write in writes {
                guard try self.write(write.data, to: write.page, &channel) else { break }
            }
            try activateAgain(&channel, opening: false)
            // With PROT nothing can be read before the tag is open; without, what is read was not yet opened.
            var isOpen = false
            if plan.protectsReading { isOpen = try opens(password, refused, &channel) }
            try readConfiguration(expected, page, layout, &channel)
            if !plan.protectsReading { isOpen = try opens(password, refused, &channel) }
            guard isOpen else {
                return Rejection(
                    .protectIncomplete, "the tag is protected, and gave no answer to its new password, or refused it")
            }
            writes = missing(memory)
            if expected.allSatisfy({ memory[$0.key] == $0.value }), page.map({ memory[$0.lowerBound] != nil }) ?? true {
                return nil
            }
        }
        let pages = expected.keys.filter { memory[$0] != expected[$0] }
        return Rejection(.protectIncomplete, "\(pageList(pages)) did not read back as written")
    }

    private mutating func opens(
        _ password: TagPassword, _ refused: () -> Void, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        switch try authenticate(with: password, &channel) {
        case .accepted(let acknowledgement): return acknowledgement == password.acknowledgement
        case .notPassed: return false
        case .refused:
            refused()
            return false
        }
    }

    /// CFG0 and CFG1, and the page in front of them that the proof needs: at once where they lie close together.
    private mutating func readConfiguration(
        _ expected: [Int: Page], _ page: Range<Int>?, _ layout: Type2Layout,
        _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        guard let first = expected.keys.min(), let last = expected.keys.max() else { return }
        if let page, first - page.lowerBound <= 2 {
            return try read(page.lowerBound..<(last + 1), pageCount: layout.pageCount, &channel)
        }
        try read(first..<(last + 1), pageCount: layout.pageCount, &channel)
        if let page { try read(page, pageCount: layout.pageCount, &channel) }
    }

    /// The only test write there is: of the last protected user page, with the very bytes that it holds. The tag is silent
    /// afterwards.
    private mutating func proveProtection(
        _ plan: ProtectionPlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        // Where every page is locked a write that fails would prove nothing.
        guard let page = plan.testPage, let data = memory[page] else { return nil }
        try activateAgain(&channel, opening: false)
        guard try write(data, to: page, &channel) else { return nil }
        return Rejection(
            .protectIncomplete,
            "page \(page) takes a write without the password, or this reader (\(model.title)) does not reset the tag between"
        )
    }

    // MARK: Taking the password off

    /// Takes the password off a tag that is open. Nil: CFG0 and CFG1 read back as asked, and it answers to the password that
    /// tags are delivered with.
    /// - Parameter given: the tag is open with it now; nil where nothing was protected.
    mutating func unprotect(
        _ plan: UnprotectionPlan, of layout: Type2Layout, openedWith given: TagPassword?,
        _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        password = nil
        guard let delivered = TagPassword(password: [0xFF, 0xFF, 0xFF, 0xFF]) else { return nil }
        var isProtected = !plan.writes.isEmpty
        var writes = plan.writes
        for _ in 0...Self.repairs where isProtected {
            for write in writes {
                guard try self.write(write.data, to: write.page, &channel) else { break }
            }
            try activateAgain(openedWith: given, &channel)
            try readConfiguration(plan.expected, nil, layout, &channel)
            writes = plan.missing(in: memory)
            isProtected = !plan.expected.allSatisfy { memory[$0.key] == $0.value }
        }
        guard !isProtected else {
            guard given == nil || !maySessionClose else {
                findings.passwordOutlivesSession = .refused
                return Rejection(.readerError, wordsOfClosing)
            }
            return Rejection(.protectIncomplete, "\(pageList(plan.expected.keys)) did not read back as written")
        }
        for _ in 0...Self.repairs {
            let isAcknowledged = try writePassword(
                delivered.password, delivered.acknowledgement, at: plan.passwordPage, &channel)
            try activateAgain(&channel, opening: false)
            guard isAcknowledged else { continue }
            if case .accepted(acknowledgement: delivered.acknowledgement) = try authenticate(with: delivered, &channel)
            {
                return nil
            }
            return Rejection(.protectIncomplete, "nothing is protected any more, and the tag kept its old password")
        }
        return Rejection(
            .protectIncomplete,
            "nothing is protected any more, and the tag did not acknowledge the password that tags are delivered with")
    }
}
