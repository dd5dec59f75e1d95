import Operations
import Provisioning
import ReaderModels

/// The readers on which a command waits for tags, and how long: what `read`, `verify`, `saved write` and `tag dump` have in
/// common.
struct WaitingReaders {
    let source: ReaderSource
    let selection: ReaderSelection
    let places: ReaderPlaces
    /// Nil: for ever.
    let idleTimeoutSeconds: Int?
    let signals: SignalWatch
    private let console: Console

    /// Lists the readers and chooses among them.
    ///
    /// Signals are taken from here on, and no sooner: a service that hangs in the listing is ended by Ctrl-C as any program is.
    /// - Parameter isForOneTag: several readers that were asked for by name are refused.
    init(
        of source: ReaderSource, _ options: ReaderOptions, isForOneTag: Bool, _ context: CommandContext
    ) throws(CommandError) {
        let console = context.console
        self.source = source
        var selection = try source.selection(by: options.patterns)
        if isForOneTag, let single = try selection.single() { selection = selection.only(single) }
        signals = SignalWatch()
        idleTimeoutSeconds = source.idleTimeoutSeconds(options, in: context.surroundings)
        places = ReaderPlaces(selection, of: source.readers) { console.note($0) }
        self.selection = selection
        self.console = console
    }

    /// Virtual readers: nobody is asked to lay a tag.
    var isRack: Bool { source.rack != nil }

    /// Says what goes wrong with a reader while it is waited on.
    var trouble: @Sendable (_ reader: String?, _ message: String) -> Void {
        { [console] reader, message in console.warning((reader.map { $0 + ": " } ?? "") + message) }
    }

    /// Asks the person to lay tags: `what`, on the reader or on one or any of several, each on a line.
    func invite(_ what: String = "lay a tag", oneOf: String = "one of the readers", _ more: String = "") {
        if isRack { return }
        let names = selection.readers.map { "\n  " + $0.name }.joined()
        console.note("\(what) on \(selection.readers.count == 1 ? "the reader" : oneOf)\(more):\(names)")
    }

    /// Why the command has no tag.
    func noTag(_ end: ReadOperation.End) -> CommandError {
        switch end {
        case .idle: .noTagInTime(seconds: idleTimeoutSeconds ?? 0)
        case .exhausted: .noTag("the rack has no more of them")
        case .ended, .stopped: .noTag("stopped")
        }
    }
}
