import ReaderModels
import Tags

/// A Type 2 tag whose chip is known.
struct IdentifiedTag {
    let uid: UID
    let chip: Chip
    let layout: Type2Layout
    var contents: TagContents
}

/// A tag that cannot be taken, with what is known of it all the same.
struct UnfitTag: Error {
    var uid: UID?
    var chip: Chip?
    var lockState: LockState?
    var rejection: Rejection
}

/// Tells which tag lies there: UID, chip, page count, contents. Writes nothing.
struct Type2Identification {
    var session: Type2Session

    /// Reads so much as is needed to say what the tag holds and whether it may be written.
    mutating func identify(_ channel: inout any CardChannel & ~Copyable) throws(UnfitTag) -> IdentifiedTag {
        var known = UnfitTag(rejection: Rejection(.readerError, ""))
        do throws(Rejection) {
            let uid = try session.identify(&channel)
            known.uid = uid
            guard !uid.isRandom else {
                known.uid = nil
                throw Rejection(.notATag, "it has a random UID: a phone or card emulation, not a tag")
            }
            let chip = try chip(&channel, &known)
            known.chip = chip
            let contents = try contents(of: chip.layout, &channel)
            guard isOwn(uid) else { return try identifiedAnew(chip, &channel, &known) }
            return IdentifiedTag(uid: uid, chip: chip, layout: chip.layout, contents: contents)
        } catch {
            known.rejection = error
            throw known
        }
    }

    /// Whether pages 0 and 1 hold this UID, as they do on every chip that is written (NTAG21x data sheet, 8.5.1). They are
    /// read in any case, and a UID that came wrongly would bind an item to a tag that does not exist.
    private func isOwn(_ uid: UID) -> Bool {
        guard let first = session.memory[0], let second = session.memory[1] else { return true }
        return uid.bytes == first.bytes.prefix(3) + second.bytes
    }

    /// The UID and pages 0 and 1 disagree: one of them was read wrongly, so everything is asked for again.
    private mutating func identifiedAnew(
        _ chip: Chip, _ channel: inout any CardChannel & ~Copyable, _ known: inout UnfitTag
    ) throws(Rejection) -> IdentifiedTag {
        known.uid = nil
        let uid = try session.identifyAnew(&channel)
        let contents = try contents(of: chip.layout, &channel)
        guard isOwn(uid) else {
            throw Rejection(.readerError, "the reader says UID \(uid) (FF CA), and pages 0 and 1 say another")
        }
        known.uid = uid
        return IdentifiedTag(uid: uid, chip: chip, layout: chip.layout, contents: contents)
    }

    /// Interprets the memory, reading the pages that are asked for until all is said.
    mutating func contents(
        of layout: Type2Layout, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagContents {
        if session.usesPassThrough { try readGenerously(0..<layout.pageCount, layout, &channel) }
        try session.read(layout.tail, pageCount: layout.pageCount, &channel)
        for _ in 0...layout.pageCount {
            let contents = interpret(session.memory, layout: layout)
            guard case .needs(let pages) = contents.verdict else { return try confirmed(contents, layout) }
            try session.read(pages, pageCount: layout.pageCount, &channel)
        }
        throw Rejection(.internal, "the tag's memory was not understood after reading all of it")
    }

    /// The first FAST_READ takes as much as the reader passes: on the smallest chip it is the whole memory.
    private mutating func readGenerously(
        _ pages: Range<Int>, _ layout: Type2Layout, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        let end = min(pages.upperBound, session.model.pagesPerFastRead)
        try session.read(0..<end, pageCount: layout.pageCount, &channel)
    }

    /// A last page that is not there, although no password keeps it: the chip is smaller than it says.
    private func confirmed(_ contents: TagContents, _ layout: Type2Layout) throws(Rejection) -> TagContents {
        let last = layout.pageCount - 1
        let isConfigurationRead = layout.configurationPage.map { session.memory[$0] != nil } ?? true
        if session.memory[last] == nil, isConfigurationRead {
            throw Rejection(
                .tagDamaged, "page \(last), the last of \(layout.chip?.description ?? "the tag"), cannot be read")
        }
        return contents
    }

    // MARK: The chip

    private mutating func chip(
        _ channel: inout any CardChannel & ~Copyable, _ known: inout UnfitTag
    ) throws(Rejection) -> Chip {
        if let answer = try session.version(&channel) {
            if let chip = ChipVersion(answer)?.chip { return chip }
            let names = Chip.written.map(\.rawValue).joined(separator: ", ")
            throw Rejection(.chipUnsupported, "GET_VERSION answers \(answer.hex), which is none of \(names)")
        }
        return try chipByReads(&channel, &known)
    }

    /// Without GET_VERSION the roll-over of READ tells the page count: four pages of the dynamic lock page on, then three
    /// pages and page 0 where the memory ends (NTAG21x data sheet, 10.2). The size that the CC states is tried first.
    private mutating func chipByReads(
        _ channel: inout any CardChannel & ~Copyable, _ known: inout UnfitTag
    ) throws(Rejection) -> Chip {
        guard let header = try firstPages(&channel) else {
            throw Rejection(.chipUnsupported, "the reader reads no page 0 (FF B0): no Type 2 tag, or not passed")
        }
        session.keep(header, pages: 4, from: 0)
        let stated = Chip.written.first { $0.layout.factoryContainer[2] == header[14] && header[12] == 0xE1 }
        let order = [stated].compactMap { $0 } + Chip.written.filter { $0 != stated }
        for chip in order {
            var answer = try probe(chip, &channel)
            // One refusal of the stated chip may be a reader's hiccup; the tag was woken since.
            if answer == .refused, chip == stated { answer = try probe(chip, &channel) }
            switch answer {
            case .isChip where chip == stated: return chip
            case .isChip: if try endsAfter(chip, &channel) { return chip }
            case .refused, .isOther: continue
            }
        }
        if let stated { try refuseProtected(stated, &channel, &known) }
        throw Rejection(.chipUnsupported, "it answers reads like no chip that is supported")
    }

    /// Pages 0 to 3. A reader that gives one page a command is asked four times.
    private mutating func firstPages(
        _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? {
        var header: [UInt8] = []
        while header.count < 16 {
            guard let data = try session.readAnswerTwice(at: header.count / 4, &channel) else { return nil }
            header += data
        }
        return Array(header.prefix(16))
    }

    private enum Probe {
        case isChip
        case isOther
        case refused
    }

    private mutating func probe(
        _ chip: Chip, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Probe {
        let layout = chip.layout
        let pages = chip.probePages
        for (page, own) in [(pages.dynamicLock, 4), (pages.rollOver, 3)] {
            guard let data = try session.readAnswer(at: page, &channel) else {
                try session.wake(&channel)
                return .refused
            }
            guard data.count == 16 else { return try probeSingly(chip, &channel) }
            let header = (0..<4).compactMap { session.memory[$0] }
            guard pagesBeforeRollOver(answer: data, start: page, header: header) == own else { return .isOther }
            if own == 3 { session.keep(data, pages: 3, from: page) } else { pending = data }
        }
        session.keep(pending, pages: 4, from: layout.tail.lowerBound)
        return .isChip
    }

    /// The lock and configuration pages of the chip that is being probed, kept only when it is that chip.
    private var pending: [UInt8] = []

    init(session: Type2Session) { self.session = session }

    /// Readers that give one page a command show no roll-over: the last page answers, and the one behind it does not.
    private mutating func probeSingly(
        _ chip: Chip, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Probe {
        let layout = chip.layout
        var data: [UInt8] = []
        for page in layout.tail {
            guard let answer = try session.readAnswer(at: page, &channel) else {
                try session.wake(&channel)
                return .refused
            }
            data += answer.prefix(4)
        }
        guard try endsAfter(chip, &channel) else { return .isOther }
        pending = data
        session.keep(data, pages: layout.tail.count, from: layout.tail.lowerBound)
        return .isChip
    }

    /// A READ that begins behind the last page is refused (NTAG21x data sheet, 10.2).
    private mutating func endsAfter(
        _ chip: Chip, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        guard try session.readAnswer(at: chip.layout.pageCount, &channel) == nil else { return false }
        try session.wake(&channel)
        return true
    }

    /// The CC states a chip that can have a password, and reads tell no chip. Where every page from some page on is refused,
    /// up to the lock and configuration pages, a password keeps them, or the chip is smaller than its CC says: either way
    /// hands off.
    private mutating func refuseProtected(
        _ chip: Chip, _ channel: inout any CardChannel & ~Copyable, _ known: inout UnfitTag
    ) throws(Rejection) {
        var page = 4
        while page < chip.layout.pageCount, let data = try session.readAnswer(at: page, &channel) {
            guard data.count == 16 else {
                page += 1
                continue
            }
            let header = (0..<4).compactMap { session.memory[$0] }
            let own = pagesBeforeRollOver(answer: data, start: page, header: header)
            page += own
            if own < 4 { break }
        }
        try session.wake(&channel)
        guard let configuration = chip.layout.configurationPage, page <= configuration else { return }
        known.lockState = .passwordReadWrite
        throw Rejection(
            .tagPassword,
            "reads are refused from page \(page) on: a password keeps them, or the chip is smaller than its CC says")
    }
}
