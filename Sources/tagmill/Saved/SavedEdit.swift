import NDEF
import Provisioning

/// What `saved edit` is asked to change.
struct SavedEdit: Hashable, Sendable {
    enum Action: Hashable, Sendable {
        /// Fields of the record.
        case change
        /// A new record takes the number; without one, it is the last.
        case add
        case remove
        /// The record takes that number.
        case move(to: Int)
    }

    var name: String?
    /// From 1; nil where none was named.
    var record: Int?
    var action: Action
    var fields: RecordEdit

    init(_ arguments: Arguments, console: Console) throws(CommandError) {
        name = try SavedName.checked(arguments.value("name"), option: "--name")
        record = try arguments.integer("record", in: 1...NDEFLimits.records, called: "the number of a record")
        fields = try RecordEdit(arguments, console: console)
        let actions = ["add", "remove", "move"].filter { arguments.has($0) }
        if actions.count > 1 {
            throw .contradiction("'--\(actions[0])' cannot stand together with '--\(actions[1])'")
        }
        action =
            switch actions.first {
            case "add": .add
            case "remove": .remove
            case "move": .move(to: try arguments.integer("move", in: 1...NDEFLimits.records, called: "a number") ?? 1)
            default: .change
            }
        try check(arguments)
    }

    private func check(_ arguments: Arguments) throws(CommandError) {
        switch action {
        case .change:
            if fields.isEmpty, name == nil || record != nil { throw Self.nothingToDo }
        case .add:
            guard fields.namesKind else {
                throw .contradiction("'--add' needs to be told what: --uri, --text, or --tnf with the other fields")
            }
        case .remove, .move:
            guard fields.isEmpty else {
                throw .contradiction("to remove or move a record and to change its fields are two commands")
            }
        }
    }

    private static let nothingToDo = CommandError.contradiction(
        "nothing to change: give --name, or of a record --uri, --text, --lang, --tnf, --type, --id, --payload-hex or "
            + "--payload-file, or --add, --remove or --move ('tagmill saved edit --help' tells more)")

    // MARK: Doing it

    /// The content as it is asked to be. Throws where a record is not there, and where the result is no message.
    func applied(to tag: SavedTag) throws(CommandError) -> SavedContent {
        var content = tag.content
        if let name { content.name = name }
        try change(&content.records, of: tag)
        do throws(NDEFError) {
            _ = try content.encoded()
        } catch {
            let cure = content.records.isEmpty ? "; 'tagmill saved delete' drops the whole of it" : ""
            throw .refusedSavedTag(String(tag.id), "it would be no message any more: \(error)\(cure)")
        }
        return content
    }

    private func change(_ records: inout [Record], of tag: SavedTag) throws(CommandError) {
        switch action {
        case .change:
            guard !fields.isEmpty else { return }
            let index = try index(in: records, of: tag)
            records[index] = try fields.applied(to: records[index], number: index + 1)
        case .add:
            let number = record ?? records.count + 1
            guard number <= records.count + 1 else { throw missing(number, records.count, tag) }
            let empty = Record(typeNameFormat: .empty, type: [], payload: [])
            records.insert(try fields.applied(to: empty, number: number), at: number - 1)
        case .remove:
            records.remove(at: try index(in: records, of: tag))
        case .move(let number):
            let index = try index(in: records, of: tag)
            guard number <= records.count else { throw missing(number, records.count, tag) }
            records.insert(records.remove(at: index), at: number - 1)
        }
    }

    /// The record that is named; where there is one alone, it need not be.
    private func index(in records: [Record], of tag: SavedTag) throws(CommandError) -> Int {
        guard let record else {
            guard records.count == 1 else {
                throw .refusedSavedTag(
                    String(tag.id), "it has \(records.count) records; name the one that is meant by --record N")
            }
            return 0
        }
        guard record <= records.count else { throw missing(record, records.count, tag) }
        return record - 1
    }

    private func missing(_ number: Int, _ count: Int, _ tag: SavedTag) -> CommandError {
        .refusedSavedTag(String(tag.id), "there is no record \(number); it has \(count)")
    }
}
