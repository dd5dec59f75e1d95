import ReaderModels
import Tags

extension Type2Session {
    /// GET_VERSION (NTAG21x data sheet, 10.1); nil where it is not passed, not answered, or answered with bytes that are no
    /// version. Where it is not answered the tag is activated again.
    mutating func version(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> ChipVersion? {
        guard usesPassThrough else { return nil }
        guard let data = try passThrough(.getVersion, &channel) else {
            usesPassThrough = false
            try wake(&channel)
            return nil
        }
        let version = ChipVersion(data)
        versionAnswer = version?.bytes
        if version == nil { usesPassThrough = false }
        return version
    }

    /// Reads pages that are not known yet, the tag's last page at most. Pages that are refused are marked so; those that the
    /// chip does not give out are passed over.
    mutating func read(
        _ pages: Range<Int>, pageCount: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        var next = pages.lowerBound
        // Behind a page that was refused more than once the next one is asked for once.
        var tries = 2
        while next < pages.upperBound {
            guard memory[state: next] == .unread, let run = run(of: next, pageCount: pageCount) else {
                next += 1
                continue
            }
            try readFast(next..<min(pages.upperBound, run.pages.upperBound), &channel)
            if memory[state: next] == .unread { try readFour(at: next, run, tries: tries, &channel) }
            tries = memory[next] == nil ? 1 : 2
            next += 1
        }
    }

    /// One FAST_READ of as many of these pages as the reader passes; all of one run. Where it is refused, the reader or the tag
    /// does not pass it, or a page among them is kept: from then on pages are read by READ.
    mutating func readFast(_ pages: Range<Int>, _ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        guard usesPassThrough, memory[state: pages.lowerBound] == .unread,
            let run = run(of: pages.lowerBound, pageCount: pages.upperBound), try select(run.sector, &channel)
        else { return }
        let count = min(model.pagesPerFastRead, pages.count, run.pages.upperBound - pages.lowerBound)
        guard isWorthASession(pages: count) else { return }
        let first = run.number(of: pages.lowerBound)
        if let data = try passThrough(.fastRead(pages: first..<(first + count)), &channel) {
            memory.store(data, from: pages.lowerBound)
        } else {
            usesPassThrough = false
            try wake(&channel)
        }
    }

    /// A session costs three exchanges, its start, the protocol and its end; so few pages come by READ with no more.
    private func isWorthASession(pages count: Int) -> Bool {
        model.passThrough != .transparentSession || findings.isSessionOpen || count > 16 && !isAuthenticated
    }

    /// One READ of four pages. A page whose answer is a copy of page 0 where the tag has a page of its own is no data:
    /// reads of a protected tag roll over just before AUTH0.
    private mutating func readFour(
        at page: Int, _ run: PageRun, tries: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        guard let data = try readAnswer(at: page, tries: tries, &channel) else {
            memory[state: page] = .refused
            return
        }
        let inside = min(data.count / 4, run.pages.upperBound - page)
        let own = ownPages(data, first: page == 0 ? Page(data.prefix(4)) : memory[0], limit: inside)
        memory.store(data.prefix(4 * own), from: page)
    }

    /// How many pages of a READ's answer are surely the tag's own; at least the first, which was asked for.
    private func ownPages(_ data: [UInt8], first: Page?, limit: Int) -> Int {
        guard let first else { return limit }
        for index in 1..<max(1, limit) where Page(data[(4 * index)..<(4 * index + 4)]) == first { return index }
        return limit
    }

    /// READ BINARY with the Le that the reader takes.
    func readCommand(_ number: Int) -> CommandAPDU {
        CommandAPDU.readBinary(page: number).withLength(findings.readLength)
    }

    /// The data of READ (FF B0, 16 bytes, or 4 on readers that give one page a command); nil after a refusal.
    mutating func readAnswer(
        at page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? {
        guard let number = try number(ofReached: page, &channel) else { return nil }
        // Another session would activate the tag again, and close it.
        if isKeptBySession, findings.isSessionOpen {
            refusalStatus = nil
            return try passThrough(.read(page: UInt8(number)), &channel)
        }
        guard let answer = try send(readCommand(number), &channel) else {
            refusalStatus = nil
            return nil
        }
        guard answer.status == .success, answer.data.count == 16 || answer.data.count == 4 else {
            refusalStatus = answer.status
            return nil
        }
        return answer.data
    }

    /// As `readAnswer`, and once more after a new activation where that is refused: a reader's hiccup says nothing of the
    /// page. The tag is awake afterwards.
    mutating func readAnswerTwice(
        at page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? { try readAnswer(at: page, tries: 2, &channel) }

    private mutating func readAnswer(
        at page: Int, tries: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? {
        for _ in 0..<tries {
            if let data = try readAnswer(at: page, &channel) { return data }
            try wake(&channel)
        }
        return page == 0 ? try readAnswerOfListed(&channel) : nil
    }

    /// Page 0, which every tag gives that no password keeps, when new connections did not bring it: a reader may go on giving the
    /// UID of a tag that sleeps (nfc-pcsc #37), so the PN532 is told to look for it.
    private mutating func readAnswerOfListed(
        _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? {
        guard !findings.wakesByListing, try isWoken(&channel) else { return nil }
        if let data = try readAnswer(at: 0, &channel) {
            findings.wakesByListing = true
            return data
        }
        try wake(&channel)
        return nil
    }

    /// Keeps pages that an identification by reads has got already.
    mutating func keep(_ data: [UInt8], pages: Int, from page: Int) {
        memory.store(data.prefix(4 * pages), from: page)
    }
}
