public import Jobs

/// How many items are in each status. They move with every tag: counted by position, and not by hash.
public struct StatusCounts: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var numbers: InlineArray<6, Int> = .init(repeating: uncounted)

    /// Of this status none was ever counted.
    private static let uncounted = Int.min

    package init() {}

    public init(dictionaryLiteral totals: (ItemStatus, Int)...) {
        for (status, count) in totals { numbers[Self.position(status)] = count }
    }

    /// Nil: of this status none was ever counted.
    public subscript(status: ItemStatus) -> Int? {
        let number = numbers[Self.position(status)]
        return number == Self.uncounted ? nil : number
    }

    public subscript(status: ItemStatus, default number: Int) -> Int { self[status] ?? number }

    /// One more item is in this status.
    package mutating func add(_ status: ItemStatus) { add(status, 1) }

    /// An item in the one status is in the other from now on.
    package mutating func move(from: ItemStatus, to: ItemStatus) {
        add(from, -1)
        add(to, 1)
    }

    package mutating func add(_ status: ItemStatus, _ more: Int) {
        numbers[Self.position(status)] = self[status, default: 0] + more
    }

    /// Without those of which there is none now.
    package var present: StatusCounts {
        var present = self
        for position in numbers.indices where numbers[position] == 0 { present.numbers[position] = Self.uncounted }
        return present
    }

    /// Whether every item holds what it should.
    package var areAllSuccess: Bool {
        ItemStatus.allCases.allSatisfy { $0.isSuccess || self[$0, default: 0] == 0 }
    }

    /// Those of which some were counted.
    public var totals: [ItemStatus: Int] {
        ItemStatus.allCases.reduce(into: [:]) { totals, status in
            if let count = self[status] { totals[status] = count }
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

    public static func == (left: Self, right: Self) -> Bool {
        left.numbers.indices.allSatisfy { left.numbers[$0] == right.numbers[$0] }
    }

    public func hash(into hasher: inout Hasher) {
        for position in numbers.indices { hasher.combine(numbers[position]) }
    }
}
