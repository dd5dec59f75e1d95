import Tags

/// Writing the pages of a plan and reading them back.
struct PageWriting {
    let layout: Type2Layout
    /// What was worth saying.
    private(set) var notes: [String] = []

    init(layout: Type2Layout) { self.layout = layout }

    /// Writes, activates anew, reads back, and writes again what differs, as often as a message is. Nil: every page holds
    /// what it should.
    mutating func perform(
        _ first: PagePlan, _ session: inout Type2Session, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Rejection? {
        var plan = first
        for repair in 0...Type2Session.repairs {
            let refused = try write(plan.writes, &session, &channel)
            let different = try readBack(plan, &session, &channel)
            if different.isEmpty {
                if let refused { notes.append("page \(refused) was not acknowledged, and holds what it should") }
                return nil
            }
            guard repair < Type2Session.repairs else { return failure(different, refused, session) }
            notes.append("\(pageList(different)) read back different; written again after a new activation")
            plan = plan.replanned(on: session.memory)
        }
        return Rejection(.internal, "more repairs than there are")
    }

    /// Writes in order until a page is refused; which.
    private func write(
        _ writes: [PageWrite], _ session: inout Type2Session, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Int? {
        for write in writes where try !session.write(write.data, to: write.page, &channel) { return write.page }
        return nil
    }

    /// A read that fails is tried once more after another activation: the tag may have been asleep.
    private func readBack(
        _ plan: PagePlan, _ session: inout Type2Session, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [Int] {
        guard let first = plan.expected.keys.min(), let last = plan.expected.keys.max() else { return [] }
        var different: [Int] = []
        for _ in 0..<2 {
            try session.activateAgain(&channel)
            try session.read(first..<(last + 1), pageCount: layout.pageCount, &channel)
            different = plan.mismatches(in: session.memory)
            guard different.contains(where: { session.memory[$0] == nil }) else { break }
        }
        return different
    }

    private func failure(
        _ different: [Int], _ refused: Int?, _ session: borrowing Type2Session
    ) -> Rejection {
        if let refused { return session.failure(ofWriting: refused, different) }
        return Rejection(
            .verifyMismatch,
            "the tag acknowledged every write, but \(pageList(different)) did not read back as written")
    }
}
