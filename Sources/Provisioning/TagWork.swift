import Tags

/// An act as it is done to the tag that lies there.
enum TagWork: Hashable {
    /// The tag is so already; a sentence.
    case nothing(String)
    case erase(PagePlan, wipes: Bool)
    /// The empty TLV first, then the container.
    case format(PagePlan, FormatPlan)
    case lock(LockPlan)
    case protect(ProtectionPlan)
    case unprotect(UnprotectionPlan, from: Int)
    case restore(RestorePlan)

    /// - Parameters:
    ///   - password: that the tag is to be protected with; nil: none was given for it.
    ///   - opened: what the tag answered to its password, in this activation; nil: it is not open.
    static func judge(
        _ act: TagAct, _ memory: PageMemory, _ layout: Type2Layout, password: TagPassword?, opened: [UInt8]?
    ) -> PlanJudgement<TagWork> {
        let isOpen = opened != nil
        switch act {
        case .erase(let wipes): return erase(memory, layout, wipes: wipes, opened)
        case .restore(let request):
            return judgeRestoring(request, onto: memory, layout: layout, isOpen: isOpen).map { plan in
                guard plan.writtenPages.isEmpty else { return .restore(plan) }
                let words = ["it holds what the image holds", plan.wordsOfUnknownPages].compactMap { $0 }
                return .nothing(words.joined(separator: "; "))
            }
        case .format, .lock, .protect, .unprotect: break
        }
        let contents = interpret(memory, layout: layout)
        switch contents.verdict {
        case .needs(let pages): return .needs(pages)
        case .damaged(let what): return .rejected(.tagDamaged, detail: what)
        case .missing(let what): return .rejected(.internal, detail: what)
        case .passwordRead(let from):
            return .rejected(.tagPassword, detail: "a password keeps pages from \(from) on from being read")
        case .unformatted, .notNDEF, .broken, .empty, .message: break
        }
        switch act {
        case .format: return format(memory, layout, opened)
        case .lock: return lock(contents, memory, layout, isOpen: isOpen)
        case .protect(let protection):
            guard let password else {
                return .rejected(.tagPassword, detail: "it is to be protected, and no password is given for it")
            }
            return protect(protection.request(with: password), memory, layout, opened)
        case .unprotect, .erase, .restore: return unprotect(memory, layout, isOpen: isOpen)
        }
    }

    private static func erase(
        _ memory: PageMemory, _ layout: Type2Layout, wipes: Bool, _ opened: [UInt8]?
    ) -> PlanJudgement<TagWork> {
        let nothing = TagWork.nothing("it holds no message")
        let judgement = judgeErasing(memory, layout: layout, wipes: wipes, opened: opened)
        switch judgement {
        // What keeps an empty tag from being written keeps nothing from being done.
        case .rejected(.tagPassword, _), .rejected(.tagReadOnly, _), .rejected(.tagLocked, _):
            if !wipes, interpret(memory, layout: layout).verdict == .empty { return .plan(nothing) }
        default: break
        }
        return judgement.map { $0.writes.isEmpty ? nothing : .erase($0, wipes: wipes) }
    }

    private static func format(
        _ memory: PageMemory, _ layout: Type2Layout, _ opened: [UInt8]?
    ) -> PlanJudgement<TagWork> {
        let isAbsent = memory[3].map { CapabilityContainer($0).isAbsent } ?? false
        switch FormatPlan.make(memory, layout: layout, isOpen: opened != nil) {
        case .done: return .plan(.nothing("it has a capability container: it is an NDEF tag already"))
        case .impossible(let why): return .rejected(isAbsent ? .tagUnformatted : .tagNotNDEF, detail: why)
        case .needsPassword(let from): return needsPassword(from, "it is to be formatted")
        case .plan(let container):
            let formatted = container.applied(to: memory)
            return judgeErasing(formatted, layout: layout, wipes: false, opened: opened).map { .format($0, container) }
        }
    }

    private static func lock(
        _ contents: TagContents, _ memory: PageMemory, _ layout: Type2Layout, isOpen: Bool
    ) -> PlanJudgement<TagWork> {
        switch contents.verdict {
        case .unformatted:
            return .rejected(.tagUnformatted, detail: "it has no capability container that could say read-only")
        case .notNDEF(let what): return .rejected(.tagNotNDEF, detail: what)
        default: break
        }
        switch LockPlan.make(memory, layout: layout, isOpen: isOpen) {
        case .done: return .plan(.nothing("it is locked already"))
        case .impossible(let why): return .rejected(.lockImpossible, detail: why)
        case .needsPassword(let from): return needsPassword(from, "it is to be locked")
        case .plan(let plan): return .plan(.lock(plan))
        }
    }

    private static func protect(
        _ request: ProtectionRequest, _ memory: PageMemory, _ layout: Type2Layout, _ opened: [UInt8]?
    ) -> PlanJudgement<TagWork> {
        switch ProtectionPlan.make(memory, layout: layout, request: request, opened: opened) {
        case .done: return .plan(.nothing("it is protected so already, with this password"))
        case .unsupported(let why): return .rejected(.chipUnsupported, detail: why)
        case .impossible(let why): return .rejected(.lockImpossible, detail: why)
        case .needsPassword(let from): return needsPassword(from, "it is to be protected")
        case .plan(let plan): return .plan(.protect(plan))
        }
    }

    private static func unprotect(
        _ memory: PageMemory, _ layout: Type2Layout, isOpen: Bool
    ) -> PlanJudgement<TagWork> {
        let from = Type2Locks(memory: memory, layout: layout)?.protectedFrom
        switch UnprotectionPlan.make(memory, layout: layout, isOpen: isOpen) {
        case .unsupported(let why): return .rejected(.chipUnsupported, detail: why)
        case .impossible(let why): return .rejected(.lockImpossible, detail: why)
        case .needsPassword(let from): return needsPassword(from, "it is to be taken off")
        case .plan(let plan):
            guard let from else { return .plan(.nothing("no password protects it")) }
            return .plan(.unprotect(plan, from: from))
        }
    }

    private static func needsPassword(_ from: Int, _ what: String) -> PlanJudgement<TagWork> {
        .rejected(.tagPassword, detail: "a password protects pages from \(from) on; \(what)")
    }
}

extension TagAct.Protection {
    fileprivate func request(with password: TagPassword) -> ProtectionRequest {
        ProtectionRequest(
            password: password, protectsReading: protectsReading, wrongPasswordLimit: wrongPasswordLimit,
            locksConfiguration: locksConfiguration)
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
