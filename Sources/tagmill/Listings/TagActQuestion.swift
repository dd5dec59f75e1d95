import Provisioning
import Tags

/// What a person is told before an act: which tag lies there, and what will be done to it.
struct TagActQuestion {
    let tag: TagInspection
    let plan: TagActPlan

    /// A line for the tag, one for each step, and one for the pages.
    var lines: [String] {
        ([("tag", tag.named + ", holds " + tag.content)] + plan.lines).map { VisibleText.fit($0, to: 10) + $1 }
    }

    /// Before `Go on?`.
    var sentence: String {
        plan.isForEver ? "This is for ever: it can never be undone." : "The tag will be written."
    }
}

extension TagActPlan {
    /// The steps, and every page that is written.
    var lines: [(String, String)] {
        let written = pages.filter { $0 != testPage }
        let test = testPage.map { "page \($0) as a test" }
        let writes = [written.isEmpty ? nil : pageList(written), test].compactMap { $0 }
        return steps.map { ("plan", $0) } + (writes.isEmpty ? [] : [("writes", writes.joined(separator: "; "))])
    }
}

extension TagInspection {
    var named: String { [uid?.description ?? "UID unknown", chip?.rawValue ?? "chip unknown"].joined(separator: ", ") }

    /// What is on the tag, in a few words; no payload.
    var content: String {
        guard let contents else { return "not read" }
        return switch contents.verdict {
        case .message(let bytes): "a message of \(bytes.count) bytes"
        case .empty: "no message"
        case .broken(let what): "no message: \(what)"
        case .unformatted: "nothing: never formatted for NDEF"
        case .notNDEF(let what): "no NDEF: \(what)"
        case .passwordRead(let from): "not told: a password keeps pages from \(from) on from being read"
        case .damaged(let what), .missing(let what): "not told: \(what)"
        case .needs: "not told"
        }
    }
}
