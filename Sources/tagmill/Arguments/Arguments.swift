/// A command line as read against a table: options in the order in which they came, and operands.
///
/// Read by hand and not by `getopt_long`: that keeps its state in mutable globals (`optind`, `optarg`), which Swift 6
/// refuses and which parallel tests would share; it takes abbreviations that cannot be turned off; and what it cannot
/// read it reports without the nearest known name. The forms are the same: `--name`, `--name=value`, `--name value`,
/// `-n`, `-nvalue`, `-n value`, bundled `-qn`, `--`, options before and after operands.
struct Arguments: Hashable, Sendable {
    struct Given: Hashable, Sendable {
        let name: String
        let value: String?
    }

    private(set) var given: [Given] = []
    private(set) var operands: [String] = []
    /// What follows the first operand; filled only where reading stopped there.
    private(set) var rest: [String] = []
    /// The names of the command's options.
    private var known: Set<String> = []

    init() {}

    /// Reads a command line. `stopsAtOperand`: the first operand ends the reading, because it names a command whose own
    /// options follow it.
    init(
        _ words: [String], table: OptionTable, command: String, stopsAtOperand: Bool = false
    ) throws(CommandError) {
        known = Set(table.options.map(\.name))
        var reader = ArgumentReader(words: words, table: table, command: command)
        while let word = reader.next() {
            if word == "--" {
                if stopsAtOperand { rest = reader.remaining() } else { operands += reader.remaining() }
                return
            }
            if word.hasPrefix("--") {
                given.append(try reader.longOption(String(word.dropFirst(2))))
            } else if word.hasPrefix("-"), word.count > 1 {
                given += try reader.shortOptions(word.dropFirst())
            } else if stopsAtOperand {
                rest = [word] + reader.remaining()
                return
            } else {
                operands.append(word)
            }
        }
    }

    func has(_ name: String) -> Bool { given.contains { $0.name == name } }

    /// The value of an option; of several the last, as in any script that adds to a default.
    func value(_ name: String) -> String? { given.last { $0.name == name }?.value }

    func values(_ name: String) -> [String] { given.filter { $0.name == name }.compactMap(\.value) }

    /// Whether the command has such an option at all.
    func takes(_ name: String) -> Bool { known.contains(name) }

    /// Which of the named options came last.
    func last(of names: Set<String>) -> Given? { given.last { names.contains($0.name) } }

    /// The same, with the options of `outer` (given before the command's name) in front.
    func following(_ outer: Self) -> Self {
        var joined = self
        joined.given = outer.given + given
        return joined
    }
}

/// Walks over the words of a command line.
private struct ArgumentReader {
    private var words: ArraySlice<String>
    private let table: OptionTable
    private let command: String

    init(words: [String], table: OptionTable, command: String) {
        self.words = words[...]
        self.table = table
        self.command = command
    }

    mutating func next() -> String? { words.popFirst() }

    mutating func remaining() -> [String] {
        defer { words = [] }
        return Array(words)
    }

    /// Reads `name` or `name=value`, without the hyphens.
    mutating func longOption(_ text: String) throws(CommandError) -> Arguments.Given {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let attached = parts.count > 1 ? String(parts[1]) : nil
        guard let option = table.option(named: name) else { throw unknown("--" + name) }
        guard option.takesValue else {
            if attached != nil { throw .unexpectedValue(option: "--" + name) }
            return Arguments.Given(name: name, value: nil)
        }
        return try Arguments.Given(name: name, value: value(of: option, written: "--" + name, attached: attached))
    }

    /// Reads a bundle of short options; the first that takes a value takes the rest of the word, or the next word.
    mutating func shortOptions(_ bundle: Substring) throws(CommandError) -> [Arguments.Given] {
        var found: [Arguments.Given] = []
        var letters = bundle
        while let letter = letters.popFirst() {
            guard let option = table.option(short: letter) else { throw unknown("-" + String(letter)) }
            guard option.takesValue else {
                found.append(Arguments.Given(name: option.name, value: nil))
                continue
            }
            let attached = letters.isEmpty ? nil : String(letters)
            let value = try value(of: option, written: "-" + String(letter), attached: attached)
            found.append(Arguments.Given(name: option.name, value: value))
            return found
        }
        return found
    }

    private mutating func value(
        of option: Option, written: String, attached: String?
    ) throws(CommandError) -> String? {
        if let attached {
            if attached.isEmpty, option.form != .mayBeEmpty {
                throw .missingValue(option: written, value: option.value ?? "", found: nil)
            }
            return attached
        }
        if option.form == .optional, words.first?.hasPrefix("-") ?? true { return nil }
        // A known option in the value's place means that the value was forgotten.
        if let next = words.first, isOption(next) {
            throw .missingValue(option: written, value: option.value ?? "", found: next)
        }
        guard let value = words.popFirst(), !value.isEmpty || option.form == .mayBeEmpty else {
            throw .missingValue(option: written, value: option.value ?? "", found: nil)
        }
        return value
    }

    private func isOption(_ word: String) -> Bool {
        if word == "--" { return true }
        if word.hasPrefix("--") {
            let name = word.dropFirst(2).prefix { $0 != "=" }
            return table.option(named: String(name)) != nil
        }
        guard word.hasPrefix("-"), word.count == 2, let letter = word.last else { return false }
        return table.option(short: letter) != nil
    }

    private func unknown(_ written: String) -> CommandError {
        let nearest =
            written.hasPrefix("--")
            ? table.nearest(to: String(written.dropFirst(2))).map { "--" + $0 }
            : table.options.first { $0.short.map { "-\($0)".lowercased() == written.lowercased() } ?? false }
                .flatMap { $0.short.map { "-\($0)" } }
        return .unknownOption(written, command: command, nearest: nearest)
    }
}
