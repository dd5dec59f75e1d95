import Jobs
import Provisioning
import ReaderModels
import Simulation
import Tags

/// Everything that one seed decides before anything happens: what is to be made, what lies on the table, and what goes wrong.
///
/// A plain value: the same world runs the same way, and a part of it can be left out to see whether it still fails.
package struct World: Hashable, Sendable {
    package var seed: UInt64
    /// Of `JobPool`; of no use where the job is given.
    var job: Int
    /// The user's own job, and the tags of a rack; nil: the job is of the pool.
    var given: GivenJob?
    /// The rows of it that are made, by their index.
    var rows: [Int]
    var tags: [WorldTag]
    var readers: [WorldReader]
    var troubles: [Trouble]
    /// Of 256 moments at which another reader could go on, at so many it does.
    var interleaving: UInt8
    /// Of 256 tags that the operator lays, so many are not the next of the pile.
    var confusion: UInt8
    /// What is done with what the first run left.
    var sequel: Sequel
    /// In the end the first run is resumed, though another came after it.
    var resumesFirst = false

    enum Sequel: Hashable, Sendable, CaseIterable {
        case nothing
        /// Its failures are run again.
        case rerun
        /// The job is run again with other messages in some of its rows.
        case changedJob
        /// The same, and tags that were made may be made again.
        case changedJobAgain
    }

    /// Whether it is of a user's own job.
    package var isOfGivenJob: Bool { given != nil }

    /// As many tags as a world has before it is shrunk.
    package static let tagCount = 10
    /// As many as a rare one has, in which nearly all are spoilt: what counts from the fiftieth tag on comes up in these alone.
    static let badRollTagCount = 64
}

/// A tag of a world.
struct WorldTag: Hashable, Sendable {
    enum Contents: Hashable, Sendable {
        case asDelivered
        /// Page 3 is zero: no container.
        case unformatted
        /// Some other message.
        case foreign
        /// The message of this row.
        case holding(row: Int)
        case brokenTLV
        /// A container of another standard.
        case notNDEF
        case readOnly
        /// A static lock bit of some user pages is set.
        case partlyLocked
        /// Locked for ever by somebody, over an empty message.
        case locked
        /// A block-lock bit keeps lock bits from being set.
        case lockFrozen
        /// A password that nobody knows keeps it from being written.
        case protected
        case readProtected
        /// The password that the job sets keeps it from being written, with another PACK.
        case protectedAlike
        /// The memory ends before its chip's last page.
        case cutShort
        /// What the tag of this number holds in the rack that the world is given.
        case given(Int)
    }

    var chip: VirtualChip
    var uid: UID
    var contents: Contents
    var faults: [RackFault]
    /// Its originality signature is its maker's, as far as worlds have one.
    var isGenuine = false
    var misread: Misread?
    /// It answers by another UID at every activation; `uid` stands in its pages alone.
    var hasRandomUID = false
}

/// A reader of a world.
struct WorldReader: Hashable, Sendable {
    var name: String
    var model: VirtualReaderModel
    var traits: ReaderTraits
    /// Readers of one number share an antenna.
    var antenna: Int?
    /// What the product takes it for; nil: what it is.
    var recognizedAs: ReaderModel?
}

/// What goes wrong beside the tags.
package struct Trouble: Hashable, Sendable {
    /// Counted over the whole world, from 1.
    enum Moment: Hashable, Sendable {
        case exchange(Int)
        /// A call to the journal that flushes.
        case journalWrite(Int)
        /// Something that the operator does.
        case step(Int)
    }

    enum What: Hashable, Sendable {
        /// The process dies: at a journal's write before it is on disk, or after.
        case death(isAfter: Bool)
        /// The journal refuses this write.
        case journalFailure
        /// The reader at hand is unplugged, and comes back later under this name.
        case unplug(as: String)
        /// The call to the reader does not come back in time.
        case hang
        /// The PC/SC service is started anew: every reader goes, and comes back.
        case serviceRestart
        /// Another tag lies in the place of this one, without the reader having noticed.
        case swap
        /// The tag is taken away and laid again at once.
        case relay
        /// The operator asks the run to stop.
        case stop
        /// Another program holds a reader for a while.
        case otherProgram
        /// Another process of tagmill has a reader for a while.
        case otherTagmill
        /// The tag that is connected to next lies there with another one, and neither answers.
        case severalTags
    }

    var moment: Moment
    var what: What
}
