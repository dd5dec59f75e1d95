import ReaderModels
import Tags

/// The commands of the procedure on one tag, and what was read of it since its last activation.
///
/// A tag that refuses a command may be silent until it is activated again (NXP NTAG21x data sheet, 8.4; nfc-pcsc #37 for
/// the ACR122U): so every refusal is followed by a new activation before the next command.
struct Type2Session {
    let model: ReaderModel
    /// What was read since `forget`.
    private(set) var memory = PageMemory()
    /// GET_VERSION or FAST_READ was refused: the reader or the tag does not pass it.
    private(set) var usesPassThrough: Bool
    /// What GET_VERSION was answered with.
    private(set) var versionAnswer: [UInt8]?
    private var uid: UID?

    init(model: ReaderModel) {
        self.model = model
        usesPassThrough = model.passThrough != .none
    }

    // MARK: Activation and UID

    /// Asks for the UID (PC/SC part 3, 3.2.2.1.3), once more after a new activation where the first answer is a refusal.
    mutating func identify(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> UID {
        if let uid = try askUID(&channel) { return remember(uid) }
        try activate(&channel)
        if let uid = try askUID(&channel) { return remember(uid) }
        throw Rejection(.notATag, "the reader gives no UID for it (FF CA): a card or phone, not a tag")
    }

    /// A new activation, after which whatever tag answers is the one that is meant. What was read before is forgotten.
    mutating func identifyAnew(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> UID {
        try activate(&channel)
        memory = PageMemory()
        return try identify(&channel)
    }

    private mutating func remember(_ uid: UID) -> UID {
        self.uid = uid
        return uid
    }

    /// A new activation; throws `tag-changed` when another tag answers. What was read before is forgotten.
    mutating func activateAgain(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        try activate(&channel)
        memory = PageMemory()
        var answer = try askUID(&channel)
        if answer == nil {
            try activate(&channel)
            answer = try askUID(&channel)
        }
        guard let answer else { throw Rejection(.tagRemoved, "the tag no longer answers") }
        guard answer == uid else {
            throw Rejection(.tagChanged, "tag \(answer) lies there instead of \(uid.map(\.description) ?? "the first")")
        }
    }

    private func activate(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        do throws(ChannelError) {
            try channel.reactivate()
        } catch {
            throw Rejection(error)
        }
    }

    private func askUID(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> UID? {
        guard let answer = try send(CommandAPDU.getUID, &channel), answer.status == .success else { return nil }
        return UID(answer.data)
    }

    // MARK: Reading

    /// GET_VERSION (NTAG21x data sheet, 10.1); nil where it is not passed or not answered, then the tag is activated again.
    mutating func version(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> [UInt8]? {
        guard usesPassThrough else { return nil }
        if let data = try passThrough(.getVersion, &channel) {
            versionAnswer = data
            return data
        }
        usesPassThrough = false
        try wake(&channel)
        return nil
    }

    /// Reads pages that are not known yet, the tag's last page at most. Pages that are refused are marked so.
    mutating func read(
        _ pages: Range<Int>, pageCount: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        var next = pages.lowerBound
        while next < pages.upperBound {
            guard memory[state: next] == .unread else {
                next += 1
                continue
            }
            if usesPassThrough {
                let end = min(next + model.pagesPerFastRead, pages.upperBound)
                if let data = try passThrough(.fastRead(pages: next..<end), &channel) {
                    memory.store(data, from: next)
                    next = end
                    continue
                }
                usesPassThrough = false
                try wake(&channel)
            }
            try readFour(at: next, pageCount: pageCount, &channel)
            next += 1
        }
    }

    /// One READ of four pages. A page whose answer is a copy of page 0 where the tag has a page of its own is no data:
    /// reads of a protected tag roll over just before AUTH0.
    private mutating func readFour(
        at page: Int, pageCount: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        guard let data = try readAnswerTwice(at: page, &channel) else {
            memory[state: page] = .refused
            return
        }
        let inside = min(data.count / 4, pageCount - page)
        let own = page == 0 ? inside : ownPages(data, at: page, limit: inside)
        memory.store(data.prefix(4 * own), from: page)
    }

    /// How many pages of a READ's answer are surely the tag's own; at least the first, which was asked for.
    private func ownPages(_ data: [UInt8], at page: Int, limit: Int) -> Int {
        guard let first = memory[0] else { return limit }
        for index in 1..<max(1, limit) where Page(data[(4 * index)..<(4 * index + 4)]) == first { return index }
        return limit
    }

    /// The data of READ (FF B0, 16 bytes, or 4 on readers that give one page a command); nil after a refusal.
    mutating func readAnswer(
        at page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? {
        guard let answer = try send(CommandAPDU.readBinary(page: page), &channel), answer.status == .success,
            answer.data.count == 16 || answer.data.count == 4
        else { return nil }
        return answer.data
    }

    /// As `readAnswer`, and once more after a new activation where that is refused: a reader's hiccup says nothing of the
    /// page. The tag is awake afterwards.
    mutating func readAnswerTwice(
        at page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? {
        for _ in 0..<2 {
            if let data = try readAnswer(at: page, &channel) { return data }
            try wake(&channel)
        }
        return nil
    }

    /// Keeps pages that an identification by reads has got already.
    mutating func keep(_ data: [UInt8], pages: Int, from page: Int) {
        memory.store(data.prefix(4 * pages), from: page)
    }

    /// Wakes a tag that fell silent after a refusal.
    mutating func wake(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        let known = memory
        try activateAgain(&channel)
        memory = known
    }

    // MARK: Writing

    /// Writes one page (FF D6, four bytes). False where the reader or the tag refused: only a read tells what happened.
    mutating func write(
        _ data: Page, to page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        memory[page] = nil
        return try send(CommandAPDU.updateBinary(page: page, data: data), &channel)?.status == .success
    }

    // MARK: Exchanges

    func passThrough(
        _ command: Type2Command, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? {
        guard let wrapped = model.wrap(command.bytes) else { return nil }
        do throws(ChannelError) {
            let answer = try channel.exchange(wrapped)
            guard case .data(let data) = model.unwrap(answer, expecting: command.answerLength) else { return nil }
            return data
        } catch {
            return try refusal(error)
        }
    }

    private func send(
        _ command: CommandAPDU, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> ResponseAPDU? {
        do throws(ChannelError) {
            return ResponseAPDU(try channel.exchange(command.bytes))
        } catch {
            return try refusal(error)
        }
    }

    /// An error that a new activation may cure counts as a refusal; one that ends the presentation is thrown.
    private func refusal<Answer>(_ error: ChannelError) throws(Rejection) -> Answer? {
        switch error.code {
        case .malformedAnswer, .transmission, .tagReset, .unresponsive: return nil
        case .tagRemoved, .readerLost, .readerBusy, .cancelled: throw Rejection(error)
        }
    }
}

extension Rejection {
    /// The reason that a channel's error stands for.
    init(_ error: ChannelError) {
        switch error.code {
        case .tagRemoved, .tagReset: self.init(.tagRemoved, "the tag was taken away")
        case .readerLost: self.init(.readerLost, "the reader or its service went away")
        case .unresponsive: self.init(.severalTags, "something lies there that does not answer: lay one tag only")
        case .readerBusy, .malformedAnswer, .transmission, .cancelled: self.init(.readerError, "\(error)")
        }
    }
}
