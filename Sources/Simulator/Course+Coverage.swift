import Jobs
import Provisioning
import Simulation
import Tags

/// What the course of a world tells the coverage of states.
extension Course {
    func cover(laid tag: Int) { coverage.reach(world.tags[tag].chip) }

    func cover(plugged reader: Int) { coverage.reach(world.readers[reader].model) }

    func cover(_ fault: Coverage.FaultName) { coverage.reach(fault) }

    func cover(_ transition: Coverage.ReaderTransition) { coverage.reach(transition) }

    func cover(_ transition: Coverage.RunTransition) { coverage.reach(transition) }

    func cover(begun plan: RunPlan) {
        places = ItemPlaces(plan.opening)
        let isRerun = !plan.opening.takeovers.isEmpty
        for item in plan.opening.items {
            if item.fault != nil {
                coverage.reach(Coverage.ItemTransition.beginsInvalid)
            } else if plan.opening.inDoubt[item.key] != nil {
                coverage.reach(Coverage.ItemTransition.takenOverInDoubt)
            } else if plan.opening.released[item.key] != nil {
                coverage.reach(Coverage.ItemTransition.takenOverReleased)
            } else {
                coverage.reach(isRerun ? Coverage.ItemTransition.takenOver : .beginsPending)
            }
        }
    }

    /// A process is over, in whatever way.
    func coverProcessEnd() { places.leave { coverage.reach($0) } }

    func coverRelease() {
        for _ in 0..<places.release() { coverage.reach(Coverage.ItemTransition.released) }
    }

    func cover(found tag: PresentedTag) {
        coverage.reach(Coverage.Verdict(tag))
        if let lockState = tag.lockState { coverage.reach(lockState) }
    }

    func cover(taken assignment: Assignment) {
        coverage.reach(Coverage.Choice(assignment, found))
        if let transition = places.take(assignment.item.key, settles: assignment.settles) { coverage.reach(transition) }
    }

    func cover(intended item: ItemKey) { places.intend(item) }

    func cover(concluded item: ItemKey, _ outcome: Outcome) {
        if outcome.status == .written, outcome.detail.hasPrefix("the tag held no message before") {
            coverage.reach(Coverage.Verdict.broken)
        }
        if let transition = places.conclude(item, outcome) { coverage.reach(transition) }
    }

    func cover(noted presentation: Presentation) {
        coverage.reach(presentation.result)
        if let reason = presentation.reason { coverage.reach(reason) }
        if let item = presentation.item {
            if let transition = places.letGo(item) { coverage.reach(transition) }
        } else {
            coverage.reach(Coverage.Choice(presentation, found))
        }
    }

    func cover(reported row: ReportRow) {
        coverage.reach(row.status)
        // No tag is presented for such a row.
        if row.reason == .rowInvalid { coverage.reach(Reason.rowInvalid) }
    }
}
