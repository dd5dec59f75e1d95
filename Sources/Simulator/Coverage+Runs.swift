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

        init(_ need: RunNeed) {
            self =
                switch need {
                case .service: .waitsForService
                case .reader: .waitsForReader
                case .unplugged: .waitsForUnpluggedReader
                case .freeReader: .waitsForHinderedReader
                case .ownTags: .waitsForOwnTags
                }
        }
    }

    /// The state that an event tells of; nil: it tells of none.
    static func place(of event: RunEvent) -> Int? {
        switch event {
        case .readerPlugged: place(of: ReaderTransition.plugged)
        case .readerUnplugged: place(of: ReaderTransition.unplugged)
        case .quarantine(_, nil): place(of: ReaderTransition.takenBackFromQuarantine)
        case .quarantine: place(of: ReaderTransition.quarantined)
        case .offer(_, nil): place(of: ReaderTransition.offersNothing)
        case .offer: place(of: ReaderTransition.offers)
        case .warning: place(of: RunTransition.warnsOfSpoilage)
        case .waiting(let need): place(of: RunTransition(need))
        case .stopping: place(of: RunTransition.stops)
        case .readerTrouble, .readerDetail, .presented, .claimed, .writing, .concluded, .settled, .totals, .ended: nil
        }
    }
}
