import ReaderModels
import Tags

/// The commands of the procedure on one tag, and what was read of it since its last activation.
///
/// A tag that refuses a command may be silent until it is activated again (NXP NTAG21x data sheet, 8.4; nfc-pcsc #37 for
/// the ACR122U): so every refusal is followed by a new activation before the next command.
struct Type2Session {
    /// The reader, and what it was found to do.
    let findings: ReaderFindings
    /// Where the tag's pages lie; while it is nil they are taken to be those of sector 0.
    var layout: Type2Layout?
    /// What was read since `forget`.
    var memory = PageMemory()
    /// GET_VERSION or FAST_READ was refused: the reader or the tag does not pass it.
    var usesPassThrough: Bool
    /// What GET_VERSION was answered with.
    var versionAnswer: [UInt8]?
    /// The status of the last READ that was not answered with data; nil where the reader said nothing.
    var refusalStatus: StatusWord?
    /// The status of the last write that was refused; nil where the reader said nothing.
    private(set) var writeRefusal: StatusWord?
    /// The sector that is selected; an activation leads back to 0.
    var sector = 0
    /// Pages 0 to 3, as they are read in sector 0.
    var header: [UInt8] = []
    /// The password that opened the tag. It is given again after each activation, except where a caller does without.
    var password: TagPassword?
    /// What the tag answered to its password when it was opened.
    var acknowledgement: [UInt8]?
    /// Why the password that was given did not open the tag, in words; nil where it did, or none was given.
    var passwordFailure: String?
    /// The tag took a password since its last activation.
    var isAuthenticated = false
    /// Told when a password that opened the tag is refused.
    var refused: (() -> Void)?
    /// AUTHLIM as it was read last; nil while it was not.
    private(set) var wrongPasswordLimit: Int?
    /// How many pages an answer to READ has: one on some readers.
    var pagesPerRead = 4
    private var uid: UID?
    /// What was made of the memory last.
    private var interpretation: Interpretation?
    /// The command that is sent, in room that is used for each.
    var frame: [UInt8] = []

    init(_ findings: ReaderFindings) {
        self.findings = findings
        usesPassThrough = findings.passThrough != .refused
        frame.reserveCapacity(32)
    }

    var model: ReaderModel { findings.model }

    /// What the memory holds, taken to be that of this layout. As long as neither changes it is made out once.
    mutating func interpreted(as layout: Type2Layout) -> Interpretation {
        if let interpretation, interpretation.isOf(memory, layout) { return interpretation }
        let made = Interpretation(memory, layout)
        interpretation = made
        return made
    }

    /// What this memory holds, where that was just made out and no page is wanting.
    func contents(of memory: PageMemory, as layout: Type2Layout) -> TagContents? {
        guard let interpretation, interpretation.isOf(memory, layout) else { return nil }
        if case .needs = interpretation.contents.verdict { return nil }
        return interpretation.contents
    }

    // MARK: Activation and UID

    /// Asks for the UID (PC/SC part 3, 3.2.2.1.3), once more after a new activation where the first answer is a refusal.
    mutating func identify(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> UID {
        if let uid = try askUID(&channel) { return remember(uid) }
        // A process that died may have left the reader in a session, in which it knows no command of its own.
        if model.passThrough == .transparentSession { findings.isSessionOpen = true }
        try activate(&channel)
        if let uid = try askUID(&channel) { return remember(uid) }
        throw Rejection(
            .notATag, "the reader (\(model.title)) gives no UID for it (FF CA): a card or phone, not a tag")
    }

    /// A new activation, after which whatever tag answers is the one that is meant. What was read before is forgotten.
    mutating func identifyAnew(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> UID {
        try activate(&channel)
        memory = PageMemory()
        header = []
        password = nil
        return try identify(&channel)
    }

    private mutating func remember(_ uid: UID) -> UID {
        self.uid = uid
        return uid
    }

    /// A new activation; throws `tag-changed` when another tag answers. What was read before is forgotten.
    ///
    /// - Parameter opening: whether a tag that was opened by its password is opened again.
    mutating func activateAgain(
        _ channel: inout any CardChannel & ~Copyable, opening: Bool = true
    ) throws(Rejection) {
        if let page = layout?.configurationPage, let access = memory[page + 1]?[0] {
            wrongPasswordLimit = Int(access & 0x07)
        }
        try activate(&channel)
        memory = PageMemory()
        var answer = try askUID(&channel)
        if answer == nil {
            try activate(&channel)
            answer = try askUID(&channel)
        }
        if findings.wakesByListing || answer == nil, try isWoken(&channel) { answer = try askUID(&channel) }
        guard let answer else {
            throw Rejection(
                .readerError, "the tag does not wake on this reader (\(model.title)): lift the tag and lay it again")
        }
        try requireSame(answer)
        if opening, let password { try openAgain(with: password, &channel) }
    }

    private func requireSame(_ other: UID) throws(Rejection) {
        guard other == uid else {
            throw Rejection(.tagChanged, "tag \(other) lies there instead of \(uid.map(\.description) ?? "the first")")
        }
    }

    /// Wakes a tag that new connections did not wake, where the model has a way. False: it has none, or that did not help.
    func isWoken(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> Bool {
        guard model.recovery == .inListPassiveTarget,
            let answer = try Self.transmit(InListPassiveTarget.command, &channel)
        else { return false }
        switch InListPassiveTarget.answer(answer) {
        case .refused: return false
        case .nothing: throw Rejection(.tagRemoved, "the tag no longer answers")
        case .tag(let uid):
            try requireSame(uid)
            return true
        }
    }

    /// A new activation, and these pages read, the first four among them. Where pages 0 and 1 hold the UID it need not be asked
    /// for (NXP NTAG213/215/216 data sheet rev. 3.2, 8.5.1): they show that the same tag lies there. Where they do not, and
    /// where a password must be given first, it is asked for.
    mutating func readAnew(
        _ runs: [Range<Int>], of layout: Type2Layout, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        if password == nil, layout.header == .uidWithCheckBytes {
            try activate(&channel)
            memory = PageMemory()
            for pages in runs { try read(pages, pageCount: layout.pageCount, &channel) }
            if let uid, UID(pages: memory, chip: layout.chip) == uid { return }
        }
        try activateAgain(&channel)
        for pages in runs { try read(pages, pageCount: layout.pageCount, &channel) }
    }

    private mutating func activate(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        try endSession(&channel)
        sector = 0
        isAuthenticated = false
        do throws(ChannelError) {
            try channel.reactivate()
        } catch {
            throw Rejection(error)
        }
    }

    private mutating func askUID(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> UID? {
        guard let answer = try send(.ask(.getUID), &channel), answer.isSuccess else { return nil }
        return UID(answered: Array(answer.data))
    }

    /// Wakes a tag that fell silent after a refusal. What was read stays known.
    mutating func wake(_ channel: inout any CardChannel & ~Copyable, opening: Bool = true) throws(Rejection) {
        let known = memory
        defer { memory = known }
        try activateAgain(&channel, opening: opening)
    }

    // MARK: Writing

    /// Writes one page (FF D6, four bytes). False where the reader or the tag refused: only a read tells what happened.
    mutating func write(
        _ data: Page, to page: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        writeRefusal = nil
        guard let number = try number(ofReached: page, &channel) else { return false }
        memory[page] = nil
        let answer = try send(.update(page: number, data), &channel)
        guard let answer, answer.isSuccess else {
            writeRefusal = answer?.status
            return false
        }
        if isKeptBySession, keeps(page) { findings.passwordOutlivesSession = .works }
        return true
    }

    /// Who refused the last READ, for a person.
    var wordsOfReadRefusal: String { model.title + (refusalStatus.map { ": \($0)" } ?? "") }

    /// Why pages do not hold what they should after a write was refused again and again. Where the tag was opened in a session,
    /// and nothing was ever written to such a tag, it is this reader that cannot.
    func failure(ofWriting page: Int, _ different: [Int]) -> Rejection {
        if isOpen, maySessionClose {
            findings.passwordOutlivesSession = .refused
            return Rejection(.readerError, wordsOfClosing)
        }
        let answer = writeRefusal.map { " (\($0))" } ?? ""
        return Rejection(
            .writeFailed,
            "the write of page \(page) was refused (FF D6) by the \(model.title)\(answer); \(pageList(different)) not as wanted"
        )
    }

    /// What a reader cannot that gives passwords in a session, or was not seen to.
    var wordsOfClosing: String {
        let reader = "this reader (\(model.title))"
        guard findings.passwordOutlivesSession == .refused else {
            return
                "\(reader) may close a tag that its password keeps when the reader's session ends, which nothing before this "
                + "write could show; lay it on another one"
        }
        return
            "\(reader) cannot write a tag that its password keeps: the tag is closed again when the reader's session ends; "
            + "lay it on another one"
    }

    // MARK: Exchanges

    /// A command of the reader's own.
    enum Command {
        /// One that asks for data; sent with another Le where the reader names one.
        case ask(CommandAPDU)
        /// UPDATE BINARY of one page.
        case update(page: Int, Page)
    }

    /// Sends a command of the reader's own. A transparent session is ended before.
    mutating func send(
        _ command: Command, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> CardAnswer? {
        guard findings.isSessionOpen else { return try sendAsNamed(command, &channel) }
        try endSession(&channel)
        // A tag that its password opened would be closed by an activation.
        let mayWake = uid != nil && !isAuthenticated
        if findings.afterSession == .refused, mayWake { try wake(&channel) }
        let answer = try sendAsNamed(command, &channel)
        guard findings.afterSession == .untried else { return answer }
        if let answer, answer.isSuccess {
            findings.afterSession = .works
            return answer
        }
        guard mayWake else { return answer }
        try wake(&channel)
        let again = try sendAsNamed(command, &channel)
        if let again, again.isSuccess { findings.afterSession = .refused }
        return again
    }

    /// Sends the command, and once more with the Le that the reader names where it takes no other: `6C xx`. `61 xx` announces
    /// bytes to be fetched, which no storage card has: it is a refusal.
    private mutating func sendAsNamed(
        _ command: Command, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> CardAnswer? {
        switch command {
        case .ask(let asking): asking.fill(&frame)
        case .update(let page, let data): CommandAPDU.fill(&frame, updating: page, data)
        }
        let answer = try Self.transmit(frame, &channel).flatMap { CardAnswer($0) }
        guard let answer, answer.mayNameLength, case .ask(let asking) = command,
            let named = asking.renamed(by: ResponseAPDU(status: answer.status))
        else { return answer }
        if asking.isRead, case .case2(_, let le) = named { findings.readLength = le }
        named.fill(&frame)
        return try Self.transmit(frame, &channel).flatMap { CardAnswer($0) }
    }

    static func transmit(
        _ command: [UInt8], _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? {
        do throws(ChannelError) {
            return try channel.exchange(command)
        } catch {
            return try refusal(error)
        }
    }

    /// An error that a new activation may cure counts as a refusal; one that ends the presentation is thrown.
    static func refusal<Answer>(_ error: ChannelError) throws(Rejection) -> Answer? {
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
