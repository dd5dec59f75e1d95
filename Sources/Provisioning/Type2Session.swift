import ReaderModels
import Tags

/// The commands of the procedure on one tag, and what was read of it since its last activation.
///
/// A tag that refuses a command may be silent until it is activated again (NXP NTAG21x data sheet, 8.4; nfc-pcsc #37 for
/// the ACR122U): so every refusal is followed by a new activation before the next command.
///
/// There is one of a presentation, handed on from step to step: what a copy knows of the tag would not be so any more.
struct Type2Session: ~Copyable {
    /// The reader, and what it was found to do.
    let findings: ReaderFindings
    /// Where the tag's pages lie; while it is nil they are taken to be those of sector 0.
    var layout: Type2Layout?
    /// What was read since `forget`.
    var memory = PageMemory()
    /// GET_VERSION or FAST_READ was refused: the reader or the tag does not pass it.
    var usesPassThrough: Bool
    /// What GET_VERSION was answered with.
    var chipVersion: ChipVersion?
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
    /// What was made of the memory last, where nothing was wanting in it.
    private var understood: Understood?

    private struct Understood {
        let memory: PageMemory
        let layout: Type2Layout
        let contents: TagContents
    }

    init(_ findings: ReaderFindings) {
        self.findings = findings
        usesPassThrough = findings.passThrough != .refused
    }

    var model: ReaderModel { findings.model }

    /// What the memory holds, taken to be that of this layout, or what must be read before that can be said. As long as neither
    /// changes it is made out once.
    mutating func interpretation(by layout: Type2Layout) -> Interpretation {
        if let known = knownContents(of: memory, layout) { return .contents(known) }
        let interpretation = Tags.interpretation(of: memory, layout: layout)
        if case .contents(let contents) = interpretation {
            understood = Understood(memory: memory, layout: layout, contents: contents)
        }
        return interpretation
    }

    /// The same where nothing is wanting, or what can be said all the same.
    mutating func contents(of layout: Type2Layout) -> TagContents {
        if case .contents(let contents) = interpretation(by: layout) { return contents }
        return interpret(memory, layout: layout)
    }

    /// What this memory holds, where that was made out last.
    func knownContents(of memory: PageMemory, _ layout: Type2Layout) -> TagContents? {
        guard let understood, understood.memory == memory, understood.layout == layout else { return nil }
        return understood.contents
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
        guard let answer = try send(.getUID, &channel), answer.status.isSuccess else { return nil }
        return UID(answered: answer.data)
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
        guard let answer, answer.status.isSuccess else {
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
        case getUID
        /// READ BINARY, with the Le that the reader takes.
        case read(page: Int)
        /// UPDATE BINARY.
        case update(page: Int, Page)

        /// - Parameter length: the Le of READ BINARY.
        func bytes(length: UInt8) -> [UInt8] {
            switch self {
            case .getUID: CommandAPDU.bytesOfGetUID
            case .read(let page) where length == 0x10: CommandAPDU.bytesOfReading[page]
            case .read(let page): CommandAPDU.readBinary(page: page).withLength(length).bytes
            case .update(let page, let data): CommandAPDU.bytes(ofUpdating: page, data)
            }
        }

        /// The same where it asks for data; nil for any other.
        func asking(length: UInt8) -> CommandAPDU? {
            switch self {
            case .getUID: .getUID
            case .read(let page): CommandAPDU.readBinary(page: page).withLength(length)
            case .update: nil
            }
        }
    }

    /// Sends a command of the reader's own. A transparent session is ended before.
    mutating func send(
        _ command: Command, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> ResponseAPDU? {
        guard findings.isSessionOpen else { return try Self.sendAsNamed(command, findings, &channel) }
        try endSession(&channel)
        // A tag that its password opened would be closed by an activation.
        let mayWake = uid != nil && !isAuthenticated
        if findings.afterSession == .refused, mayWake { try wake(&channel) }
        let answer = try Self.sendAsNamed(command, findings, &channel)
        guard findings.afterSession == .untried else { return answer }
        if let answer, answer.status.isSuccess {
            findings.afterSession = .works
            return answer
        }
        guard mayWake else { return answer }
        try wake(&channel)
        let again = try Self.sendAsNamed(command, findings, &channel)
        if let again, again.status.isSuccess { findings.afterSession = .refused }
        return again
    }

    /// Sends the command, and once more with the Le that the reader names where it takes no other: `6C xx`. `61 xx` announces
    /// bytes to be fetched, which no storage card has: it is a refusal.
    private static func sendAsNamed(
        _ command: Command, _ reader: ReaderFindings, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> ResponseAPDU? {
        guard let bytes = try transmit(command.bytes(length: reader.readLength), &channel),
            let answer = ResponseAPDU(bytes)
        else { return nil }
        guard answer.status.rawValue >> 8 == 0x6C,
            let named = command.asking(length: reader.readLength)?.renamed(by: answer)
        else { return answer }
        if named.isRead, case .case2(_, let le) = named { reader.readLength = le }
        return try transmit(named.bytes, &channel).flatMap { ResponseAPDU($0) }
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
