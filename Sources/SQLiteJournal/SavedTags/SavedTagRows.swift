import Jobs
import NDEF
import Provisioning
import Tags

/// Saved tags as rows.
extension Connection {
    /// Every saved tag, or the one of this id, with its records. Called in a transaction.
    func savedTags(only id: Int? = nil) throws(JournalError) -> [SavedTag] {
        let (place, values): (String, [(any Bindable)?]) = id.map { (" WHERE number = ?", [$0]) } ?? ("", [])
        let sql = "SELECT number, name, created_at, last_used_at, uid, chip FROM saved_tag\(place) ORDER BY number"
        var tags = try all(sql, values) { (row) throws(JournalError) in
            let id = Int(try row.number())
            let name = try row.text()
            let (createdAt, lastUsedAt) = (try row.time(), try row.optionalTime())
            let uid = try row.optionalUID()
            // A chip that a later version knows is none that is known here.
            let chip = try row.optionalText().flatMap { Chip(name: $0) }
            return SavedTag(
                id: id, createdAt: createdAt, lastUsedAt: lastUsedAt,
                content: SavedContent(name: name, records: [], uid: uid, chip: chip))
        }
        for index in tags.indices {
            tags[index].content.records = try records(of: tags[index].id)
            // What is saved can be written: no other way is there to come into the file.
            do throws(NDEFError) {
                _ = try tags[index].content.encoded()
            } catch {
                throw JournalError(.corrupt, context: "the records of saved tag \(tags[index].id): \(error)")
            }
        }
        return tags
    }

    private func records(of tag: Int) throws(JournalError) -> [Record] {
        var records: [Record] = []
        let sql = "SELECT tnf, type, identifier, payload FROM saved_record WHERE tag = ? ORDER BY position"
        try each(sql, [tag]) { (row) throws(JournalError) in
            guard let format = Record.TypeNameFormat(rawValue: UInt8(clamping: try row.int64())) else {
                throw JournalError(.corrupt, context: "saved tag \(tag) has a record of no kind")
            }
            records.append(
                Record(
                    typeNameFormat: format, type: try row.bytes(), identifier: try row.bytes(),
                    payload: try row.bytes()))
            return records.count <= NDEFLimits.records
        }
        return records
    }

    func insert(_ records: [Record], tag: Int64) throws(JournalError) {
        for (position, record) in records.enumerated() {
            try run(
                "INSERT INTO saved_record (tag, position, tnf, type, identifier, payload) VALUES (?,?,?,?,?,?)",
                [
                    tag, position, Int(record.typeNameFormat.rawValue), record.type, record.identifier,
                    record.payload,
                ])
        }
    }
}
