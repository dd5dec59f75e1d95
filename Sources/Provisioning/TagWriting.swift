import Jobs
import Tags

/// Judging, writing and reading back one item on one tag.
struct TagWriting {
    /// How often, within one attempt, the tag may be activated again and its differing pages written again.
    static let repairs = 2

    let layout: Type2Layout
    let assignment: Assignment
    var session: Type2Session
    let intend: () -> Rejection?

    /// The page that brings the new length was sent: from then on the tag may hold the item.
    private var lengthWasSent = false
    private var intended = false
    private var refusedPages: [Int] = []
    private var notes: [String]

    /// `notes`: what is worth saying of the tag once it is written.
    init(
        layout: Type2Layout, assignment: Assignment, session: Type2Session, notes: [String] = [],
        intend: @escaping () -> Rejection?
    ) {
        self.layout = layout
        self.assignment = assignment
        self.session = session
        self.notes = notes
        self.intend = intend
    }

    private var message: [UInt8] { assignment.item.message }

    mutating func perform(_ channel: inout any CardChannel & ~Copyable) -> TagResult {
        do throws(Rejection) {
            return try result(of: try judged(&channel), &channel)
        } catch {
            guard intended else { return .rejected(error) }
            return .lost(error, mayHoldItem: lengthWasSent)
        }
    }

    private mutating func result(
        of judgement: Judgement, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagResult {
        switch judgement {
        case .unchanged: return assignment.settles ? try settled(&channel) : .unchanged
        case .write(let plan) where assignment.mayWrite: return try written(plan, &channel)
        case .write: return .failed(Rejection(.verifyMismatch, "the tag does not hold the message"))
        case .rejected(let reason, let detail): return .rejected(Rejection(reason, detail))
        case .needs: return .rejected(Rejection(.internal, "the tag's memory was not understood"))
        }
    }

    /// Judges the tag, reading the pages that the judgement asks for.
    private mutating func judged(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> Judgement {
        for _ in 0...layout.pageCount {
            let judgement = judge(
                session.memory, layout: layout, message: message, mayOverwrite: assignment.mayOverwrite)
            guard case .needs(let pages) = judgement else { return judgement }
            try session.read(pages, pageCount: layout.pageCount, &channel)
        }
        return .rejected(.internal, detail: "the tag's memory was not understood after reading all of it")
    }

    /// The tag holds the message of an item in doubt: it is compared once more, after a new activation.
    private mutating func settled(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> TagResult {
        try session.activateAgain(&channel)
        var identification = Type2Identification(session: session)
        _ = try identification.contents(of: layout, &channel)
        session = identification.session
        let judgement = try judged(&channel)
        guard case .unchanged = judgement else { return try result(of: judgement, &channel) }
        return .written(detail: "was in doubt; the tag holds the message")
    }

    // MARK: Writing

    private mutating func written(
        _ first: WritePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> TagResult {
        if let refusal = intend() { return .rejected(refusal) }
        intended = true
        var plan = first
        for repair in 0...Self.repairs {
            let wasAcknowledged = try write(plan, &channel)
            let different = try readBack(plan, &channel)
            if different.isEmpty {
                if !wasAcknowledged, let page = refusedPages.last {
                    notes.append("page \(page) was not acknowledged, and holds what it should")
                }
                return .written(detail: notes.joined(separator: "; "))
            }
            guard repair < Self.repairs else { return .failed(failure(plan, different, wasAcknowledged)) }
            note(different, wasAcknowledged)
            plan = plan.replanned(on: session.memory)
        }
        return .failed(Rejection(.internal, "more repairs than there are"))
    }

    /// Writes in order until a page is refused. True where every page was acknowledged.
    private mutating func write(
        _ plan: WritePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        for (index, write) in plan.writes.enumerated() {
            if index == plan.lengthWrite { lengthWasSent = true }
            guard try session.write(write.data, to: write.page, &channel) else {
                refusedPages.append(write.page)
                return false
            }
        }
        return true
    }

    /// Activates the tag anew, reads the pages of the plan, and gives those that differ. A read that fails is tried once
    /// more after another activation: the tag may have been asleep.
    private mutating func readBack(
        _ plan: WritePlan, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [Int] {
        var different: [Int] = []
        for _ in 0..<2 {
            try session.activateAgain(&channel)
            try session.read(plan.expectedPages, pageCount: layout.pageCount, &channel)
            different = plan.mismatches(in: session.memory)
            guard different.contains(where: { session.memory[$0] == nil }) else { break }
        }
        return different
    }

    // MARK: Words

    private mutating func note(_ different: [Int], _ wasAcknowledged: Bool) {
        let pages = "\(pageList(different)) \(different.count == 1 ? "was" : "were") written"
        notes.append(
            wasAcknowledged
                ? "\(pageList(different)) read back different; \(pages) again"
                : "page \(refusedPages.last ?? 0) was not acknowledged; \(pages) after a new activation")
    }

    private func failure(_ plan: WritePlan, _ different: [Int], _ wasAcknowledged: Bool) -> Rejection {
        if wasAcknowledged {
            return Rejection(
                .verifyMismatch,
                "the tag acknowledged every write, but \(pageList(different)) did not read back as written")
        }
        return Rejection(
            .writeFailed,
            "the write of page \(refusedPages.last ?? 0) was refused (FF D6); \(pageList(different)) not as wanted")
    }
}
