import Jobs
import Provisioning
import Simulation
import Tags

/// What tags were found to hold, which item they got, and what went wrong.
extension Coverage {
    /// What a tag was found to hold when it asked for an item.
    enum Verdict: Int, CaseIterable, CoveredState {
        case message
        /// No message, or the empty one.
        case empty
        case unformatted
        case notNdef
        /// Told of tags that were written: a right container over what is no message.
        case broken
        case damaged
        /// A password keeps it from being read.
        case passwordRead
        /// It was not told: there was no tag, or it was none that could be taken.
        case untold

        static let kind = Kind.verdicts

        /// No initializer: it would take a copy of the tag.
        static func of(_ tag: PresentedTag) -> Self {
            if tag.message != nil { return .message }
            return switch (tag.rejection?.reason, tag.lockState) {
            case (.tagUnformatted?, _), (nil, .notNDEF?): .unformatted
            case (.tagNotNDEF?, _): .notNdef
            case (.tagDamaged?, _): .damaged
            case (nil, .passwordReadWrite?): .passwordRead
            case (nil, _): .empty
            default: .untold
            }
        }
    }

    /// Which item a tag got, by the numbers of the contract's section 5, or why it got none.
    enum Choice: Int, CaseIterable, CoveredState {
        /// (1) The item that was in doubt on it.
        case settles
        /// (2) It is in hand on another reader.
        case duplicateInHand
        /// (2) An item ended on it in this run.
        case duplicateEnded
        /// (2) An item ended half done on it in this run.
        case duplicateHalfDone
        /// (2) It failed on another reader and lies there still.
        case duplicateFailedElsewhere
        /// Another run made it since an item of this one came to be in doubt on it.
        case duplicateMadeSince
        /// (3) The row that is bound to it.
        case bound
        /// (3) The row that is bound to it has ended.
        case boundEnded
        /// `--pair uid`, and no row is bound to it.
        case boundToNone
        /// (4) The item that it carries since an earlier run.
        case carried
        /// (5) An earlier run made it.
        case madeBefore
        /// (5) An earlier run made it, and it may be made again.
        case madeAgain
        /// (6) The item whose message it holds.
        case sameMessage
        /// (7) The item that the reader offers.
        case offered
        /// Only items that wait for tags of their own are left.
        case onlyBoundLeft
        /// It is rejected for what it is, or for what went wrong.
        case unfit
        /// The reader is in quarantine.
        case inQuarantine
        /// Ignored: the tag that was just concluded came back.
        case bounce
        /// Ignored: it comes again and is in hand on another reader.
        case againInHand
        /// Ignored: it comes again, failed on another reader and lies there still.
        case againFailedElsewhere
        /// Ignored: every item is in hand.
        case nothingLeft
        /// Ignored: the run takes no more tags.
        case runIsEnding
        /// Ignored: there was no tag.
        case noTag

        static let kind = Kind.choices

        /// A run that goes on releases what was overtaken before, so it takes two that work at once; a world has one process.
        var isRequired: Bool { self != .duplicateMadeSince }
    }

    /// What went wrong: at a tag by the names of the rack file, and what else can in a world.
    enum FaultName: Int, CaseIterable, CoveredState {
        case remove
        case removeAfter
        case lostAck
        case noWrite
        case flip
        case torn
        case status
        case short
        case delay
        case deathBeforeExchange
        case deathAfterExchange
        case deathBeforeFlush
        case deathAfterFlush
        case journalFailure
        case unplugged
        case hang
        case serviceRestart
        case swap
        case relay
        case severalTags
        case otherProgram
        case otherTagmill
        case stop

        static let kind = Kind.faults

        init(_ fault: Fault) {
            self =
                switch fault {
                case .remove: .remove
                case .removeAfter: .removeAfter
                case .lostAcknowledgement: .lostAck
                case .noWrite: .noWrite
                case .flip: .flip
                case .torn: .torn
                case .status: .status
                case .short: .short
                case .delay: .delay
                }
        }
    }
}

/// What the journal knew of the tag that asked for an item last, as far as it tells which item the tag got.
struct FoundHistory {
    var isInHand = false
    var isMadeSince = false
    var hasEnded = false
    var isHalfDone = false
    var isMadeBefore = false
    var carried: ItemKey?
    var sameMessage: ItemKey?

    init() {}

    init(_ history: TagHistory) {
        isInHand = history.inHand
        isMadeSince = history.madeSince != nil
        hasEnded = history.endedHere != nil
        isHalfDone = history.endedHalf != nil
        isMadeBefore = history.madeByRun != nil
        carried = history.carries?.item.key
        sameMessage = history.sameMessage?.item.key
    }
}

extension Coverage.Choice {
    init(_ assignment: Assignment, _ found: FoundHistory) {
        let key = assignment.item.key
        if assignment.settles {
            self = .settles
        } else if assignment.item.boundUID != nil {
            self = .bound
        } else if found.carried == key {
            self = .carried
        } else if found.isMadeBefore {
            self = .madeAgain
        } else {
            self = found.sameMessage == key ? .sameMessage : .offered
        }
    }

    /// Why a tag got no item. The product's sentences tell apart what has one reason.
    init(_ presentation: Presentation, _ found: FoundHistory) {
        let detail = presentation.detail
        switch (presentation.result, presentation.reason) {
        case (.ignored, _):
            if presentation.uid == nil {
                self = detail == "the run is ending" ? .runIsEnding : .noTag
            } else if detail == "the same tag again" {
                self = .bounce
            } else if detail.hasPrefix("the same tag again, which is in hand") {
                self = .againInHand
            } else if detail.hasPrefix("the same tag again, which failed") {
                self = .againFailedElsewhere
            } else {
                self = detail == "the run is ending" ? .runIsEnding : .nothingLeft
            }
        case (_, .duplicateUID?):
            if found.isInHand {
                self = .duplicateInHand
            } else if found.isMadeSince {
                self = .duplicateMadeSince
            } else if found.hasEnded {
                self = found.isHalfDone ? .duplicateHalfDone : .duplicateEnded
            } else if detail.hasSuffix("lay it on one reader") {
                self = .duplicateFailedElsewhere
            } else {
                self = found.isMadeBefore ? .madeBefore : .duplicateInHand
            }
        case (_, .uidMismatch?):
            if detail.hasPrefix("the tag is bound to") {
                self = .boundEnded
            } else {
                self = detail.hasPrefix("no row") ? .boundToNone : .onlyBoundLeft
            }
        case (_, .readerError?) where detail.hasPrefix("this reader is in quarantine"): self = .inQuarantine
        default: self = .unfit
        }
    }
}

extension Coverage.FaultName {
    init(_ trouble: Trouble.What, atExchange: Bool) {
        self =
            switch trouble {
            case .death(isAfter: false): atExchange ? .deathBeforeExchange : .deathBeforeFlush
            case .death(isAfter: true): atExchange ? .deathAfterExchange : .deathAfterFlush
            case .journalFailure: .journalFailure
            case .unplug: .unplugged
            case .hang: .hang
            case .serviceRestart: .serviceRestart
            case .swap: .swap
            case .relay: .relay
            case .stop: .stop
            case .otherProgram: .otherProgram
            case .otherTagmill: .otherTagmill
            case .severalTags: .severalTags
            }
    }
}
