import Jobs
import Operations
import Provisioning
import ReaderModels
import Tags

/// An event as a line of `--events`: a JSON object (Documentation/Events.md).
///
/// Of items it shows row, copy, SKU and, in an offer, what the operator is shown; of tags never what they hold.
struct EventLine {
    let at: Timestamp
    let event: RunEvent

    /// Nil for an event that is no line of its own.
    func json(run: String) -> JSONValue? {
        guard let (name, fields) = named else { return nil }
        return Self.object(at: at, name, run: run, fields)
    }

    /// The line that stands where lines were left out.
    static func lost(_ count: Int, at: Timestamp, run: String) -> JSONValue {
        object(at: at, "lost", run: run, [.init("count", .count(count))])
    }

    private static func object(
        at: Timestamp, _ name: String, run: String, _ fields: [JSONValue.Member]
    ) -> JSONValue {
        .object(
            [.init("at", .string(at.description)), .init("event", .string(name)), .init("run", .string(run))] + fields)
    }

    private var named: (String, [JSONValue.Member])? {
        switch event {
        case .readerPlugged(let info): ("plugged", reader(info.name) + [.init("model", .string(info.model.name))])
        case .readerUnplugged(let name): ("unplugged", reader(name))
        case .readerTrouble(let name, let message): ("trouble", reader(name) + text(message))
        case .quarantine(let name, let because): ("quarantine", reader(name) + [.init("message", .text(because))])
        case .offer(let name, let item):
            ("offer", reader(name) + self.item(item) + [.init("summary", .text(item?.summary))])
        case .presented(let name, let uid): ("presented", reader(name) + tag(uid))
        case .claimed(let name, let uid, let item, let settles):
            ("claim", reader(name) + tag(uid) + self.item(item) + [.init("settles", .bool(settles))])
        case .writing(let name, let uid, let item): ("intent", reader(name) + tag(uid) + self.item(item))
        case .concluded(let presentation, let item): ("outcome", outcome(presentation, item))
        // Every outcome says what it changes, and the end has them all.
        case .settled, .totals: nil
        // For the person at the terminal.
        case .readerDetail: nil
        case .warning(let sentence): ("warning", text(sentence))
        case .waiting(let need): ("waiting", text(need.sentence))
        case .stopping: ("stopping", [])
        case .ended(let result): ("end", end(result))
        }
    }

    private func reader(_ name: String) -> [JSONValue.Member] { [.init("reader", .string(name))] }

    private func text(_ message: String) -> [JSONValue.Member] { [.init("message", .string(message))] }

    private func tag(_ uid: UID?) -> [JSONValue.Member] { [.init("uid", .text(uid?.description))] }

    private func item(_ item: Item?) -> [JSONValue.Member] {
        [
            .init("row", .count(item?.key.row)), .init("copy", .count(item?.key.copy)),
            .init("sku", .text(item?.sku)),
        ]
    }

    /// The names are those of `tags` in report.json.
    private func outcome(_ presentation: Presentation, _ item: Item?) -> [JSONValue.Member] {
        let detail = presentation.detail.isEmpty ? nil : presentation.detail
        return reader(presentation.reader) + tag(presentation.uid)
            + [.init("chip", .text(presentation.chip?.description))]
            + [
                .init("row", .count(presentation.item?.row)), .init("copy", .count(presentation.item?.copy)),
                .init("sku", .text(presentation.item == nil ? nil : item?.sku)),
                .init("result", .string(presentation.result.rawValue)),
                .init("reason", .text(presentation.reason?.rawValue)),
                .init("detail", .text(detail)),
                .init("lock_state", .text(presentation.lockState?.rawValue)),
                .init("capacity_bytes", .count(presentation.capacityBytes)),
                .init("presented_at", .string(presentation.presentedAt.description)),
                .init("duration_ms", .count(presentation.durationMilliseconds)),
            ]
    }

    private func end(_ result: RunResult) -> [JSONValue.Member] {
        [
            .init("ended", .string(result.ended.rawValue)), .init("exit_code", .count(result.exitCode)),
            .init("totals", RunsListing.json(result.totals)), .init("message", .text(result.message)),
        ]
    }
}
