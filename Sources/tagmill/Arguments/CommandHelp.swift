/// The help of a command, made from its table.
enum CommandHelp {
    private static let width = 100

    static func text(of command: Command) -> String {
        var sections = ["Usage: \(usage(command))", capitalized(command.summary) + "."]
        if !command.explanation.isEmpty { sections.append(wrapped(command.explanation, indent: 0)) }
        if !command.subcommands.isEmpty {
            let rows = command.subcommands.map { ($0.lastName, $0.summary) }
            sections.append(section("Commands", rows))
        }
        if !command.operands.isEmpty {
            sections.append(section("Arguments", command.operands.map { ($0.name, $0.summary) }))
        }
        for group in Option.Group.allCases {
            let options = command.options.options.filter { $0.group == group }
            if !options.isEmpty {
                sections.append(section(group.rawValue, options.map { (spelled($0), $0.summary) }))
            }
        }
        let examples = command.examples.map { "  \($0.line)\n      \($0.meaning)" }
        sections.append("Examples:\n" + examples.joined(separator: "\n"))
        if command.name == CommandTable.root.name {
            sections.append(section("Exit codes", ExitCode.allCases.map { (String($0.rawValue), $0.summary) }))
            sections.append("'tagmill COMMAND --help' tells the options of a command.")
        }
        return sections.joined(separator: "\n\n")
    }

    private static func usage(_ command: Command) -> String {
        var parts = command.name == CommandTable.root.name ? ["tagmill"] : ["tagmill", command.name]
        if command.subcommands.isEmpty {
            parts += command.operands.map { operand in
                let name = operand.name + (operand.isRepeatable ? "..." : "")
                return operand.isOptional ? "[\(name)]" : name
            }
            parts.append("[options]")
        } else {
            parts.append(command.standsAlone ? "[COMMAND] [options]" : "COMMAND [options]")
        }
        return parts.joined(separator: " ")
    }

    private static func spelled(_ option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        let value = option.value.map { option.form == .optional ? " [\($0)]" : " " + $0 } ?? ""
        return short + "--" + option.name + value
            + (option.isRepeatable ? " ..." : "")
    }

    private static func section(_ title: String, _ rows: [(String, String)]) -> String {
        let column = min(28, (rows.map { $0.0.count }.max() ?? 0)) + 4
        let lines = rows.map { name, summary in
            let start = "  " + name
            let text = wrapped(summary, indent: column)
            if start.count + 2 > column { return start + "\n" + text }
            return start + text.dropFirst(start.count)
        }
        return title + ":\n" + lines.joined(separator: "\n")
    }

    private static func wrapped(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = margin
        for word in text.split(whereSeparator: \.isWhitespace) {
            if line.count > indent, line.count + 1 + word.count > width {
                lines.append(line)
                line = margin
            }
            line += (line.count > indent ? " " : "") + word
        }
        return (lines + [line]).joined(separator: "\n")
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
