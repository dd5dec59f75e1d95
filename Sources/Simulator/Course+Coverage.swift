import Jobs
import Operations
import Provisioning
import Simulation
import Tags

/// What the course of a world tells the coverage of states.
extension Course {
    /// Which state that is comes first: nothing else is done while `coverage` is changed.
    private func reach<State: CoveredState>(_ state: State) {
        let place = Coverage.place(of: state)
        coverage.reach(at: place)
    }

    func cover(observed event: RunEvent) {
        if let place = Coverage.place(of: event) { coverage.reach(at: place) }
    }

    func cover(laid tag: Int) { reach(world.tags[tag].chip) }

    func cover(plugged reader: Int) { reach(world.readers[reader].model) }

    func cover(_ fault: Coverage.FaultName) { reach(fault) }

    func cover(_ transition: Coverage.ReaderTransition) { reach(transition) }

    func cover(_ transition: Coverage.RunTransition) { reach(transition) }

    func cover(begun plan: RunPlan) {
        places = ItemPlaces(plan.opening)
        let isRerun = !plan.opening.takeovers.isEmpty
        for item in plan.opening.items {
            if item.fault != nil {
                reach(Coverage.ItemTransition.beginsInvalid)
            } else if plan.opening.inDoubt[item.key] != nil {
                reach(Coverage.ItemTransition.takenOverInDoubt)
            } else if plan.opening.released[item.key] != nil {
                reach(Coverage.ItemTransition.takenOverReleased)
            } else {
                reach(isRerun ? Coverage.ItemTransition.takenOver : .beginsPending)
            }
        }
    }

    /// A process is over, in whatever way.
    func coverProcessEnd() { places.leave { reach($0) } }

    func coverRelease() {
        for _ in 0..<places.release() { reach(Coverage.ItemTransition.released) }
    }

    func cover(found tag: PresentedTag) {
        reach(Coverage.Verdict.of(tag))
        if let lockState = tag.lockState { reach(lockState) }
    }

    func cover(taken assignment: Assignment) {
        reach(Coverage.Choice(assignment, found))
        if let transition = places.take(assignment.item.key, settles: assignment.settles) { reach(transition) }
    }

    func cover(intended item: ItemKey) { places.intend(item) }

    func cover(concluded item: ItemKey, _ outcome: Outcome) {
        if outcome.status == .written, outcome.detail.hasPrefix("the tag held no message before") {
            reach(Coverage.Verdict.broken)
        }
        if let transition = places.conclude(item, outcome) { reach(transition) }
    }

    func cover(noted presentation: Presentation) {
        reach(presentation.result)
        if let reason = presentation.reason { reach(reason) }
        if let item = presentation.item {
            if let transition = places.letGo(item) { reach(transition) }
        } else {
            reach(Coverage.Choice(presentation, found))
        }
    }

    func cover(reported row: ReportRow) {
        reach(row.status)
        // No tag is presented for such a row.
        if row.reason == .rowInvalid { reach(Reason.rowInvalid) }
    }
}
