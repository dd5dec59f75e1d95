public import Jobs
public import Provisioning
public import Tags

/// What happens in a run, as it happens: for progress on a terminal, and for logs.
public enum RunEvent: Sendable {
    case readerPlugged(ReaderInfo)
    case readerUnplugged(String)
    /// A reader cannot be used for now; a sentence says why and what to do.
    case readerTrouble(reader: String, message: String)
    /// Something about a reader that takes nothing from the run, for whoever asks for more.
    case readerDetail(reader: String, message: String)
    /// A reader is put aside, for a reason that is a sentence; nil: it is taken back, for no other reader is at work.
    case quarantine(reader: String, because: String?)
    /// An idle reader shows the item that it will take next; nil: it has none to offer.
    case offer(reader: String, item: Item?)
    /// A tag lies there and is being read.
    case presented(reader: String, uid: UID)
    /// The tag took this item; it is judged next. `settles`: the item was in doubt on this very tag.
    case claimed(reader: String, uid: UID, item: Item, settles: Bool)
    /// The intent is on disk; the write begins.
    case writing(reader: String, uid: UID, item: Item)
    /// What came of the presentation, and the item it was for.
    case concluded(Presentation, item: Item?)
    /// The item is in this status from now on: `written`, `unchanged` or `failed` for good, or `in-doubt` until its tag is laid
    /// again.
    case settled(Item, Outcome)
    /// How many items are in each status now.
    case totals(StatusCounts)
    /// Something that a person should know; the run goes on.
    case warning(String)
    /// The run waits for this, and for nothing else.
    case waiting(RunNeed)
    /// The run was asked to end; tags in hand are finished first.
    case stopping
    /// The run is over and its end is in the journal, or could not be brought there. The last event.
    case ended(RunResult)
}

/// Takes the events of a run, from any thread, one at a time. Must not block for long, and must not call the run: the
/// events come under its lock.
public protocol RunObserver: Sendable {
    /// Whether it is told what becomes of each tag too: `presented`, `claimed`, `writing`, `concluded`, `settled`, `totals`.
    var observesTags: Bool { get }

    func observe(_ event: RunEvent)
}

extension RunObserver {
    public var observesTags: Bool { true }
}
