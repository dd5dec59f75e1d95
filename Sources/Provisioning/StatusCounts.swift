package import Jobs

/// How many items are in each status. They move with every tag: counted by position, and not by hash.
package struct StatusCounts: Hashable, Sendable {
    /// Nil: of this status none was ever counted.
    private var counts: [Int?]

    package init(_ totals: [ItemStatus: Int]) {
        counts = Array(repeating: nil, count: ItemStatus.allCases.count)
        for (status, count) in totals { counts[Self.position(status)] = count }
    }

    /// One more item is in this status.
    package mutating func add(_ status: ItemStatus) {
        counts[Self.position(status)] = (counts[Self.position(status)] ?? 0) + 1
    }

    /// An item in the one status is in the other from now on.
    package mutating func move(from: ItemStatus, to: ItemStatus) {
        counts[Self.position(from)] = (counts[Self.position(from)] ?? 0) - 1
        add(to)
    }

    /// Those of which some were counted.
    package var totals: [ItemStatus: Int] {
        ItemStatus.allCases.reduce(into: [:]) { totals, status in
            if let count = counts[Self.position(status)] { totals[status] = count }
        }
    }

    private static func position(_ status: ItemStatus) -> Int {
        switch status {
        case .written: 0
        case .unchanged: 1
        case .failed: 2
        case .invalid: 3
        case .inDoubt: 4
        case .pending: 5
        }
    }
}
