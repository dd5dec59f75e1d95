import NDEF
import Tags

/// The records of a row and its message.
extension RowCheck {
    /// What a row says its tag is to hold, before it is bytes.
    private struct Composition {
        var records: [Record] = []
        var summary = ""
        /// With the own column at fault.
        var findings: [(finding: BuiltRecord.Finding, column: String?)] = []
        var message: [UInt8] = []

        var hasErrors: Bool { findings.contains { $0.finding.severity == .error } }

        mutating func add(_ severity: JobIssue.Severity, _ code: String, column: String? = nil, _ message: String) {
            findings.append((.init(severity: severity, code: code, field: nil, message: message), column))
        }
    }

    /// The message of a row, with the issues of its records.
    mutating func compose(_ row: Row, into result: inout Result) {
        let composition = composition(of: row, uid: UIDPlace.sample)
        for (finding, column) in composition.findings {
            add(finding.severity, finding.code, row, header: column, finding.message)
        }
        result.message = composition.message
        result.summary = composition.summary
        if let fault = openUIDPlaces(row, in: &result) { add(.error, "uid-place", row, header: nil, fault) }
    }

    /// The message of another copy of a row that was found good; where it cannot be made, the fault says why.
    func recompose(_ row: Row, into result: inout Result) {
        let composition = composition(of: row, uid: UIDPlace.sample)
        result.message = composition.message
        result.summary = composition.summary
        let error = composition.findings.first { $0.finding.severity == .error }?.finding.message
        result.fault = error ?? openUIDPlaces(row, in: &result)
    }

    // MARK: The UID

    /// Opens the places of the UID, which a message is composed with a sample of.
    /// - Returns: why that cannot be done; the message is then empty.
    private func openUIDPlaces(_ row: Row, in result: inout Result) -> String? {
        guard usesUID, !result.message.isEmpty else { return nil }
        // What changes with the UID is found by composing the message with another one.
        let other = composition(of: row, uid: UIDPlace.otherSample).message
        guard let places = UIDPlace.places(result.message, other) else {
            result.message = []
            return
                "{uid} stands where it cannot be put in when the tag is there: it must come into the message as it is"
        }
        if let uid = result.uid, UIDPlace.fill(places, of: result.message, with: uid) == nil {
            result.message = []
            return "{uid} is planned with \(UIDPlace.digits) digits, and the row is bound to a tag whose UID has "
                + "\(uid.count * 2)"
        }
        UIDPlace.blank(places, in: &result.message)
        result.uidPlaces = places
        result.summary = UIDPlace.named(in: result.summary)
        return nil
    }

    // MARK: Records

    private func composition(of row: Row, uid: String) -> Composition {
        var composition = Composition()
        let values = TemplateValues(row: row.key.row, copy: row.key.copy, uid: uid, date: date) {
            columns.value(of: $0, in: row.cells)
        }
        if !addLongForm(row, to: &composition) {
            for (index, plan) in plans.enumerated() { add(plan, index, row, values, to: &composition) }
        }
        guard !composition.hasErrors else { return composition }
        guard !composition.records.isEmpty else {
            let nothing = "there is nothing to write: no url, no text and no type"
            composition.add(.error, "message-empty", purpose == .making ? nothing : Self.nothingToCompare)
            return composition
        }
        composition.findings += RecordOrder.findings(composition.records).map { ($0, nil) }
        do throws(NDEFError) {
            composition.message = try Message(composition.records).encoded()
        } catch {
            composition.add(.error, "message-invalid", "the message cannot be encoded: \(error)")
        }
        return composition
    }

    private func add(
        _ plan: RecordPlan, _ index: Int, _ row: Row, _ values: TemplateValues, to composition: inout Composition
    ) {
        var record = RecordValues()
        var isWhole = true
        if let cell = plan.cell, !row.cells[cell].isBlank {
            record.value = row.cells[cell]
        } else if let template = plan.template {
            let isURI = plan.kind.fields.value?.isURI ?? false
            record.value = isURI ? template.uri(values) : template.text(values)
            isWhole = template.soleColumn != nil
        }
        for field in plan.fields {
            let text = field.template.text(values)
            if !text.isBlank { record.fields.append((field.name, text)) }
        }
        record.members = plan.members.map { .init($0.name, $0.value.filled(values)) }
        guard !record.isEmpty else {
            if settings.records != nil {
                composition.add(.warning, "record-empty", "record \(index + 1) is empty here and is left out")
            }
            return
        }
        let own = plan.language?.text(values).trimmingBlanks ?? ""
        guard let language = language(own, row, &composition) else { return }
        record.language = language
        if !isWhole, plan.kind == .uri { warnOfGaps(plan, row, &composition) }
        let header = plan.cell.map { columns.own[$0] }
        append(plan.kind, record, to: &composition) { $0 == "value" ? header : nil }
    }

    /// The record of `type` and `value`. False where the row has none.
    private func addLongForm(_ row: Row, to composition: inout Composition) -> Bool {
        guard settings.records == nil, let name = columns.cell(.type, in: row.cells) else {
            if settings.records == nil, columns.cell(.value, in: row.cells) != nil {
                composition.add(
                    .error, "type-missing", column: columns.header(.value),
                    "value is given and type is not: write uri, text or another type beside it")
                return true
            }
            return false
        }
        let header = columns.header(.type)
        let others = [JobColumn.url, .text].filter { columns.cell($0, in: row.cells) != nil }
        guard others.isEmpty else {
            let names = others.map(\.rawValue).joined(separator: " and ")
            composition.add(
                .error, "type-twice", column: header,
                "a row has either type and value or url and text: leave type empty in this row, or \(names)")
            return true
        }
        guard let kind = RecordKind(name: name) else {
            let nearest = nearName(to: name, among: RecordKind.knownNames).map { "; is \($0) meant?" } ?? ""
            let known = RecordKind.knownNames.joined(separator: ", ")
            composition.add(
                .error, "type-unknown", column: header, "the type \(name.quoted) is none of \(known)\(nearest)")
            return true
        }
        var record = RecordValues()
        if let index = columns.positions[.value] { record.value = row.cells[index] }
        for field in kind.fields.others {
            guard let index = columns.names[HeaderName(field.name)], !row.cells[index].isEmpty else { continue }
            record.fields.append((field.name, row.cells[index]))
        }
        addFieldsPerLanguage(kind.fields, row, to: &record)
        guard kind.fields.value != nil || record.value.isBlank else {
            let names = kind.fields.others.map(\.name).joined(separator: ", ")
            composition.add(
                .error, "value-unused", column: columns.header(.value),
                "the type \(kind.name) has no value: it is made of the columns \(names)")
            return true
        }
        guard !record.isEmpty else {
            composition.add(
                .error, "value-missing", column: columns.header(.value) ?? header,
                "there is nothing to write: the type is \(kind.name), and \(missing(kind.fields))")
            return true
        }
        guard let language = language("", row, &composition) else { return true }
        record.language = language
        append(kind, record, to: &composition) { field in
            guard let field, field != "value" else { return columns.header(.value) }
            return columns.names[HeaderName(field)].map { columns.own[$0] }
        }
        return true
    }

    /// What a row of the long form without any value lacks.
    private func missing(_ fields: RecordFields) -> String {
        guard fields.value != nil, columns.positions[.value] == nil else { return fields.missing }
        let others = fields.others.map(\.name).joined(separator: ", ")
        return "there is no column value; add it beside type" + (others.isEmpty ? "" : ", or fill in \(others)")
    }

    /// The cells of columns like `title_de`.
    private func addFieldsPerLanguage(_ fields: RecordFields, _ row: Row, to record: inout RecordValues) {
        guard fields.perLanguage != nil else { return }
        for (index, header) in columns.own.enumerated() where !row.cells[index].isEmpty {
            let name = header.trimmingBlanks
            if fields.language(in: name) != nil { record.fields.append((name, row.cells[index])) }
        }
    }

    private func append(
        _ kind: RecordKind, _ values: RecordValues, to composition: inout Composition, column: (String?) -> String?
    ) {
        let built = kind.build(values)
        if composition.records.isEmpty { composition.summary = built.summary }
        composition.findings += built.findings.map { ($0, column($0.field)) }
        composition.records += built.records
    }

    /// A URL put together with nothing in a place is rarely meant.
    private func warnOfGaps(_ plan: RecordPlan, _ row: Row, _ composition: inout Composition) {
        for name in plan.template?.columnsWithoutFallback ?? [] where columns.value(of: name, in: row.cells).isEmpty {
            composition.add(
                .warning, "template-empty", "\("{\(name)}".quoted) of the URL template is empty here")
        }
    }

    /// The language of a text: the row's own cell, else the record's, else the job's (contract, section 4). Nil with an
    /// issue where it has not the form of one.
    private func language(_ own: String, _ row: Row, _ composition: inout Composition) -> String? {
        let code = columns.cell(.lang, in: row.cells) ?? (own.isEmpty ? settings.language : own)
        guard LanguageCode.isValid(code) else {
            composition.add(
                .error, "lang-invalid", column: columns.header(.lang),
                "the language must be a code like en or de-AT, not \(code.quoted)")
            return nil
        }
        return code
    }
}
