package import Checker
import Simulation

/// Makes a world in which an invariant was broken as small as it can be, so that its story is soon read: parts are left out,
/// one after another, for as long as the same rule is broken.
///
/// The same world always shrinks to the same.
package struct Shrinking: Sendable {
    /// Worlds that are played at most.
    package static let mostTries = 2000

    private let simulator: Simulator
    private let limit: Int

    package init(with simulator: Simulator, mostTries limit: Int = Self.mostTries) {
        self.simulator = simulator
        self.limit = limit
    }

    package struct Result: Sendable {
        package var world: World
        /// Worlds that were played.
        package var tries: Int

        package init(world: World, tries: Int) {
            self.world = world
            self.tries = tries
        }
    }

    /// - Parameters:
    ///   - world: in which `violation` was found.
    ///   - checker: is reset.
    ///   - isStopped: asked before each world that is played; true: what is found so far is enough.
    package func shrink(
        _ world: World, breaking violation: Violation, checker: inout RunChecker,
        unless isStopped: () -> Bool = { false }
    ) -> Result {
        var result = Result(world: world, tries: 0)
        var hasShrunk = true
        while hasShrunk, result.tries < limit, !isStopped() {
            hasShrunk = false
            for part in Part.allCases {
                // What is left out last was drawn last; from the end, the places of what is still to be tried stay.
                var size = max(1, part.count(in: result.world) / 2)
                while size > 0 {
                    if leaveOut(part, size, &result, violation, &checker, isStopped) { hasShrunk = true }
                    size /= 2
                }
            }
        }
        return result
    }

    /// Tries to leave out each stretch of so many. True: one could be.
    private func leaveOut(
        _ part: Part, _ size: Int, _ result: inout Result, _ violation: Violation, _ checker: inout RunChecker,
        _ isStopped: () -> Bool
    ) -> Bool {
        var hasShrunk = false
        var end = part.count(in: result.world)
        while end > 0, result.tries < limit, !isStopped() {
            let start = max(0, end - size)
            var smaller = result.world
            part.leaveOut(start..<min(end, part.count(in: smaller)), of: &smaller)
            if smaller != result.world {
                result.tries += 1
                if breaks(smaller, violation, &checker) {
                    result.world = smaller
                    hasShrunk = true
                }
            }
            end = start
        }
        return hasShrunk
    }

    private func breaks(_ world: World, _ violation: Violation, _ checker: inout RunChecker) -> Bool {
        var coverage = Coverage()
        let found = simulator.play(world, checker: &checker, coverage: &coverage).violations
        return found.contains { $0.invariant == violation.invariant && $0.rule == violation.rule }
    }
}

/// What can be left out of a world. Of tags, rows and readers one stays.
private enum Part: CaseIterable {
    case sequel, troubles, tags, readers, faultsOfTags, contents, rows, hands, traits

    /// How many such parts the world has.
    func count(in world: World) -> Int {
        switch self {
        case .sequel: 1
        case .troubles: world.troubles.count
        case .tags, .faultsOfTags, .contents: world.tags.count
        case .readers, .traits: world.readers.count
        case .rows: world.rows.count
        case .hands: 2
        }
    }

    func leaveOut(_ range: Range<Int>, of world: inout World) {
        switch self {
        case .sequel:
            // First the end of what comes after.
            if world.resumesFirst { world.resumesFirst = false } else { world.sequel = .nothing }
        case .troubles: world.troubles.removeSubrange(range)
        case .tags: world.tags.removeAllButOne(in: range)
        case .readers: world.readers.removeAllButOne(in: range)
        case .rows: world.rows.removeAllButOne(in: range)
        case .faultsOfTags:
            for index in range {
                world.tags[index].faults = []
                world.tags[index].misread = nil
            }
        case .contents: for index in range { world.tags[index].leaveAsDelivered() }
        case .hands:
            if range.contains(0) { world.interleaving = 0 }
            if range.contains(1) { world.confusion = 0 }
        case .traits:
            for index in range {
                world.readers[index].traits = ReaderTraits()
                world.readers[index].antenna = nil
            }
        }
    }
}

extension Array {
    fileprivate mutating func removeAllButOne(in range: Range<Int>) {
        // The first one stays.
        let range = range.count == count ? range.dropFirst() : range
        removeSubrange(range)
    }
}

extension WorldTag {
    fileprivate mutating func leaveAsDelivered() {
        // What a rack says of a tag is the user's own, and no fault.
        if case .given = contents { return }
        contents = .asDelivered
        hasRandomUID = false
    }
}
