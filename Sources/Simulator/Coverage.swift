import Jobs
import Simulation
import Tags

/// How often the runs reached each of the states that there are: closed lists, of which every one must come up in a night of
/// runs but for those that no world can bring about.
///
/// Each thread counts for itself; `add` brings the counts together.
package struct Coverage: Sendable {
    /// What is counted, in the order of the table.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case chips
        case readers
        case verdicts
        case lockStates = "lock_states"
        case reasons
        case faults
        case statuses
        /// Which item a tag got, or why none.
        case choices
        /// What became of presentations.
        case results
        case itemTransitions = "item_transitions"
        case readerTransitions = "reader_transitions"
        case runTransitions = "run_transitions"
    }

    /// One state, and how often it was reached.
    package struct Row: Hashable, Sendable {
        package var kind: Kind
        package var name: String
        package var count: Int
        /// Whether a night of runs that never reaches it has failed.
        package var isRequired: Bool
    }

    /// Kind after kind, in place and with room to spare: it is counted at almost everything that happens.
    private var counts = InlineArray<256, Int>(repeating: 0)

    package init() {}

    package mutating func add(_ other: Coverage) {
        for index in counts.indices { counts[index] += other.counts[index] }
    }

    mutating func reach<State: CoveredState>(_ state: State) { reach(at: Self.place(of: state)) }

    mutating func reach(at place: Int) { counts[place] += 1 }

    /// How often a state was reached.
    func count<State: CoveredState>(of state: State) -> Int { counts[Self.place(of: state)] }

    /// Where a state is counted.
    static func place<State: CoveredState>(of state: State) -> Int { firsts[State.kind.place] + state.place }

    /// Every state, kind after kind.
    package var rows: [Row] {
        Self.kinds.flatMap { kind in
            kind.states.enumerated().map { place, state in
                Row(
                    kind: kind.kind, name: state.name, count: counts[Self.firsts[kind.kind.place] + place],
                    isRequired: state.isRequired)
            }
        }
    }

    /// What was never reached and must be, each as its kind and its name.
    package var missing: [String] {
        rows.filter { $0.isRequired && $0.count == 0 }.map { "\($0.kind.rawValue) \($0.name)" }
    }

    // MARK: The lists

    private struct States {
        var kind: Kind
        var states: [any CoveredState]

        init<State: CoveredState>(_ type: State.Type) {
            kind = State.kind
            states = State.states
        }
    }

    private static let kinds: [States] = [
        States(VirtualChip.self), States(VirtualReaderModel.self), States(Verdict.self), States(LockState.self),
        States(Reason.self), States(FaultName.self), States(ItemStatus.self), States(Choice.self),
        States(Presentation.Result.self), States(ItemTransition.self), States(ReaderTransition.self),
        States(RunTransition.self),
    ]

    /// Where each kind begins.
    private static let firsts: [Int] = kinds.indices.map { index in
        kinds[..<index].reduce(0) { $0 + $1.states.count }
    }
}

extension Coverage.Kind {
    fileprivate var place: Int {
        switch self {
        case .chips: 0
        case .readers: 1
        case .verdicts: 2
        case .lockStates: 3
        case .reasons: 4
        case .faults: 5
        case .statuses: 6
        case .choices: 7
        case .results: 8
        case .itemTransitions: 9
        case .readerTransitions: 10
        case .runTransitions: 11
        }
    }
}
