import Tags

/// What a person is told before an act.
extension TagWork {
    func plan(on layout: Type2Layout) -> TagActPlan {
        TagActPlan(steps: steps(on: layout), pages: pages, testPage: testPage, isForEver: isForEver)
    }

    private var pages: [Int] {
        switch self {
        case .nothing: []
        case .erase(let plan, _): plan.writtenPages
        case .format(let plan, let container): (plan.writtenPages + [container.write.page]).sorted()
        case .lock(let plan): plan.steps.map(\.write.page).sorted()
        case .protect(let plan): plan.writtenPages
        case .unprotect(let plan, _): (plan.writes.map(\.page) + [plan.passwordPage, plan.passwordPage + 1]).sorted()
        case .restore(let plan): plan.writtenPages
        }
    }

    private var testPage: Int? {
        guard case .protect(let plan) = self else { return nil }
        return plan.testPage
    }

    private var isForEver: Bool {
        switch self {
        case .nothing, .erase, .unprotect: false
        case .format, .lock: true
        case .protect(let plan): plan.closing != nil
        case .restore(let plan): plan.extra.contains { $0.setForEver.word != 0 }
        }
    }

    private func steps(on layout: Type2Layout) -> [String] {
        let user = "\(layout.userPages.lowerBound) to \(layout.userPages.upperBound - 1)"
        switch self {
        case .nothing(let sentence): return [sentence]
        case .erase(_, let wipes):
            return ["the message is erased" + (wipes ? ", and the rest of the data area becomes zero" : "")]
        case .format(_, let container):
            return [
                "an empty NDEF TLV is laid at the begin of the user pages",
                "page 3, the capability container, becomes \(container.write.data) for ever",
            ]
        case .lock:
            return [
                "the capability container and pages \(user) are locked for ever: nobody can ever change what the tag holds"
            ]
        case .protect(let plan): return Self.steps(plan)
        case .unprotect(_, let from):
            return [
                "the password is taken off: pages from \(from) on need none any more, and PWD and PACK are as delivered"
            ]
        case .restore(let plan): return Self.steps(plan)
        }
    }

    private static func steps(_ plan: ProtectionPlan) -> [String] {
        var steps: [String] = []
        if plan.setsPassword { steps.append("the password is set") }
        if let from = plan.protectedFrom {
            let what = plan.request.protectsReading ? "reading and writing pages" : "writing pages"
            steps.append("\(what) from \(from) on needs the password")
        }
        if let limit = plan.request.wrongPasswordLimit {
            steps.append(
                "\(limit) wrong \(limit == 1 ? "password closes" : "passwords close") the tag for ever (AUTHLIM)")
        }
        if plan.closing != nil {
            steps.append(
                "the configuration is locked for ever (CFGLCK): the protection can never be taken off or changed")
        }
        if let page = plan.testPage {
            steps.append(
                "as a test, a write without the password is sent to page \(page), of what it holds: the tag must refuse it"
            )
        }
        return steps
    }

    private static func steps(_ plan: RestorePlan) -> [String] {
        let pages = plan.user.writtenPages
        var steps = [
            pages.isEmpty
                ? "every user page that the image knows is as in the image already"
                : "\(pageList(pages)) \(pages.count == 1 ? "is" : "are") written from the image"
        ]
        steps += plan.extra.map { extra in
            switch extra.kind {
            case .container: "page 3, the capability container, becomes \(extra.write.data) for ever"
            case .dynamicLock(let page):
                "bits of page \(page), the dynamic lock bytes, are set for ever: \(extra.setForEver)"
            case .cfg0(let page): "page \(page), CFG0, is written from the image; AUTH0 stays as it is"
            case .cfg1(let page):
                "page \(page), CFG1, is written from the image; PROT, CFGLCK and AUTHLIM stay as they are"
            }
        }
        return steps + [plan.wordsOfUnknownPages].compactMap { $0 }
    }
}

extension ProtectionPlan {
    /// Every page that a write is sent to.
    fileprivate var writtenPages: [Int] {
        var pages = writes.map(\.page) + [closing?.page, testPage].compactMap { $0 }
        if setsPassword { pages += [passwordPage, passwordPage + 1] }
        return Set(pages).sorted()
    }

    /// AUTH0 as it will be.
    fileprivate var protectedFrom: Int? { expected[passwordPage - 2].map { Int($0[3]) } }
}
