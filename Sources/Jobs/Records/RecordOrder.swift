package import NDEF

/// What is to be said of records for the order in which they stand in a message.
package enum RecordOrder {
    /// Android dispatches a tag by the first record of its message, so that a record of an app in front hides those behind it
    /// from every other app, and from phones without the app.
    package static func findings(_ records: [Record]) -> [BuiltRecord.Finding] {
        guard records.count > 1, let first = records.first, case .androidPackage = InterpretedRecord(first).meaning
        else {
            return []
        }
        return [
            .init(
                severity: .warning, code: "package-first",
                message:
                    "the Android package stands before the other records, and Android acts on the first: put it last")
        ]
    }
}
