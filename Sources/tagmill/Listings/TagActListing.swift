import Jobs
import Provisioning
import Tags

/// What came of an act on the presented tag.
struct TagActListing {
    let act: TagAct
    let outcome: TagActOutcome
    let reader: String?

    var exitCode: ExitCode {
        switch outcome.result {
        case .done, .nothingToDo, .notConfirmed: .success
        case .rejected, .failed, .incomplete, .lost: .notAchieved
        }
    }

    /// `planned`: a dry run; nobody was asked.
    private var word: String {
        switch outcome.result {
        case .done: "done"
        case .nothingToDo: "nothing-to-do"
        case .notConfirmed: "planned"
        case .rejected: "rejected"
        case .failed, .incomplete: "failed"
        case .lost: "in-doubt"
        }
    }

    private var rejection: Rejection? {
        switch outcome.result {
        case .rejected(let rejection), .failed(let rejection), .incomplete(let rejection), .lost(let rejection):
            rejection
        case .done, .nothingToDo, .notConfirmed: nil
        }
    }

    private var detail: String {
        switch outcome.result {
        case .done(let detail), .nothingToDo(let detail): detail
        case .notConfirmed: ""
        case .rejected(let rejection), .failed(let rejection), .incomplete(let rejection), .lost(let rejection):
            rejection.detail
        }
    }

    /// What is to be done now; nil where nothing is.
    private var nextStep: String? {
        switch (outcome.result, rejection?.reason) {
        case (.lost, _): "lay the tag again and give the command again: what is done already is not done twice"
        case (.failed, .lockIncomplete?): "put this tag aside, and lock another"
        case (.failed, _), (.incomplete, _): "give the command again: what is done already is not done twice"
        case (.rejected, .tagUnformatted?) where canBeFormatted:
            "'tagmill tag format' makes it an NDEF tag, for ever"
        case (.rejected, .tagPassword?) where opensByPassword:
            "give its own password: '--password-file FILE', or $\(PasswordChoice.variable)"
        case (.notConfirmed, _): "without '--dry-run' it is done"
        default: nil
        }
    }

    private var layout: Type2Layout? { outcome.tag.contents?.locks?.layout ?? outcome.tag.chip?.type2Layout }

    private var canBeFormatted: Bool {
        guard act != .format, let layout, let memory = outcome.tag.memory,
            case .plan = FormatPlan.make(memory, layout: layout, isOpen: true)
        else { return false }
        return true
    }

    /// Whether it is a tag that a password opens, and an act for which none need be given. A key opens none.
    private var opensByPassword: Bool {
        guard case .password? = layout?.accessControl else { return false }
        return switch act {
        case .protect, .unprotect: false
        case .erase, .format, .lock, .restore: true
        }
    }

    private var sentence: String {
        switch outcome.result {
        case .done: "read back after a new activation, and equal" + (detail.isEmpty ? "" : "; \(detail)")
        case .nothingToDo: detail + "; nothing was written"
        case .notConfirmed: "nothing was written"
        case .rejected(let rejection): "\(rejection.reason.rawValue): \(rejection.detail); nothing was written"
        case .failed(let rejection), .incomplete(let rejection), .lost(let rejection):
            "\(rejection.reason.rawValue): \(rejection.detail)"
        }
    }

    var text: String {
        var lines = [("tag", outcome.tag.named)]
        if outcome.tag.contents != nil { lines[0].1 += ", holds " + outcome.tag.content }
        if let reader { lines.append(("reader", reader)) }
        lines += outcome.plan?.lines ?? []
        lines.append((word, sentence))
        if let state { lines.append(("state", state)) }
        if let nextStep { lines.append(("next", nextStep)) }
        return lines.map { VisibleText.fit($0, to: 14) + VisibleText.escaped($1) }.joined(separator: "\n")
    }

    /// The lock state now, and before where that was another.
    private var state: String? {
        let before = outcome.tag.lockState
        guard let after = outcome.after?.lockState else {
            guard wasWritten else { return before?.rawValue }
            return "not read back" + (before.map { ": it was \($0.rawValue) before" } ?? "")
        }
        guard let before, before != after else { return after.rawValue }
        return "\(after.rawValue) (\(before.rawValue) before)"
    }

    private var wasWritten: Bool {
        switch outcome.result {
        case .done, .failed, .incomplete, .lost: true
        case .nothingToDo, .notConfirmed, .rejected: false
        }
    }

    /// Of a restore, the user pages that its image does not know.
    private var unknownPages: [JSONValue.Member] {
        guard case .restore(let request) = act else { return [] }
        return [.init("unknown_pages", .array(request.unknownPages.map { .int(Int64($0)) }))]
    }

    /// `tagmill.act/1`
    var json: JSONValue {
        let details = [detail, nextStep ?? ""].filter { !$0.isEmpty }
        let plan = outcome.plan
        return .object(
            [
                .init("schema", .string("tagmill.act/1")),
                .init("act", .string(act.name)),
                .init("result", .string(word)),
                .init("reason", .text(rejection?.reason.rawValue)),
                .init("detail", .text(details.isEmpty ? nil : details.joined(separator: "; "))),
                .init("uid", .text(outcome.tag.uid?.description)),
                .init("chip", .text(outcome.tag.chip?.rawValue)),
                .init("reader", .text(reader)),
                .init("lock_state_before", .text(outcome.tag.lockState?.rawValue)),
                .init("lock_state", .text(outcome.after?.lockState.rawValue)),
                .init("for_ever", .bool(plan?.isForEver ?? false)),
                .init("steps", .array((plan?.steps ?? []).map { .string($0) })),
                .init("pages", .array((plan?.pages ?? []).map { .int(Int64($0)) })),
            ] + unknownPages)
    }
}

extension TagAct {
    /// As the command is called.
    var name: String {
        switch self {
        case .erase: "erase"
        case .format: "format"
        case .lock: "lock"
        case .protect: "protect"
        case .unprotect: "unprotect"
        case .restore: "restore"
        }
    }
}
