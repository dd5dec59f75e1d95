import ReaderModels
import Tags

/// The commands of the procedure on one tag, and what was read of it since its last activation.
///
/// A tag that refuses a command may be silent until it is activated again (NXP NTAG21x data sheet, 8.4; nfc-pcsc #37 for
/// the ACR122U): so every refusal is followed by a new activation before the next command.
struct Type2Session {
    let model: ReaderModel
    /// Where the tag's pages lie; while it is nil they are taken to be those of sector 0.
    var layout: Type2Layout?
    /// What was read since `forget`.
    var memory = PageMemory()
    /// GET_VERSION or FAST_READ was refused: the reader or the tag does not pass it.
    var usesPassThrough: Bool
    /// What GET_VERSION was answered with.
    var versionAnswer: [UInt8]?
    /// The status of the last READ that was not answered with data.
    var refusalStatus: StatusWord?
    /// The sector that is selected; an activation leads back to 0.
    var sector = 0
    /// Pages 0 to 3, as they are read in sector 0.
    var header: [UInt8] = []
    /// The password that opened the tag. It is given again after each activation, except where a caller does without.
    var password: TagPassword?
    /// What the tag answered to its password when it was opened.
    var acknowledgement: [UInt8]?
    /// That the tag refused its password, in words; nil where it was not asked, or took it.
    var passwordRefusal: String?
    /// Told when a password that opened the tag is refused.
    var refused: (() -> Void)?
    /// AUTHLIM as it was read last; nil while it was not.
    private(set) var wrongPasswordLimit: Int?
    /// How many pages an answer to READ has: one on some readers.
    var pagesPerRead = 4
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
        guard let answer else { throw Rejection(.tagRemoved, "the tag no longer answers") }
        guard answer == uid else {
            throw Rejection(.tagChanged, "tag \(answer) lies there instead of \(uid.map(\.description) ?? "the first")")
        }
        if opening, let password { try openAgain(with: password, &channel) }
    }

    private mutating func activate(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        sector = 0
        do throws(ChannelError) {
            try channel.reactivate()
        } catch {
            throw Rejection(error)
        }
    }

    private func askUID(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> UID? {
        guard let answer = try send(CommandAPDU.getUID, &channel), answer.status == .success else { return nil }
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
        guard let number = try number(ofReached: page, &channel) else { return false }
        memory[page] = nil
        return try send(CommandAPDU.updateBinary(page: number, data: data), &channel)?.status == .success
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

    func send(
        _ command: CommandAPDU, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> ResponseAPDU? {
        do throws(ChannelError) {
            let answer = ResponseAPDU(try channel.exchange(command.bytes))
            // Some readers take one length alone, and name it: 4 or 16 bytes of pages (PR533, SCL3711).
            guard let le = answer?.status.exactLength, let again = command.asking(for: le) else { return answer }
            return ResponseAPDU(try channel.exchange(again.bytes))
        } catch {
            return try refusal(error)
        }
    }

    /// An error that a new activation may cure counts as a refusal; one that ends the presentation is thrown.
    func refusal<Answer>(_ error: ChannelError) throws(Rejection) -> Answer? {
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
