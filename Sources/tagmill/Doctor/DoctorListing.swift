import Jobs
import PCSC
import Provisioning
import ReaderModels

/// What `doctor` prints.
struct DoctorListing {
    let findings: [Finding]
    let readers: [PCSCInquiry.Reader]
    let machine: MachineFacts
    let versions: Versions

    struct Versions: Hashable, Sendable {
        var tagmill: String
        var pcscLite: String?
        var libccid: String?
        var kernel: String?

        init(_ machine: MachineFacts) {
            tagmill = CommandLineTool.version
            pcscLite = machine.packages.pcscLite
            libccid = machine.drivers.first(where: \.isLibccid)?.version
            kernel = machine.kernel.isEmpty ? nil : machine.kernel
        }

        fileprivate var members: [(name: String, value: String?)] {
            [("tagmill", tagmill), ("pcsc-lite", pcscLite), ("libccid", libccid), ("kernel", kernel)]
        }
    }

    init(_ facts: DoctorFacts) {
        findings = facts.findings
        readers = facts.readers ?? []
        machine = facts.machine
        versions = Versions(facts.machine)
    }

    private func count(_ status: Finding.Status) -> Int { findings.count { $0.status == status } }

    var exitCode: ExitCode {
        if findings.contains(where: \.stopsWork) { return .unavailable }
        return count(.fault) > 0 ? .notAchieved : .success
    }

    // MARK: JSON

    /// `tagmill.doctor/1`.
    var json: JSONValue {
        .object([
            .init("schema", .string("tagmill.doctor/1")),
            .init("checks", .array(findings.map(Self.json))),
            .init("readers", .array(readers.enumerated().map { document(of: $0.element, number: $0.offset + 1) })),
            .init(
                "versions",
                .object(versions.members.map { .init(Self.key($0.name), $0.value.map { .string($0) } ?? .null) })),
            .init(
                "totals", .object(Finding.Status.allCases.map { .init($0.rawValue, .int(Int64(count($0)))) })),
        ])
    }

    private static func key(_ name: String) -> String { String(name.map { $0 == "-" ? "_" : $0 }) }

    private static func json(_ finding: Finding) -> JSONValue {
        .object([
            .init("check", .string(finding.check.rawValue)),
            .init("status", .string(finding.status.rawValue)),
            .init("found", .string(finding.found)),
            .init("cure", .array(finding.cure.map(json))),
            .init("facts", .array(finding.facts.map { .string($0) })),
        ])
    }

    private static func json(_ step: Finding.Step) -> JSONValue {
        switch step {
        case .run(let command): .object([.init("run", .string(command))])
        case .act(let sentence): .object([.init("do", .string(sentence))])
        }
    }

    private func document(of reader: PCSCInquiry.Reader, number: Int) -> JSONValue {
        let model = reader.info.model
        return .object([
            .init("number", .int(Int64(number))),
            .init("name", .string(reader.info.name)),
            .init("model", .string(model.name)),
            .init("slot", .string(model.slot == .contactless ? "contactless" : "not-for-tags")),
            .init("raw_commands", .bool(model.passThrough != .none)),
            .init("signals", .string(LightAndSound(of: reader.info, machine).rawValue)),
            .init("state", .string(ReaderStateChecks.state(reader))),
        ])
    }

    // MARK: Text

    /// - Parameters:
    ///   - level: quiet shows faults alone, verbose everything that was seen.
    func text(_ level: Console.Level, colored: Bool) -> String {
        var lines: [String] = []
        for finding in findings where level != .quiet || finding.status == .fault {
            lines += Self.lines(finding, level, colored: colored)
        }
        if level == .quiet { return lines.joined(separator: "\n") }
        if !readers.isEmpty { lines += ["", readerTable] }
        lines += ["", versions.members.map { "\($0.name) \($0.value ?? "unknown")" }.joined(separator: ", "), totals]
        return lines.joined(separator: "\n")
    }

    private static func lines(_ finding: Finding, _ level: Console.Level, colored: Bool) -> [String] {
        let status = VisibleText.fit(finding.status.rawValue, to: 9)
        let check = VisibleText.fit(finding.check.rawValue, to: 16)
        var lines = [finding.status.style.applied(to: status, colored: colored) + check + shown(finding.found)]
        let margin = String(repeating: " ", count: 4)
        for step in finding.cure {
            let text = shown(step.text, keepingNewlines: true).split(separator: "\n")
            switch step {
            case .run: lines += text.map { margin + TextStyle.strong.applied(to: String($0), colored: colored) }
            case .act: lines += text.map { margin + "- " + $0 }
            }
        }
        if level == .verbose { lines += finding.facts.map { margin + ". " + shown($0) } }
        return lines
    }

    private static func shown(_ text: String, keepingNewlines: Bool = false) -> String {
        VisibleText.escaped(text, keepingNewlines: keepingNewlines)
    }

    private var readerTable: String {
        var columns = TextColumns(["", "reader", "model", "slot", "raw commands", "light and sound", "state"])
        for (index, reader) in readers.enumerated() {
            let model = reader.info.model
            let isForTags = model.slot == .contactless
            columns.add([
                String(index + 1), reader.info.name, model.name, model.slot.rawValue,
                isForTags ? (model.passThrough == .none ? "no" : "yes") : "-",
                isForTags ? LightAndSound(of: reader.info, machine).text : "-", ReaderStateChecks.state(reader),
            ])
        }
        return columns.text
    }

    private var totals: String {
        let (faults, warnings, unknown) = (count(.fault), count(.warning), count(.unknown))
        if faults + warnings + unknown == 0 { return "all is well" }
        return "\(faults) \(faults == 1 ? "fault" : "faults"), \(warnings) \(warnings == 1 ? "warning" : "warnings")"
            + (unknown > 0 ? ", \(unknown) not known" : "")
    }
}

extension Finding.Status {
    fileprivate var style: TextStyle {
        switch self {
        case .ok: .good
        case .warning: .warning
        case .fault: .bad
        case .unknown: .faint
        }
    }
}
