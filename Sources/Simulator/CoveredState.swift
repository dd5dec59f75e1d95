import Jobs
import Simulation
import Tags

/// One of a closed list of states that runs reach.
protocol CoveredState: Sendable {
    static var kind: Coverage.Kind { get }
    /// All of them, each at its place.
    static var states: [Self] { get }
    var place: Int { get }
    /// As the table has it; never changed.
    var name: String { get }
    /// Whether a night of runs that never reaches it has failed.
    var isRequired: Bool { get }
}

extension CoveredState {
    var isRequired: Bool { true }
}

extension CoveredState where Self: RawRepresentable<Int>, Self: CaseIterable, AllCases == [Self] {
    static var states: [Self] { allCases }

    var place: Int { rawValue }

    /// `bouncedAgain` as `bounced-again`.
    var name: String {
        var name = ""
        for character in String(describing: self) {
            if character.isUppercase { name.append("-") }
            name.append(contentsOf: character.lowercased())
        }
        return name
    }
}

// The product's own lists are short: a place is found by looking through them.

extension VirtualChip: CoveredState {
    static let kind = Coverage.Kind.chips
    static let states = allCases
    var place: Int { ordinal }
    var name: String { rawValue }
}

extension VirtualReaderModel: CoveredState {
    static let kind = Coverage.Kind.readers
    static let states = allCases
    var place: Int { Self.states.firstIndex(of: self) ?? 0 }
    var name: String { rawValue }
}

extension LockState: CoveredState {
    static let kind = Coverage.Kind.lockStates
    static let states = allCases
    var place: Int { Self.states.firstIndex(of: self) ?? 0 }
    var name: String { rawValue }
}

extension Reason: CoveredState {
    static let kind = Coverage.Kind.reasons
    static let states = allCases
    var place: Int { Self.states.firstIndex(of: self) ?? 0 }
    var name: String { rawValue }

    /// `internal` is a defect; a world has one station, so no lease is lost; `sku-mismatch` comes with ways of pairing that do
    /// not exist.
    var isRequired: Bool { self != .internal && self != .leaseLost && self != .skuMismatch }
}

extension ItemStatus: CoveredState {
    static let kind = Coverage.Kind.statuses
    static let states = allCases
    var place: Int { Self.states.firstIndex(of: self) ?? 0 }
    var name: String { rawValue }
}

extension Presentation.Result: CoveredState {
    static let kind = Coverage.Kind.results
    static let states: [Self] = [.written, .unchanged, .rejected, .failed, .inDoubt, .ignored]
    var place: Int { Self.states.firstIndex(of: self) ?? 0 }
    var name: String { rawValue }
}
