import Tags

/// An act as it is done to the tag that lies there.
enum TagWork: Hashable {
    case erase(PagePlan, wipes: Bool)
    case restore(RestorePlan)

    static func judge(_ act: TagAct, _ memory: PageMemory, _ layout: Type2Layout) -> PlanJudgement<TagWork> {
        switch act {
        case .erase(let wipes):
            judgeErasing(memory, layout: layout, wipes: wipes).map { .erase($0, wipes: wipes) }
        case .restore(let request): judgeRestoring(request, onto: memory, layout: layout).map { .restore($0) }
        }
    }

    /// Whether the tag is so already.
    var isDone: Bool { pages.isEmpty }

    var doneSentence: String {
        switch self {
        case .erase: "it holds no message"
        case .restore: "it holds what the image holds"
        }
    }

    private var pages: [Int] {
        switch self {
        case .erase(let plan, _): plan.writtenPages
        case .restore(let plan): plan.writtenPages
        }
    }

    /// What will be done, for the person who is asked.
    func plan(on layout: Type2Layout) -> TagActPlan {
        TagActPlan(steps: steps, pages: pages, isForEver: isForEver)
    }

    private var isForEver: Bool {
        switch self {
        case .erase: false
        case .restore(let plan): plan.extra.contains { $0.setForEver.word != 0 }
        }
    }

    private var steps: [String] {
        switch self {
        case .erase(_, let wipes):
            ["the message is erased" + (wipes ? ", and the rest of the data area becomes zero" : "")]
        case .restore(let plan): Self.steps(plan)
        }
    }

    private static func steps(_ plan: RestorePlan) -> [String] {
        var steps: [String] = []
        let pages = plan.user.writtenPages
        steps.append(
            pages.isEmpty
                ? "every user page that the image knows is as in the image already"
                : "\(pageList(pages)) \(pages.count == 1 ? "is" : "are") written from the image")
        for extra in plan.extra {
            switch extra.kind {
            case .container:
                steps.append("page 3, the capability container, becomes \(extra.write.data) for ever")
            case .dynamicLock(let page):
                steps.append("bits of page \(page), the dynamic lock bytes, are set for ever: \(extra.setForEver)")
            case .cfg0(let page):
                steps.append("page \(page), CFG0, is written from the image; AUTH0 stays as it is")
            case .cfg1(let page):
                steps.append(
                    "page \(page), CFG1, is written from the image; PROT, CFGLCK and AUTHLIM stay as they are")
            }
        }
        if !plan.unknownPages.isEmpty {
            let count = plan.unknownPages.count
            steps.append(
                "\(count) user \(count == 1 ? "page stays as it is: it is" : "pages stay as they are: they are") not in "
                    + "the image (\(pageList(plan.unknownPages)))")
        }
        return steps
    }
}

extension PlanJudgement {
    func map<Other>(_ body: (Plan) -> Other) -> PlanJudgement<Other> {
        switch self {
        case .needs(let pages): .needs(pages)
        case .rejected(let reason, let detail): .rejected(reason, detail: detail)
        case .plan(let plan): .plan(body(plan))
        }
    }
}
