import Jobs
import PCSC
import Provisioning
import ReaderModels

/// `tagmill readers`
struct ReadersCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let number = try context.arguments.integer(
            "identify", in: 1...Int.max, called: "the number of a reader", isOpen: true)
        let source = try context.readers()
        let all = try source.list()
        guard !all.isEmpty else { throw source.noReader(among: all) }
        let patterns = try ReaderOptions(context.arguments).patterns
        if let number {
            // The number counts all readers, as the list without a name does.
            guard patterns.isEmpty else {
                throw .contradiction("--identify takes the number of one reader, and no --reader beside it")
            }
            return try IdentifyReader(context: context, source: source).identify(number, among: all)
        }
        let names = all.map(\.name)
        var chosen = Set(patterns.isEmpty ? names : [])
        for pattern in patterns {
            let matches = pattern.matches(among: names)
            if matches.isEmpty { throw .noReaderMatches(pattern: pattern.text, readers: names) }
            chosen.formUnion(matches)
        }
        var entries: [ReadersListing.Entry] = []
        for (index, info) in all.enumerated() where chosen.contains(info.name) {
            let (state, process) = state(of: info, source)
            let place = (source.readers as? PCSCReaders)?.place(of: info)?.description
            entries.append(.init(number: index + 1, info: info, state: state, process: process, place: place))
        }
        let listing = ReadersListing(entries: entries)
        context.console.printResult(context.wantsJSON ? listing.json.compact : listing.text)
        if source.rack == nil, let warning = ReaderSlots.warning(taken: all.count) { context.console.warning(warning) }
        // The list is true all the same, and a script learns that no tag can be read.
        guard all.contains(where: { $0.model.slot == .contactless }) else { throw source.noReader(among: all) }
        return .success
    }

    /// A reader that goes between the listing and this look is listed as unknown.
    private func state(of info: ReaderInfo, _ source: ReaderSource) -> (ReaderState, process: Int32?) {
        do throws(ReadersError) {
            if let readers = source.readers as? PCSCReaders {
                switch try readers.occupancy(of: info) {
                case .empty: return (.empty, nil)
                case .tag: return (.tag, nil)
                case .mute: return (.mute, nil)
                case .exclusive: return (.inUse, nil)
                case .taken(let process): return (.inUseByTagmill, process)
                }
            }
            // A virtual reader has its first tag as soon as it is asked for.
            return (try source.readers.open(info).waitForTag() == .exhausted ? .empty : .tag, nil)
        } catch {
            return (.unknown, nil)
        }
    }
}
