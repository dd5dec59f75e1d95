import Jobs
import Operations
import Provisioning
import Tags

extension Coverage {
    /// What becomes of readers.
    enum ReaderTransition: Int, CaseIterable, CoveredState {
        case plugged
        case unplugged
        case pluggedAgain
        case pluggedUnderAnotherName
        /// It offers an item.
        case offers
        case offersNothing
        case heldByOtherProgram
        case heldByOtherTagmill
        case freeAgain
        /// A call to it does not come back.
        case stuck
        case answersAgain
        case quarantined
        case takenBackFromQuarantine
        /// No more tags come to it.
        case exhausted
        case listingFails
        case listingWorksAgain

        static let kind = Kind.readerTransitions
    }

    /// What becomes of runs.
    enum RunTransition: Int, CaseIterable, CoveredState {
        case opened
        case resumed
        case resumedReleasing
        /// The journal failed before the first tag.
        case notBegun
        /// Nothing was left to be done.
        case hadNothingToDo
        case waitsForReader
        case waitsForUnpluggedReader
        case waitsForService
        case waitsForHinderedReader
        case waitsForOwnTags
        case stops
        case warnsOfSpoilage
        case died
        case endedComplete
        case endedStopped
        case endedIdle
        case endedForSpoilage
        case endedWithError
        case rerun
        case changedJob
        case changedJobAgain
        /// Behind another run.
        case firstResumed

        static let kind = Kind.runTransitions

        init(_ end: RunEnd) {
            self =
                switch end {
                case .complete: .endedComplete
                case .stopped: .endedStopped
                case .idle: .endedIdle
                case .spoilage: .endedForSpoilage
                case .error: .endedWithError
                }
        }

        /// By the product's sentence.
        init(waitingFor words: String) {
            if words.hasPrefix("only items") {
                self = .waitsForOwnTags
            } else if words.hasPrefix("no reader is there") {
                self = .waitsForReader
            } else if words.hasPrefix("no reader can be used") {
                self = .waitsForHinderedReader
            } else {
                self = words.hasPrefix("the readers that are there") ? .waitsForUnpluggedReader : .waitsForService
            }
        }
    }

    mutating func observed(_ event: RunEvent) {
        switch event {
        case .readerPlugged: reach(ReaderTransition.plugged)
        case .readerUnplugged: reach(ReaderTransition.unplugged)
        case .quarantine(_, let because):
            reach(because == nil ? ReaderTransition.takenBackFromQuarantine : .quarantined)
        case .offer(_, let item): reach(item == nil ? ReaderTransition.offersNothing : .offers)
        case .warning: reach(RunTransition.warnsOfSpoilage)
        case .waiting(let words): reach(RunTransition(waitingFor: words))
        case .stopping: reach(RunTransition.stops)
        case .readerTrouble, .readerDetail, .presented, .claimed, .writing, .concluded, .settled, .totals, .ended: break
        }
    }
}
