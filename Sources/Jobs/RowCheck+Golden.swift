import NDEF
import Tags

/// The columns that a golden file has beside those of a job (contract, section 8); `chip` is among those.
enum GoldenColumn: String, Hashable, Sendable, CaseIterable {
    case lockState = "lock_state"
    case genuine
    case messageHex = "message_hex"
}

extension JobColumns {
    /// Where a column of a golden file stands among the own ones.
    func position(_ column: GoldenColumn) -> Int? { names[HeaderName(column.rawValue)] }

    /// A warning for each own column that is called nearly as one that is compared and is not there: with it nothing would be
    /// compared, and everything match.
    var misspeltGoldenColumns: [JobIssue] {
        let ours = JobColumn.allCases.filter { positions[$0] == nil }.map(\.rawValue)
        let missing = ours + GoldenColumn.allCases.filter { position($0) == nil }.map(\.rawValue)
        return own.indices.compactMap { index in
            let header = own[index].trimmingBlanks
            let isOurs =
                positions.values.contains(index) || JobColumn(HeaderName(header)) != nil
                || GoldenColumn(rawValue: HeaderName(header).folded) != nil
            // A letter more or less is nearer than another name with which it begins: lockstate is not lock.
            let oneLetter = missing.first { editDistance(header, $0) == 1 }
            guard !isOurs, let near = oneLetter ?? nearName(to: header, among: missing) else { return nil }
            return JobIssue(
                severity: .warning, code: "column-unknown", column: own[index],
                message: "the column \(header.quoted) is an own one and is not compared; is \(near) meant?")
        }
    }

    /// The cell without the blanks around it; nil where there is none or it is empty.
    func cell(_ column: GoldenColumn, in cells: [String]) -> String? {
        guard let index = position(column) else { return nil }
        let text = cells[index].trimmingBlanks
        return text.isEmpty ? nil : text
    }
}

extension RowCheck {
    /// Takes the message that a row of a golden file gives as it is, in the place of every record and template; a row of a tag
    /// that is none for NDEF has none. False where the message is that of records and templates.
    mutating func takeMessage(_ row: Row, into result: inout Result) -> Bool {
        guard purpose == .comparing else { return false }
        if result.lockState == .notNDEF {
            refuseContent(row)
            return true
        }
        guard let cell = columns.cell(.messageHex, in: row.cells) else { return false }
        let others = [JobColumn.url, .text, .type, .value].filter { columns.cell($0, in: row.cells) != nil }
        if !others.isEmpty {
            let names = others.map(\.rawValue).joined(separator: " and ")
            refuse(
                "message-twice", row, .messageHex,
                "message_hex is the whole message: leave it empty in this row, or \(names)")
        }
        guard let bytes = [UInt8](hex: cell) else {
            refuse(
                "message-invalid", row, .messageHex,
                "message_hex is the message in hex, like D101025504 61, not \(cell.quoted)")
            return true
        }
        do throws(NDEFError) {
            _ = try Message(decoding: bytes)
            result.message = bytes
        } catch {
            refuse("message-invalid", row, .messageHex, "message_hex is no NDEF message: \(error)")
        }
        return true
    }

    /// Whether a row of a golden file gives its message as it is.
    func givesMessage(_ row: Row) -> Bool {
        purpose == .comparing && columns.cell(GoldenColumn.messageHex, in: row.cells) != nil
    }

    private mutating func refuseContent(_ row: Row) {
        let content =
            [JobColumn.url, .text, .type, .value].filter { columns.cell($0, in: row.cells) != nil }.map(\.rawValue)
            + [GoldenColumn.messageHex].filter { columns.cell($0, in: row.cells) != nil }.map(\.rawValue)
        guard !content.isEmpty else { return }
        refuse(
            "message-not-ndef", row, .lockState,
            "a tag that is not-ndef holds no message: leave \(content.joined(separator: " and ")) empty in this row, or "
                + "lock_state")
    }

    /// Why a row that expects nothing is none.
    static let nothingToCompare =
        "there is nothing to compare: no url, no text and no message_hex (D00000 stands for an empty tag, and lock_state "
        + "not-ndef for one that is none for NDEF)"

    /// `lock_state` and `genuine`. A `lock` that is true, in the row or the settings, says which lock state is expected where `lock_state` says nothing, so
    /// that a job that locks its tags is a golden file as it stands.
    mutating func readState(_ row: Row, into result: inout Result) {
        result.lockState = choice(.lockState, row)
        result.genuine = choice(.genuine, row)
        if columns.cell(.lockState, in: row.cells) == nil, result.lock { result.lockState = .locked }
    }

    private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ column: GoldenColumn, _ row: Row
    ) -> Choice? {
        guard let cell = columns.cell(column, in: row.cells) else { return nil }
        if let choice = Choice(rawValue: cell.lowercased()) { return choice }
        let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        refuse(
            "\(column == .genuine ? "genuine" : "lock-state")-unknown", row, column,
            "\(column.rawValue) is one of \(known), or empty for any, not \(cell.quoted)")
        return nil
    }

    private mutating func refuse(_ code: String, _ row: Row, _ column: GoldenColumn, _ message: String) {
        add(.error, code, row, header: columns.position(column).map { columns.own[$0] }, message)
    }
}
