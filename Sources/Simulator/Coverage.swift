import Checker
import Jobs
import Operations
import Provisioning
import Simulation
import Tags

/// What the runs reached: chips, readers, what tags were found to hold, reasons, faults, and what became of items.
package struct Coverage: Sendable {
    /// How often each name of a kind was reached.
    package private(set) var counts: [Kind: [String: Int]] = [:]

    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case chips, readers, verdicts, reasons, faults, statuses, transitions
    }

    package init() {}

    package mutating func add(_ other: Coverage) {
        for (kind, names) in other.counts {
            for (name, count) in names { counts[kind, default: [:]][name, default: 0] += count }
        }
    }

    mutating func laid(_ chip: VirtualChip, on readers: [WorldReader], _ index: Int) {}
    mutating func happened(_ what: Trouble.What) {}
    mutating func found(_ tag: PresentedTag) {}
    mutating func took(_ assignment: Assignment) {}
    mutating func concluded(_ outcome: Outcome) {}
    mutating func noted(_ presentation: Presentation) {}
    mutating func reported(_ row: CheckedRow) {}
    mutating func ended(_ how: RunEnd) {}
    mutating func observed(_ event: RunEvent) {}
}

extension Coverage {
    mutating func happened(_ what: SimpleTrouble) {}
    enum SimpleTrouble { case death }
}
