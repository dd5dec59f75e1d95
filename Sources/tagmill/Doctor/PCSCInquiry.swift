import Operations
import PCSC
import Provisioning
import Threads

/// What PC/SC says of its readers, asked so that a service which hangs holds up nobody.
enum PCSCInquiry: Hashable, Sendable {
    /// One reader, and what a look at it showed; nil where it had gone by then.
    struct Reader: Hashable, Sendable {
        var info: ReaderInfo
        var look: ReaderLook?
    }

    case readers([Reader])
    case refused(ReadersError)
    /// It took the question and said nothing.
    case hangs

    /// How long the service has.
    static let patienceMilliseconds = 8000

    /// Asks for the readers and looks at each. Connects to none, and sends nothing to a tag.
    static func ask(_ readers: PCSCReaders = PCSCReaders()) -> PCSCInquiry {
        answer(withinMilliseconds: patienceMilliseconds) {
            do throws(ReadersError) {
                return .readers(try readers.list().map { Reader(info: $0, look: try? readers.look(at: $0)) })
            } catch {
                return .refused(error)
            }
        }
    }

    /// Asks for the readers alone.
    static func list(_ readers: PCSCReaders) -> PCSCInquiry {
        answer(withinMilliseconds: patienceMilliseconds) {
            do throws(ReadersError) {
                return .readers(try readers.list().map { Reader(info: $0, look: nil) })
            } catch {
                return .refused(error)
            }
        }
    }

    /// Asks on a thread of its own, which is left to itself when it takes too long: no call of PC/SC has a timeout.
    static func answer(
        withinMilliseconds limit: Int, of question: @escaping @Sendable () -> PCSCInquiry
    ) -> PCSCInquiry {
        let answer = Monitor<PCSCInquiry?>(nil)
        let thread = BlockingThread {
            let inquiry = question()
            answer.withLock { $0 = inquiry }
        }
        guard let thread else { return question() }
        thread.detach()
        let deadline = MonotonicTime.now().advanced(bySeconds: Double(limit) / 1000)
        return answer.wait { inquiry in
            if let inquiry { return .done(inquiry) }
            return MonotonicTime.now() >= deadline ? .done(.hangs) : .until(deadline)
        }
    }
}
