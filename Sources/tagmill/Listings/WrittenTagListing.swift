import Jobs
import Provisioning
import Tags

/// What came of putting a saved tag on another.
struct WrittenTagListing {
    let saved: SavedTag
    let tag: PresentedTag
    let result: TagResult
    let messageBytes: Int
    /// Whether the command would write over whatever the tag holds, given again as it was.
    let mayOverwrite: Bool
    /// Whether a password was given that might have opened it.
    let isPasswordGiven: Bool

    var isSuccess: Bool { word == .written || word == .unchanged }

    /// As a run's report calls it (contract, section 6).
    private var word: Presentation.Result {
        switch result {
        case .written: .written
        case .unchanged: .unchanged
        case .rejected: .rejected
        case .failed, .incomplete, .lost(_, mayHoldItem: false): .failed
        case .lost(_, mayHoldItem: true): .inDoubt
        }
    }

    private var rejection: Rejection? {
        switch result {
        case .written, .unchanged: nil
        case .rejected(let rejection), .failed(let rejection), .incomplete(let rejection, _), .lost(let rejection, _):
            rejection
        }
    }

    private var detail: String {
        switch result {
        case .written(let detail, _): detail
        case .unchanged: ""
        case .rejected(let rejection), .failed(let rejection), .incomplete(let rejection, _), .lost(let rejection, _):
            rejection.detail
        }
    }

    private var again: String { "the tag does not hold the message: lay it, or another, and give the command again" }

    /// What is to be done now; nil where nothing is.
    private var nextStep: String? {
        switch (result, rejection?.reason) {
        case (.lost(_, mayHoldItem: true), _):
            "whether the tag holds the message is not known: lay it again and compare ('tagmill read')"
        case (.failed, _) where !mayOverwrite:
            again + "; where this one is refused as not blank, '--overwrite always' writes over it"
        case (.lost, _), (.failed, _): again
        case (_, .tagNotBlank?): "'--overwrite always' writes over it"
        case (_, .messageTooLarge?): "lay a tag with more room"
        case (.rejected, .tagPassword?) where !isPasswordGiven:
            "'--password-file FILE' opens it with its password, $\(PasswordChoice.variable) too"
        default: nil
        }
    }

    var json: JSONValue {
        let details = [detail, nextStep ?? ""].filter { !$0.isEmpty }
        return .object([
            .init("schema", .string("tagmill.written/1")),
            .init("saved", .int(Int64(saved.id))),
            .init("name", .string(saved.content.name)),
            .init("result", .string(word.rawValue)),
            .init("reason", .text(rejection?.reason.rawValue)),
            .init("detail", .text(details.isEmpty ? nil : details.joined(separator: "; "))),
            .init("uid", .text(tag.uid?.description)),
            .init("chip", .text(tag.chip?.rawValue)),
            .init("reader", .string(tag.reader)),
            .init("lock_state", .text(tag.lockState?.rawValue)),
            .init("capacity_bytes", .count(tag.capacityBytes)),
            .init("message_bytes", .int(Int64(messageBytes))),
        ])
    }

    var text: String {
        var lines = [
            (
                "tag",
                [tag.uid?.description ?? "UID unknown", tag.chip?.rawValue ?? "chip unknown"].joined(separator: ", ")
            ),
            ("reader", tag.reader),
            ("saved", "\(saved.id), \(saved.content.name), a message of \(messageBytes) bytes"),
            (word.rawValue, sentence),
        ]
        if let nextStep { lines.append(("next", nextStep)) }
        return lines.map { VisibleText.fit($0, to: 11) + VisibleText.escaped($1) }.joined(separator: "\n")
    }

    private var sentence: String {
        switch result {
        case .written: "read back after a new activation, and equal" + (detail.isEmpty ? "" : "; \(detail)")
        case .unchanged: "it held exactly this message; nothing was written"
        case .rejected(let rejection): "\(rejection.reason.rawValue): \(rejection.detail); nothing was written"
        case .failed(let rejection), .incomplete(let rejection, _), .lost(let rejection, _):
            "\(rejection.reason.rawValue): \(rejection.detail)"
        }
    }
}
