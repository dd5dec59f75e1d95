import NDEF
import Tags

extension FuzzEntry {
    /// A Type 2 tag of any chip with any memory, as it is read, judged for a message, emptied and restored.
    ///
    /// The first bytes choose the chip and what is asked of the tag (`FuzzedTag`); the pages follow, from page 0 on.
    ///
    /// Held: reading and judging come to an end and ask for no page twice; a plan writes user pages alone, and what it
    /// leaves, also where it is cut off, is the old message, an empty tag or the new message.
    static let memory = FuzzEntry("memory", longestInput: 1200) { input throws(BrokenProperty) in
        var input = FuzzInput(input)
        let tag = FuzzedTag(&input)
        let contents = try tag.contents(of: tag.memory)
        if case .message(let bytes) = contents.verdict {
            try hold(bytes.count <= tag.layout.userPages.count * 4, "a message of more bytes than the user pages have")
            try hold((try? Message(decoding: bytes)) != nil, "a message that is none")
        }
        for span in contents.filledSpans { try hold(!span.isEmpty, "an empty span is filled") }
        _ = contradictions(in: tag.memory, chip: tag.layout.chip, statedUID: UID(tag.message))
        _ = Chip(image: tag.memory, pageCount: tag.memory.end, version: nil)
        _ = interpret(.type2(tag.memory), chip: tag.layout.chip)
        try tag.holdJudgement(contents.verdict)
        try tag.holdErasing()
        try tag.holdRestoring()
    }
}

extension FuzzedTag {
    /// Reads as the procedure does: what is asked for, until nothing is.
    fileprivate func contents(of memory: PageMemory) throws(BrokenProperty) -> TagContents {
        var known = PageMemory()
        for _ in 0...layout.pageCount {
            let contents = interpret(known, layout: layout)
            guard case .needs(let pages) = contents.verdict else { return contents }
            try supply(pages, of: memory, to: &known)
        }
        throw BrokenProperty(what: "reading does not come to an end")
    }

    private func supply(
        _ pages: Range<Int>, of memory: PageMemory, to known: inout PageMemory
    ) throws(BrokenProperty) {
        try hold(!pages.isEmpty && pages.lowerBound >= 0, "no pages are asked for")
        try hold(pages.upperBound <= layout.pageCount, "pages \(pages) of \(layout.pageCount) are asked for")
        for page in pages {
            try hold(known[state: page] == .unread, "page \(page) is asked for again")
            known[state: page] = memory[state: page]
        }
    }

    /// What `judge` says once it was given the pages that it asked for.
    private func judged<Judged>(
        _ judge: (PageMemory) -> Judged, needs: (Judged) -> Range<Int>?
    ) throws(BrokenProperty) -> Judged {
        var known = PageMemory()
        for _ in 0...layout.pageCount {
            let judgement = judge(known)
            guard let pages = needs(judgement) else { return judgement }
            try supply(pages, of: memory, to: &known)
        }
        throw BrokenProperty(what: "judging does not come to an end")
    }

    /// Every page of a plan is a user page, and none is written with what it holds.
    private func holdWrites(_ writes: [PageWrite]) throws(BrokenProperty) {
        for write in writes {
            try hold(layout.userPages.contains(write.page), "page \(write.page) is written, which is no user page")
        }
    }

    private func verdict(of memory: PageMemory) throws(BrokenProperty) -> TagContents.Verdict {
        try contents(of: memory).verdict
    }

    // MARK: A message

    fileprivate func holdJudgement(_ old: TagContents.Verdict) throws(BrokenProperty) {
        let judgement = try judged {
            judge($0, layout: layout, message: message, mayOverwrite: mayOverwrite, demand: demand)
        } needs: { judgement in
            if case .needs(let pages) = judgement { pages } else { nil }
        }
        switch judgement {
        case .needs: break
        case .rejected(_, let detail): try hold(!detail.isEmpty, "rejected without a word")
        case .unchanged:
            try hold(old == .message(message) || demand.mirror != nil, "unchanged, and it holds something else")
        case .write(let plan):
            if let writing = plan.message, demand.mirror == nil { try holdWriting(writing, plan.format) }
        }
    }

    private func holdWriting(_ writing: WritePlan, _ format: FormatPlan?) throws(BrokenProperty) {
        try holdWrites(writing.writes)
        // The container comes behind the message, and until then nothing is read: what stands there is what counts.
        var memory = format?.applied(to: memory) ?? memory
        let old = try verdict(of: memory)
        for write in writing.writes.dropLast() {
            memory[write.page] = write.data
            let cut = try verdict(of: memory)
            let isOld = cut == old || old.isBroken && cut.isBroken
            try hold(
                isOld || cut == .empty || cut == .message(message),
                "cut off behind page \(write.page) it is \(cut.word), and was \(old.word)")
        }
        if let last = writing.writes.last { memory[last.page] = last.data }
        try hold(writing.mismatches(in: memory).isEmpty, "carried out, and pages differ")
        try hold(writing.replanned(on: memory).writes.isEmpty, "carried out, and pages are to be written")
        guard (try? Message(decoding: message)) != nil else { return }
        let new = try verdict(of: memory)
        try hold(new == .message(message), "written, it is \(new.word)")
    }

    // MARK: Without a message

    fileprivate func holdErasing() throws(BrokenProperty) {
        let judgement = try judged {
            judgeErasing($0, layout: layout, wipes: wipes, opened: demand.opened)
        } needs: { judgement in
            if case .needs(let pages) = judgement { pages } else { nil }
        }
        guard case .plan(let plan) = judgement else { return }
        let erased = try carriedOut(plan)
        let verdict = try verdict(of: erased)
        try hold(verdict == .empty, "erased, it is \(verdict.word)")
    }

    fileprivate func holdRestoring() throws(BrokenProperty) {
        var image = PageMemory()
        image.store(message, from: 3)
        guard let request = try? RestoreRequest(image: image, chip: layout.chip, extraPages: wipes ? [3] : []) else {
            return
        }
        let judgement = try judged {
            judgeRestoring(request, onto: $0, layout: layout, isOpen: demand.opened != nil)
        } needs: { judgement in
            if case .needs(let pages) = judgement { pages } else { nil }
        }
        guard case .plan(let plan) = judgement else { return }
        _ = try carriedOut(plan.user)
    }

    private func carriedOut(_ plan: PagePlan) throws(BrokenProperty) -> PageMemory {
        try holdWrites(plan.writes)
        var memory = memory
        for write in plan.writes { memory[write.page] = write.data }
        try hold(plan.mismatches(in: memory).isEmpty, "carried out, and pages differ")
        return memory
    }
}

extension TagContents.Verdict {
    fileprivate var isBroken: Bool { if case .broken = self { true } else { false } }

    /// Without what it holds.
    fileprivate var word: String {
        switch self {
        case .message(let bytes): "a message of \(bytes.count) bytes"
        case .needs(let pages): "in need of pages \(pages)"
        case .empty: "empty"
        case .unformatted: "unformatted"
        case .notNDEF(let what), .damaged(let what), .broken(let what), .missing(let what): what
        case .passwordRead: "kept by a password"
        }
    }
}
