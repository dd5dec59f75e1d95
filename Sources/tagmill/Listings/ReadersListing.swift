import Jobs
import Provisioning
import ReaderModels

/// What lies on a reader, as the service tells it.
enum ReaderState: String, Hashable, Sendable, CaseIterable {
    case empty
    case tag
    /// Something lies there that does not answer.
    case mute
    /// Another program holds the reader for itself.
    case inUse = "in-use"
    /// Another process of tagmill uses the reader.
    case inUseByTagmill = "in-use-by-tagmill"
    case unknown
}

/// What `readers` prints: numbered from 1 in the order in which the service lists them.
struct ReadersListing {
    struct Entry: Hashable, Sendable {
        var number: Int
        var info: ReaderInfo
        var state: ReaderState
        /// The process of tagmill that uses the reader, where it can be told.
        var process: Int32?
        /// The bus and the ports where it is plugged in, where the system tells it: what equal readers differ in.
        var place: String?

        /// The state as a person reads it.
        var stateText: String {
            guard state == .inUseByTagmill else { return state.rawValue }
            return "in use by tagmill" + (process.map { " (process \($0))" } ?? "")
        }
    }

    let entries: [Entry]

    var json: JSONValue {
        .array(
            entries.map { entry in
                var members: [JSONValue.Member] = [
                    .init("number", .int(Int64(entry.number))),
                    .init("name", .string(entry.info.name)),
                    .init("model", .string(entry.info.model.name)),
                    .init("title", .string(entry.info.model.title)),
                    .init("slot", .string(Self.slot(entry.info.model.slot))),
                    .init("state", .string(entry.state.rawValue)),
                ]
                if let place = entry.place { members.append(.init("usb", .string(place))) }
                if let process = entry.process { members.append(.init("process", .int(Int64(process)))) }
                return .object(members)
            })
    }

    var text: String {
        let areOnUSB = entries.contains { $0.place != nil }
        var columns = TextColumns(["", "reader", "model", "slot"] + (areOnUSB ? ["USB"] : []) + ["state"])
        for entry in entries {
            columns.add(
                [String(entry.number), entry.info.name, entry.info.model.title, entry.info.model.slot.rawValue]
                    + (areOnUSB ? [entry.place ?? ""] : []) + [entry.stateText])
        }
        return columns.text
    }

    private static func slot(_ slot: ReaderModel.Slot) -> String {
        switch slot {
        case .contactless: "contactless"
        case .notForTags: "not-for-tags"
        }
    }
}
