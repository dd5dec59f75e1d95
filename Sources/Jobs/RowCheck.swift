import Tags

/// Checks the rows of a job one after another and remembers what must not come twice.
struct RowCheck {
    /// What the rows are checked for.
    enum Purpose: Hashable, Sendable {
        /// Tags are made of them.
        case making
        /// Tags are compared with them: a golden file (contract, section 8). Any chip may be named, the message need not fit one,
        /// a lock may be expected, and the message may be given as it is.
        case comparing
    }

    /// A data record on its way in.
    struct Row {
        /// The number of the data record and of its copy, as `{row}` and the report have them.
        var key: ItemKey
        /// The physical line of the file at hand, for messages.
        var line: Int
        /// The own cells.
        var cells: [String]
    }

    /// What a row says, as far as it could be read.
    struct Result {
        var sku: String?
        var uid: UID?
        var chip: Chip?
        /// Nil: any, as a golden file has it.
        var lockState: LockState?
        /// Nil: any, as a golden file has it.
        var genuine: Genuine?
        /// The tag is to be locked.
        var lock = false
        var quantity = 1
        var message: [UInt8] = []
        /// The bytes of the longest message of its copies, where they have messages of their own and one is longer.
        var longestCopy: Int?
        /// Where the UID of the tag stands in the message.
        var uidPlaces: [UIDPlace] = []
        var summary = ""
        /// The first row of the same content, where such are looked for.
        var sameAs: KeyIndex.Place?
        /// The errors in one sentence each; nil where there is none.
        var fault: String?

        /// How many tags the row stands for; a bad one for itself alone.
        var tags: Int { fault == nil ? quantity : 1 }
    }

    let settings: Settings
    let pairing: Pairing
    let purpose: Purpose
    let columns: JobColumns
    let plans: [RecordPlan]
    /// The day for `{date}`.
    let date: RunDate
    /// Whether each copy of a row has a message of its own.
    let usesCopy: Bool
    /// Whether each tag has.
    let usesUID: Bool
    /// With which tags are protected; nil: they are not, or it is not known yet.
    let passwords: TagPasswords?
    /// Whether rows of the same content are looked for where nothing is to be said of them.
    var findsSameContent = false
    /// The issues of the rows that were checked, until they are taken.
    private var issues: [JobIssue] = []
    /// How many tags the rows so far stand for.
    private var tags = 0
    /// Of a rerun, the rows that it does not make now.
    private let standing: StandingRows?
    private let skus = KeyIndex()
    private let uids = KeyIndex()
    private let contents = KeyIndex()

    init(
        settings: Settings, pairing: Pairing, purpose: Purpose = .making, columns: JobColumns, plans: [RecordPlan],
        date: RunDate, passwords: TagPasswords? = nil, standing: StandingRows? = nil
    ) {
        self.date = date
        self.standing = standing
        usesCopy = plans.contains { $0.templates.contains(where: \.usesCopy) }
        usesUID = plans.contains { $0.templates.contains(where: \.usesUID) }
        self.settings = settings
        self.pairing = pairing
        self.purpose = purpose
        self.columns = columns
        self.plans = plans
        self.passwords = passwords
    }

    /// Checks a row. `fault` is what is wrong with it already; nothing else is then looked for.
    mutating func check(_ row: Row, fault: (code: String, message: String)? = nil) -> Result {
        let firstIssue = issues.count
        var result = Result()
        result.sku = columns.cell(.sku, in: row.cells).flatMap { $0.hasNUL ? nil : $0 }
        if let fault {
            add(.error, fault.code, row, nil, fault.message)
        } else if !checkNUL(row) {
            warnOfOddCells(row)
            readBinding(row, into: &result)
            readLock(row, into: &result)
            if purpose == .comparing { readState(row, into: &result) }
            if !takeMessage(row, into: &result) { compose(row, into: &result) }
            if purpose == .making { checkFit(row, result) }
            checkCopies(row, &result)
            checkTwice(row, &result, sound: issues[firstIssue...].allSatisfy { $0.severity != .error })
        }
        let errors = issues[firstIssue...].filter { $0.severity == .error }.map(\.message)
        if !errors.isEmpty {
            result.fault = errors.joined(separator: "; ")
            result.message = []
        }
        tags += result.tags
        return result
    }

    mutating func add(
        _ severity: JobIssue.Severity, _ code: String, _ row: Row, _ column: JobColumn?, _ message: String
    ) {
        add(severity, code, row, header: column.flatMap { columns.header($0) }, message)
    }

    mutating func add(
        _ severity: JobIssue.Severity, _ code: String, _ row: Row, header: String?, _ message: String
    ) {
        issues.append(
            JobIssue(
                severity: severity, code: code, row: row.key.row, line: row.line, column: header, message: message))
    }

    /// True where a cell holds a NUL: such a row is not looked at any further.
    private mutating func checkNUL(_ row: Row) -> Bool {
        guard let index = row.cells.firstIndex(where: \.hasNUL) else { return false }
        let header = columns.own[index]
        add(.error, "nul", row, header: header, "a NUL byte stands in the column \(header.quoted); take it out")
        return true
    }

    /// What would be on the tag, or in the report, and cannot be seen in the file.
    private mutating func warnOfOddCells(_ row: Row) {
        guard purpose == .making else { return }
        for warning in CellOddities.warnings(of: row.cells, headers: columns.own, keys: columns.keys) {
            add(.warning, warning.code, row, header: warning.header, warning.message)
        }
    }

    /// `quantity`, `uid` and `chip`: which tags the row goes to.
    private mutating func readBinding(_ row: Row, into result: inout Result) {
        if let cell = columns.cell(.quantity, in: row.cells) {
            if let quantity = Int(decimal: cell), JobLimits.quantity.contains(quantity) {
                result.quantity = quantity
            } else {
                add(
                    .error, "quantity-invalid", row, .quantity,
                    "quantity must be 1 to 1000000 in digits alone, not \(cell.quoted)")
            }
        }
        if let cell = columns.cell(.uid, in: row.cells) {
            readUID(cell, row, into: &result)
        } else if pairing == .uid {
            add(.error, "uid-missing", row, .uid, "--pair uid needs a uid in every row; this one has none")
        }
        if let cell = columns.cell(.chip, in: row.cells) { readChip(cell, row, into: &result) }
    }

    private mutating func readChip(_ cell: String, _ row: Row, into result: inout Result) {
        let known = purpose == .making ? Chip.written : Chip.allCases
        guard let chip = Chip(name: cell), known.contains(chip) else {
            let names = known.map(\.rawValue).joined(separator: ", ")
            add(.error, "chip-unknown", row, .chip, "the chip \(cell.quoted) is none of \(names)")
            return
        }
        result.chip = chip
        if purpose == .making, let allowed = settings.chips, !allowed.contains(chip) {
            let names = allowed.map(\.rawValue).joined(separator: ", ")
            add(.error, "chip-not-allowed", row, .chip, "the chip \(chip) is none of the job's chips: \(names)")
        }
    }

    private mutating func readUID(_ cell: String, _ row: Row, into result: inout Result) {
        guard let uid = UID(hex: cell) else {
            add(
                .error, "uid-invalid", row, .uid,
                "a uid is 4, 7, 8 or 10 bytes in hex, like 04A1B2C3D4E5F6, not \(cell.quoted)")
            return
        }
        guard !uid.isRandom else {
            add(.error, "uid-random", row, .uid, "the uid \(uid) is drawn anew each time and names no tag")
            return
        }
        result.uid = uid
        if let passwords, passwords.password(of: uid) == nil {
            add(.error, "password-missing", row, .uid, "the file of passwords has none for the tag \(uid)")
        }
        if result.quantity != 1 {
            add(.error, "uid-quantity", row, .quantity, "a row with a uid is one tag: quantity must be 1")
        }
    }

    /// The row's own cell over the settings.
    private mutating func readLock(_ row: Row, into result: inout Result) {
        result.lock = settings.lock
        guard let cell = columns.cell(.lock, in: row.cells) else { return }
        switch cell.lowercased() {
        case "false": result.lock = false
        case "true": result.lock = true
        default: add(.error, "lock-invalid", row, .lock, "lock must be true, false or empty, not \(cell.quoted)")
        }
    }

    /// Copies whose number is in their messages: each must come out, and the longest must fit.
    private mutating func checkCopies(_ row: Row, _ result: inout Result) {
        // Of a rerun each copy is a row by itself.
        guard usesCopy, row.key.copy == 1, result.quantity > 1, !result.message.isEmpty, !givesMessage(row) else {
            return
        }
        // A job of too many tags is refused at this very row.
        guard tags + result.quantity <= JobLimits.items else { return }
        var longest = (row, result)
        for copy in 2...result.quantity {
            let (copied, own) = copied(row, result, copy)
            if let fault = own.fault { return add(.error, "copy-invalid", row, nil, "copy \(copy): \(fault)") }
            if own.message.count > longest.1.message.count { longest = (copied, own) }
        }
        guard purpose == .making, longest.1.message.count > result.message.count else { return }
        result.longestCopy = longest.1.message.count
        checkFit(longest.0, longest.1)
    }

    /// Whether a chip that the job, or the row's own cell, allows can do what is asked, and hold the message.
    private mutating func checkFit(_ row: Row, _ result: Result) {
        let allowed = result.chip.map { [$0] } ?? settings.chips ?? Chip.written
        checkMirrorPlace(row, result)
        let wishes = ChipWish.all(settings, locked: result.lock)
        var able = allowed
        for wish in wishes {
            let left = able.filter { wish.isMet(by: $0) }
            guard !left.isEmpty else {
                let column: JobColumn? = result.chip == nil ? nil : .chip
                return add(.error, wish.code, row, column, wish.refusal(of: able))
            }
            able = left
        }
        checkSize(row, result, able, wishes)
    }

    /// The mirror's place in the message.
    private mutating func checkMirrorPlace(_ row: Row, _ result: Result) {
        guard let mirror = settings.mirror else { return }
        guard result.uidPlaces.isEmpty else {
            return add(
                .error, "mirror-uid", row, nil,
                "{uid} and a mirror do not go together: its place could not be told from digits of a UID; the mirrors "
                    + "uid and uid+counter show the UID too")
        }
        let request = MirrorRequest(mirror)
        if !result.message.isEmpty, request.span(in: result.message) == nil {
            let placeholder = String(decoding: request.placeholder, as: UTF8.self)
            add(
                .error, "mirror-place", row, nil,
                "the mirror \(mirror.settingName) needs its place in the message, exactly once: write \(placeholder) where "
                    + "the tag is to show it")
        }
    }

    private mutating func checkSize(_ row: Row, _ result: Result, _ allowed: [Chip], _ wishes: [ChipWish]) {
        let size = result.message.count
        // The largest chips come last, and one that takes it is enough.
        if allowed.reversed().contains(where: { size <= $0.deliveredCapacity }) { return }
        guard let largest = allowed.max(by: { $0.deliveredCapacity < $1.deliveredCapacity }),
            size > largest.deliveredCapacity
        else { return }
        var message = "the message has \(size) bytes, and \(largest) holds \(largest.deliveredCapacity)"
        let others = Chip.written.filter { chip in wishes.allSatisfy { $0.isMet(by: chip) } }
        if let smallest = Chip.fits(messageBytes: size).first(where: others.contains) {
            message += "; it fits \(smallest)"
        } else if let chip = others.max(by: { $0.deliveredCapacity < $1.deliveredCapacity }), chip != largest {
            message += "; the largest chip, \(chip), holds \(chip.deliveredCapacity)"
        }
        add(.error, "message-too-large", row, nil, message)
    }

    /// SKU, UID and content of rows before this one, and of those that stand. Copies of one row are no duplicates, nor are tags
    /// with their own UIDs.
    private mutating func checkTwice(_ row: Row, _ result: inout Result, sound: Bool) {
        let place = KeyIndex.Place(row: row.key.row, line: row.line)
        if let uid = result.uid,
            let first = standing?.other(uid: uid, than: place.row) ?? uids.earlier(.init(uid), than: place)?.description
        {
            add(.error, "uid-twice", row, .uid, "the uid \(uid) stands in \(first) already")
        }
        if let sku = result.sku, settings.duplicateSKU != .allow,
            let first = standing?.other(sku: sku, than: place.row) ?? skus.earlier(.init(sku), than: place)?.description
        {
            let severity: JobIssue.Severity = settings.duplicateSKU == .warn ? .warning : .error
            add(severity, "sku-twice", row, .sku, "the sku \(sku.quoted) stands in \(first) already")
        }
        // With the UID in it no two tags hold the same.
        guard sound, !result.message.isEmpty, result.uidPlaces.isEmpty, keepsContents else { return }
        result.sameAs = contents.earlier(.init(result.message), than: place)
        guard settings.duplicateContent != .allow else { return }
        if let first = standing?.other(content: result.message, than: place.row) ?? result.sameAs?.description {
            let severity: JobIssue.Severity = settings.duplicateContent == .warn ? .warning : .error
            add(severity, "content-twice", row, nil, "\(first) has the same content")
        }
    }

    private var keepsContents: Bool { findsSameContent || settings.duplicateContent != .allow }

    /// Has the memory fetched in which the keys of a plain row will be looked for.
    func approach(_ row: PlainRows.Row) {
        if let sku = row.sku { skus.approach(sku) }
        contents.approach(row.content)
    }

    /// Looks whether a plain row repeats an earlier one. False where something is to be said of it: then it is for `check`.
    func isNew(_ row: PlainRows.Row, at place: KeyIndex.Place, sameAs: inout KeyIndex.Place?) -> Bool {
        if let sku = row.sku, settings.duplicateSKU != .allow, skus.earlier(sku, than: place) != nil { return false }
        sameAs = keepsContents ? contents.earlier(row.content, than: place) : nil
        return sameAs == nil || settings.duplicateContent == .allow
    }

    /// Hands over the issues of the rows that were checked since the last time.
    mutating func takeIssues() -> [JobIssue] {
        guard !issues.isEmpty else { return [] }
        defer { issues = [] }
        return issues
    }
}

extension KeyIndex {
    /// The earlier row in which the key stands; nil where this is the first, which is then remembered.
    fileprivate func earlier(_ key: Key, than place: Place) -> Place? {
        first(key, at: place).flatMap { $0.row == place.row ? nil : $0 }
    }
}
