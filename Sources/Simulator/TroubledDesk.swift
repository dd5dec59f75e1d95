import Jobs
import Operations
import Provisioning
import Tags

/// A reader's desk at which other readers may go on between question and answer.
final class TroubledDesk: TagDesk, @unchecked Sendable {
    // Sendable only in name: used on the world's one thread.
    private let base: ReaderDesk
    private let course: Course

    init(_ base: ReaderDesk, _ course: Course) {
        self.base = base
        self.course = course
    }

    func claim(_ tag: PresentedTag) -> ClaimAnswer {
        guard !course.isDead else { return .dismissed }
        course.meanwhile()
        course.cover(found: tag)
        let answer = base.claim(tag)
        if case .take(let assignment) = answer { course.taken(tag, assignment) }
        course.meanwhile()
        return course.isDead ? .dismissed : answer
    }

    func intend() -> Rejection? { base.intend() }

    func conclude(_ result: TagResult, lockState: LockState?) {
        guard !course.isDead else { return }
        base.conclude(result, lockState: lockState)
    }
}
