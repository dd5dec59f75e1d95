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
        chipVersion = ChipVersion(data)
        if chipVersion == nil { usesPassThrough = false }
        return chipVersion
    }

    /// Reads pages that are not known yet, the tag's last page at most. Pages that are refused are marked so; those that the
    /// chip does not give out are passed over.
    mutating func read(
        _ pages: Range<Int>, pageCount: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        var next = pages.lowerBound
        // Behind a page that was refused more than once the next one is asked for once.
        var tries = 2
        while next < pages.upperBound, let page = memory.firstUnread(in: next..<pages.upperBound) {
            next = page + 1
            guard let run = run(of: page, pageCount: pageCount) else { continue }
            try readFast(page..<min(pages.upperBound, run.pages.upperBound), &channel)
            if memory.isUnread(page) { try readFour(at: page, run, tries: tries, &channel) }
            tries = memory[page] == nil ? 1 : 2
        }
    }

    /// One FAST_READ of as many of these pages as the reader passes; all of one run. Where it is refused, the reader or the tag
    /// does not pass it, or a page among them is kept: from then on pages are read by READ.
    mutating func readFast(_ pages: Range<Int>, _ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        guard usesPassThrough, memory.isUnread(pages.lowerBound),
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

    /// One READ of four pages, as far as they are the tag's own.
    private mutating func readFour(
        at page: Int, _ run: PageRun, tries: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        guard let read = try readAnswer(at: page, tries: tries, &channel) else {
            memory[state: page] = .refused
            return
        }
        let inside = min(read.count, run.pages.upperBound - page)
        keep(read, pages: read.own(beside: page == 0 ? read[0] : memory[0], limit: inside), from: page)
    }

    /// The answer to READ (FF B0, 16 bytes, or 4 on readers that give one page a command); nil after a refusal.
    mutating func readAnswer(
        at page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> PagesRead? {
        guard let number = try number(ofReached: page, &channel) else { return nil }
        // Another session would activate the tag again, and close it.
        if isKeptBySession, findings.isSessionOpen {
            refusalStatus = nil
            return try passThrough(.read(page: UInt8(number)), &channel).flatMap { PagesRead(passedThrough: $0) }
        }
        guard let answer = try send(.read(page: number), &channel) else {
            refusalStatus = nil
            return nil
        }
        guard answer.status.isSuccess, let read = PagesRead(answer) else {
            refusalStatus = answer.status
            return nil
        }
        return read
    }

    /// As `readAnswer`, and once more after a new activation where that is refused: a reader's hiccup says nothing of the
    /// page. The tag is awake afterwards.
    mutating func readAnswerTwice(
        at page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> PagesRead? { try readAnswer(at: page, tries: 2, &channel) }

    private mutating func readAnswer(
        at page: Int, tries: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> PagesRead? {
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
    ) throws(Rejection) -> PagesRead? {
        guard !findings.wakesByListing, try isWoken(&channel) else { return nil }
        if let data = try readAnswer(at: 0, &channel) {
            findings.wakesByListing = true
            return data
        }
        try wake(&channel)
        return nil
    }

    /// Keeps the first pages of a READ that began at `page`.
    mutating func keep(_ read: PagesRead, pages: Int, from page: Int) {
        memory.store(read.bytes(pages: pages), from: page)
    }
}
