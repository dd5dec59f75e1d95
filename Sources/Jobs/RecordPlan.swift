/// Where one record of every row's message comes from.
struct RecordPlan {
    var kind: RecordTemplate.Kind
    /// The own column whose cell is the value, where it is not empty.
    var cell: Int?
    /// Used where there is no cell, or nothing in it.
    var template: Template?
    /// The record's own language, for rows without a `lang` of their own; nil: the job's.
    var language: Template?

    /// The records of a job by its settings and columns, and what is wrong with them.
    static func plans(
        settings: Settings, columns: JobColumns, for purpose: RowCheck.Purpose = .making
    ) -> (plans: [RecordPlan], issues: [JobIssue]) {
        var compiler = Compiler(columns: columns)
        let plans: [RecordPlan]
        if let records = settings.records {
            plans = records.compactMap { record in
                guard let template = compiler.template(record.value, kind: record.kind) else { return nil }
                let language = record.language.flatMap { compiler.template($0, kind: .text) }
                return RecordPlan(kind: record.kind, template: template, language: language)
            }
        } else {
            // The URL before the text, because phones act on the first record (contract, section 4).
            plans = [
                compiler.plan(.uri, cell: columns.positions[.url], template: settings.url),
                compiler.plan(.text, cell: columns.positions[.text], template: settings.text),
            ].compactMap { $0 }
            let hasMessages =
                purpose == .comparing && [.messageHex, .lockState].contains { columns.position($0) != nil }
            if plans.isEmpty && !hasMessages && compiler.issues.isEmpty { compiler.refuseMissingContent(purpose) }
        }
        return (plans, compiler.issues)
    }

    private struct Compiler {
        let columns: JobColumns
        var issues: [JobIssue] = []

        mutating func plan(_ kind: RecordTemplate.Kind, cell: Int?, template source: String?) -> RecordPlan? {
            let compiled = source.flatMap { template($0, kind: kind) }
            return cell == nil && compiled == nil ? nil : RecordPlan(kind: kind, cell: cell, template: compiled)
        }

        /// The template, or nil with an issue.
        mutating func template(_ source: String, kind: RecordTemplate.Kind) -> Template? {
            do throws(TemplateError) {
                let template = try Template(source)
                let unknown = template.columns.filter { columns.names[HeaderName($0)] == nil }
                for name in unknown { refuseUnknown(name, in: source) }
                if kind == .uri, template.soleColumn == nil, case .column(let name)? = template.parts.first {
                    refuse(
                        "template-invalid",
                        "the URL template \(source.quoted) begins with \("{\(name)}".quoted), whose value would "
                            + "be percent-encoded; begin it with the scheme, or use the column alone")
                    return nil
                }
                if template.usesRow, columns.names[HeaderName("row")] != nil {
                    issues.append(
                        JobIssue(
                            severity: .warning, code: "template-row",
                            message: "{row} in a template is the number of the row, not the column of that name"))
                }
                return unknown.isEmpty ? template : nil
            } catch {
                refuse(error.code == .notBuilt ? "template-not-built" : "template-invalid", error.context)
                return nil
            }
        }

        private mutating func refuse(_ code: String, _ message: String) {
            issues.append(JobIssue(severity: .error, code: code, message: message))
        }

        private mutating func refuseUnknown(_ name: String, in source: String) {
            let nearest = nearestName(to: name, among: columns.own + ["row"]).map { "; is \("{\($0)}".quoted) meant?" }
            let named = "the template \(source.quoted) names \("{\(name)}".quoted), but no column is so named"
            refuse("template-column", named + (nearest ?? ""))
        }

        mutating func refuseMissingContent(_ purpose: RowCheck.Purpose) {
            guard !columns.issues.contains(where: { $0.code == "column-not-built" }) else { return }
            let headers = columns.own.prefix(8).map(\.quoted).joined(separator: ", ")
            var message =
                purpose == .making
                ? "no column says what to write: url or text must be among the headers "
                : "no column says what a tag must hold: url, text or message_hex must be among the headers "
            message += "(they are: \(headers)), or a template must be given with --url or --text"
            message += "; a file without a line of headers needs one"
            if columns.own.first?.hasPrefix("#") ?? false { message += ", and comment lines are not passed over" }
            refuse("content-missing", message)
        }
    }
}

extension RecordPlan {
    /// The value for one row, "" where there is none; `isWhole` where it was not put together in a template.
    func value(row: Int, cells: [String], columns: JobColumns) -> (text: String, isWhole: Bool) {
        if let cell, !cells[cell].isBlank { return (cells[cell], true) }
        guard let template else { return ("", true) }
        let lookUp = { (name: String) in columns.value(of: name, in: cells) }
        let text = kind == .uri ? template.uri(row: row, value: lookUp) : template.text(row: row, value: lookUp)
        return (text, template.soleColumn != nil)
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
