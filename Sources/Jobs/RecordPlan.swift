/// Where one record of every row's message comes from.
struct RecordPlan {
    /// Where one field of a record comes from.
    struct Field {
        var name: String
        var template: Template
    }

    var kind: RecordKind
    /// The own column whose cell is the main value, where it is not empty.
    var cell: Int?
    /// Used where there is no cell, or nothing in it.
    var template: Template?
    /// The record's own language, for rows without a `lang` of their own; nil: the job's.
    var language: Template?
    /// The fields beside the main value.
    var fields: [Field] = []
    /// The members of an object.
    var members: [(name: String, value: JSONTemplate)] = []

    /// Every template of the record.
    var templates: [Template] {
        [template, language].compactMap { $0 } + fields.map(\.template) + members.flatMap(\.value.templates)
    }

    /// The records of a job by its settings and columns, and what is wrong with them.
    static func plans(
        settings: Settings, columns: JobColumns, for purpose: RowCheck.Purpose = .making
    ) -> (plans: [RecordPlan], issues: [JobIssue]) {
        var compiler = RecordCompiler(columns: columns)
        let plans: [RecordPlan]
        if let records = settings.records {
            plans = records.compactMap { compiler.plan($0) }
        } else {
            // The URL before the text, because phones act on the first record (contract, section 4).
            plans = [
                compiler.plan(.uri, cell: columns.positions[.url], template: settings.url),
                compiler.plan(.text, cell: columns.positions[.text], template: settings.text),
            ].compactMap { $0 }
            let hasMessages =
                purpose == .comparing && [.messageHex, .lockState].contains { columns.position($0) != nil }
            let hasContent = !plans.isEmpty || columns.positions[.type] != nil || hasMessages
            if !hasContent && compiler.issues.isEmpty { compiler.refuseMissingContent(purpose) }
        }
        return (plans, compiler.issues)
    }
}

/// Reads the templates of a job's records against its columns.
private struct RecordCompiler {
    let columns: JobColumns
    var issues: [JobIssue] = []

    mutating func plan(_ kind: RecordKind, cell: Int?, template source: String?) -> RecordPlan? {
        let compiled = source.flatMap { template($0, isURI: kind == .uri) }
        return cell == nil && compiled == nil ? nil : RecordPlan(kind: kind, cell: cell, template: compiled)
    }

    /// A record of the settings; nil with an issue.
    mutating func plan(_ record: RecordTemplate) -> RecordPlan? {
        let errors = errorCount
        let known = record.kind.fields
        var plan = RecordPlan(kind: record.kind)
        if !record.value.isEmpty { plan.template = template(record.value, isURI: known.value?.isURI ?? false) }
        plan.language = record.language.flatMap { template($0, isURI: false) }
        for field in record.fields {
            let isURI = known.others.first { $0.name == field.name }?.isURI ?? false
            let isSecret = RecordFields.secrets.contains(field.name)
            guard let template = template(field.value, isURI: isURI, secret: isSecret ? field.name : nil) else {
                continue
            }
            plan.fields.append(.init(name: field.name, template: template))
        }
        for member in record.members ?? [] {
            plan.members.append((member.name, JSONTemplate(member.value) { template($0, isURI: false) }))
        }
        return errorCount == errors ? plan : nil
    }

    private var errorCount: Int { issues.count { $0.severity == .error } }

    /// The template, or nil with an issue. `secret` names the field whose text no message may show.
    private mutating func template(_ source: String, isURI: Bool, secret: String? = nil) -> Template? {
        do throws(TemplateError) {
            let template = try Template(source)
            let unknown = template.columns.filter { columns.names[HeaderName($0)] == nil }
            if let secret, !unknown.isEmpty {
                refuse(
                    "template-column",
                    "the template of the \(secret) names a column that is not there; a brace of its own is {{ or }}")
                return nil
            }
            for name in unknown { refuseUnknown(name, in: source) }
            if isURI, template.soleColumn == nil, let place = template.leadingPlace {
                refuse(
                    "template-invalid",
                    "the URL template \(URICheck.shown(source)) begins with \("{\(place)}".quoted), whose value would "
                        + "be percent-encoded; begin it with the scheme, or use the column alone")
                return nil
            }
            warnOfNames(template)
            return unknown.isEmpty ? template : nil
        } catch {
            let hidden = "the template of the \(secret ?? "") cannot be read; a brace of its own is {{ or }}"
            refuse("template-invalid", secret == nil ? error.context : hidden)
            return nil
        }
    }

    /// Names that are not the column so named.
    private mutating func warnOfNames(_ template: Template) {
        let used = [
            ("row", template.usesRow, "the number of the row"), ("copy", template.usesCopy, "the number of the copy"),
            ("date", template.usesDate, "the day of the run"),
        ]
        for (name, isUsed, meaning) in used where isUsed && columns.names[HeaderName(name)] != nil {
            issues.append(
                JobIssue(
                    severity: .warning, code: "template-" + name,
                    message: "{\(name)} in a template is \(meaning), not the column of that name"))
        }
    }

    private mutating func refuse(_ code: String, _ message: String) {
        issues.append(JobIssue(severity: .error, code: code, message: message))
    }

    private mutating func refuseUnknown(_ name: String, in source: String) {
        let named = "the template \(URICheck.shown(source)) names \("{\(name)}".quoted), but no column is so named"
        refuse("template-column", named + Template.hint(for: name, among: columns.own))
    }

    /// The first column that may have been meant to say what to write.
    private func misspelt(_ purpose: RowCheck.Purpose) -> String {
        let wanted = ["url", "text", "type"] + (purpose == .making ? [] : ["message_hex"])
        let known = Set(columns.positions.values)
        for (index, header) in columns.own.enumerated() where !known.contains(index) {
            if let near = nearName(to: header.trimmingBlanks, among: wanted) {
                return "; is \(near) meant by \(header.quoted)?"
            }
        }
        return ""
    }

    mutating func refuseMissingContent(_ purpose: RowCheck.Purpose) {
        let headers = columns.own.prefix(8).map(\.quoted).joined(separator: ", ")
        var message =
            purpose == .making
            ? "no column says what to write: url, text or type must be among the headers "
            : "no column says what a tag must hold: url, text, type or message_hex must be among the headers "
        message += "(they are: \(headers)), or a template must be given with --url or --text"
        message += misspelt(purpose)
        message += "; a file without a line of headers needs one"
        if columns.own.first?.hasPrefix("#") ?? false { message += ", and comment lines are not passed over" }
        refuse("content-missing", message)
    }
}

extension JobColumns {
    /// The cell of a column by any of its names; a SKU without the blanks around it, as everywhere.
    func value(of name: String, in cells: [String]) -> String {
        guard let index = names[HeaderName(name)] else { return "" }
        return positions[.sku] == index ? cells[index].trimmingBlanks : cells[index]
    }

    /// The cell of one of our columns, without the blanks around it; nil where there is none or it is empty.
    func cell(_ column: JobColumn, in cells: [String]) -> String? {
        guard let index = positions[column] else { return nil }
        let text = cells[index].trimmingBlanks
        return text.isEmpty ? nil : text
    }

    /// The header of one of our columns as it came.
    func header(_ column: JobColumn) -> String? { positions[column].map { own[$0] } }
}
