import ReaderModels
import Tags

/// A Type 2 tag whose chip, or at least whose number of pages, is known.
struct IdentifiedTag {
    let uid: UID
    let chip: Chip
    fileprivate(set) var layout: Type2Layout
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
struct Type2Identification: ~Copyable {
    var session: Type2Session
    let passwords: (any PasswordSource)?

    /// - Parameter passwords: opens tags that a password protects. Nil: none is opened.
    init(session: consuming Type2Session, passwords: (any PasswordSource)? = nil) {
        self.session = session
        self.passwords = passwords
    }

    /// A chip and how its pages are taken; the chip is `unknown` where only the number of pages is known.
    struct Named {
        let chip: Chip
        var layout: Type2Layout
        /// GET_VERSION names the chip.
        private(set) var isProved = false

        init(_ chip: Chip) { (self.chip, layout) = (chip, chip.layout) }

        init(proved chip: Chip) {
            self.init(chip)
            isProved = true
        }

        init(unknown layout: Type2Layout) { (chip, self.layout) = (.unknown, layout) }
    }

    /// Reads so much as is needed to say what the tag holds and whether it may be written.
    mutating func identify(_ channel: inout any CardChannel & ~Copyable) throws(UnfitTag) -> IdentifiedTag {
        var known = UnfitTag(rejection: Rejection(.readerError, ""))
        do throws(Rejection) {
            var uid = try session.identify(&channel)
            known.uid = uid
            guard !uid.isRandom else {
                known.uid = nil
                throw Rejection(.notATag, "it has a random UID: a phone or card emulation, not a tag")
            }
            // Readers give its blocks by the same command as pages, and would write the first by the same.
            if uid.isISO15693 {
                throw Rejection(.chipUnsupported, "its UID is of ISO 15693: a Type 5 tag, which is not written")
            }
            var named = try named(uid, &channel, &known)
            known.chip = named.chip
            var contents = try contents(of: named, &channel)
            if !named.isProved, case .broken = contents.verdict {
                // A read that was refused makes a chip that is named by its reads a smaller one, and its control TLVs wrong ones.
                // Before they are given up it is named once more.
                session.layout = nil
                uid = try session.identifyAnew(&channel)
                named = try self.named(uid, &channel, &known)
                (known.uid, known.chip) = (uid, named.chip)
                contents = try self.contents(of: named, &channel)
            }
            if !isOwn(uid, named.layout) {
                // One of them was read wrongly, so everything is asked for again.
                known.uid = nil
                let first = uid
                uid = try session.identifyAnew(&channel)
                contents = try self.contents(of: named, &channel)
                // On NTAG I2C the serial bytes may be others than the UID: then the reader's word, given twice, counts.
                let isSaidTwice = named.layout.header == .serialBytes && uid == first
                guard isSaidTwice || isOwn(uid, named.layout) else {
                    throw Rejection(.readerError, "the reader says UID \(uid) (FF CA), and pages 0 and 1 say another")
                }
                known.uid = uid
            }
            known.lockState = contents.lockState
            return try identified(uid, named, contents, &channel)
        } catch {
            known.rejection = error
            // Pages that are missing look as if a password kept them.
            if error.reason == .tagDamaged { known.lockState = .unknown }
            throw known
        }
    }

    /// The tag as it is taken from here on: opened, and with everything told that is worth saying of it.
    private mutating func identified(
        _ uid: UID, _ named: Named, _ contents: TagContents, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> IdentifiedTag {
        var tag = IdentifiedTag(uid: uid, chip: named.chip, layout: session.layout ?? named.layout, contents: contents)
        var notes = identityNotes(
            on: session.memory, chip: named.chip == .unknown ? nil : named.chip, uid: uid,
            version: session.chipVersion)
        if tag.layout != named.layout {
            notes.append("the reader selects no sector of it but 0: \(contents.capacityBytes ?? 0) bytes can be used")
        }
        if !named.isProved, let why = tag.layout.chip?.doubt(on: session.memory, uid: uid) {
            tag.layout = tag.layout.doubted(for: why)
            session.layout = tag.layout
        }
        if let note = try open(&tag, &channel) { notes.append(note) }
        if case .passwordRead = tag.contents.verdict { try tellEnd(&tag, &channel) }
        tag.contents.add(notes)
        return tag
    }

    /// Whether pages 0 and 1 hold this UID, as they do on every chip that has check bytes there (NTAG21x data sheet, 8.5.1).
    /// They are read in any case, and a UID that came wrongly would bind an item to a tag that does not exist. NTAG I2C has
    /// seven serial bytes there, without check bytes, which are mostly the UID.
    private func isOwn(_ uid: UID, _ layout: Type2Layout) -> Bool {
        guard let first = session.memory[0], let second = session.memory[1] else { return true }
        if layout.header == .serialBytes {
            return uid.count == 7 && (0..<4).allSatisfy { uid[$0] == first[$0] }
                && (0..<3).allSatisfy { uid[4 + $0] == second[$0] }
        }
        if layout.chip == nil, Type2Header(session.memory) != .uidWithCheckBytes { return true }
        return uid.stands(in: first, second)
    }

    // MARK: Contents

    /// The contents of a tag that was not read before; what of it the reader cannot reach is left out of its layout.
    private mutating func contents(
        of named: Named, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagContents {
        session.layout = named.layout
        guard named.layout.needsSectors else { return try session.readContents(of: named.layout, &channel) }
        try session.readGenerously(named.layout, &channel)
        if try session.select(1, &channel) { return try session.readContents(of: named.layout, &channel) }
        let contents = try session.readContents(of: named.layout.inSectorZero, &channel)
        try refuseBeyondSector(named.layout, contents)
        return contents
    }

    /// A message that goes on where the reader cannot follow is no broken one.
    private func refuseBeyondSector(_ whole: Type2Layout, _ contents: TagContents) throws(Rejection) {
        guard case .broken = contents.verdict else { return }
        var layout = whole
        layout.leaveLocksOut()
        guard case .needs = interpret(session.memory, layout: layout).verdict else { return }
        throw Rejection(
            .readerError,
            "the tag's message goes on in sector 1, which this reader does not select; lay it on an ACR122U")
    }
}
