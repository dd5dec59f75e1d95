import Tags

/// Each act is done and read back here; nil and no throw: it is as it was asked for.
extension TagActing {
    mutating func performed(
        _ work: TagWork, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagActResult {
        hasBegun = true
        switch work {
        case .nothing(let sentence): return .nothingToDo(sentence)
        case .erase(let plan, _): return try written(plan, &channel)
        case .restore(let plan): return try restored(plan, &channel)
        case .format(let plan, let container):
            let laid = try written(plan, &channel)
            guard case .done = laid else { return laid }
            let failure = try session.format(container, of: layout, &channel)
            return failure.map { .failed($0) } ?? laid
        case .lock(let plan):
            let failure = try session.lock(plan, of: layout, &channel)
            guard let failure else { return .done(detail: "") }
            let isFinal = LockGaps(memory: session.memory, layout: layout).obstacle != nil
            return isFinal ? .failed(failure) : .incomplete(failure)
        case .protect(let plan): return try protected(plan, &channel)
        case .unprotect(let plan, _):
            // From here on the password is another at some time: each step says which one it means.
            session.password = nil
            let failure = try session.unprotect(plan, of: layout, openedWith: opening?.password, &channel)
            return failure.map { .incomplete($0) } ?? .done(detail: "")
        }
    }

    private mutating func written(
        _ plan: PagePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagActResult {
        var writing = PageWriting(layout: layout, session: session)
        defer { session = writing.session }
        if let failure = try writing.perform(plan, &channel) { return .failed(failure) }
        return .done(detail: writing.notes.joined(separator: "; "))
    }

    private mutating func protected(
        _ plan: ProtectionPlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagActResult {
        let (passwords, uid) = (passwords, tag.uid)
        session.password = nil
        let failure = try session.protect(plan, of: layout, refused: { passwords?.wasRefused(by: uid) }, &channel)
        if let failure { return .incomplete(failure) }
        session.password = plan.request.password
        return .done(detail: "")
    }

    /// The user pages, and when they were read back what was asked for by name.
    private mutating func restored(
        _ plan: RestorePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagActResult {
        let user = try written(plan.user, &channel)
        guard case .done = user else { return user }
        var missing = plan.extra
        var refused: [Int] = []
        for _ in 0...Type2Session.repairs where !missing.isEmpty {
            refused = []
            for extra in missing {
                guard try !session.write(extra.write.data, to: extra.write.page, &channel) else { continue }
                refused.append(extra.write.page)
                try session.activateAgain(&channel)
            }
            try session.activateAgain(&channel)
            for extra in missing {
                let page = extra.write.page
                try session.read(page..<(page + 1), pageCount: layout.pageCount, &channel)
            }
            missing.removeAll { $0.isDone(session.memory[$0.write.page]) }
        }
        if missing.isEmpty {
            guard case .done(let detail) = user, let words = plan.wordsOfUnknownPages else { return user }
            return .done(detail: detail.isEmpty ? words : detail + "; " + words)
        }
        let pages = missing.map(\.write.page)
        return .failed(
            Rejection(
                pages.allSatisfy { refused.contains($0) } ? .writeFailed : .verifyMismatch,
                "the user pages are as in the image, and \(pageList(pages)) did not read back as written"))
    }

    /// The tag after the act; nil where it cannot be read any more, which changes nothing of what was done.
    mutating func contentsNow(_ channel: inout any CardChannel & ~Copyable) -> TagContents? {
        do throws(Rejection) {
            try session.activateAgain(&channel)
            return try session.readContents(of: layout, &channel).contents
        } catch {
            return nil
        }
    }
}
