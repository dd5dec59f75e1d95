import Provisioning
import Threads

/// Which readers take part while readers come and go.
///
/// A reader that was asked for by its exact name may come back under another: pcscd numbers devices of one name anew each
/// time that one is plugged in. Such a reader takes the place of the one that went, as long as that one is not there.
/// There is never a second for one name, and no reader that was there at the start takes another's place.
final class ReaderPlaces: Sendable {
    private let selection: ReaderSelection
    private let list: @Sendable () -> [String]?
    private let say: @Sendable (_ message: String) -> Void
    /// For an exact name the reader that stands for it, where that is another.
    private let substitutes = Guarded<[String: String]>([:])

    /// - Parameters:
    ///   - list: the names of the readers that are there now; nil when they cannot be listed. May block.
    ///   - say: told of each reader that takes another's place, and of each that has its own again.
    init(
        _ selection: ReaderSelection, list: @escaping @Sendable () -> [String]?,
        say: @escaping @Sendable (_ message: String) -> Void
    ) {
        self.selection = selection
        self.list = list
        self.say = say
    }

    convenience init(
        _ selection: ReaderSelection, of readers: any Readers, say: @escaping @Sendable (_ message: String) -> Void
    ) {
        self.init(selection, list: { (try? readers.list())?.map(\.name) }, say: say)
    }

    /// Whether a reader that is there takes part. Asked again whenever readers were listed; from any thread.
    func takesPart(_ reader: ReaderInfo) -> Bool {
        let places = selection.places(for: reader)
        guard !places.isEmpty else { return selection.takesPart(reader) }
        if substitutes.withLock({ substitutes in places.contains { substitutes[$0, default: $0] == reader.name } }) {
            return true
        }
        guard let there = list().map(Set.init) else { return false }
        guard let place = take(among: places, reader.name, there) else { return false }
        say(place == reader.name ? "\(place) is back" : "\(place) is gone; \(reader.name) takes its place")
        return true
    }

    /// The place that a reader takes now: one whose reader, and whose substitute, are gone.
    private func take(among places: [String], _ reader: String, _ there: Set<String>) -> String? {
        substitutes.withLock { substitutes in
            let free = places.first { place in
                !there.contains(substitutes[place, default: place]) && (place == reader || !there.contains(place))
            }
            guard let free else { return nil }
            substitutes[free] = free == reader ? nil : reader
            return free
        }
    }
}
