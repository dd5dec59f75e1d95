/// When text is coloured.
enum ColorChoice: String, Hashable, Sendable, CaseIterable {
    case auto
    case always
    case never

    /// Reads `--color` and `--no-color`, the last of them.
    init(_ arguments: Arguments) throws(CommandError) {
        guard let given = arguments.last(of: ["color", "no-color"]) else {
            self = .auto
            return
        }
        guard let value = given.value else {
            self = .never
            return
        }
        guard let choice = Self(rawValue: value) else {
            throw .badValue(option: "--color", value: value, expected: "auto, always or never")
        }
        self = choice
    }

    /// Whether standard error is coloured.
    func coloursErrors(in surroundings: Surroundings) -> Bool {
        colours(terminal: surroundings.errorIsTerminal, in: surroundings)
    }

    /// Whether a stream is coloured. `NO_COLOR` counts when it is not empty (no-color.org).
    func colours(terminal isTerminal: Bool, in surroundings: Surroundings) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            isTerminal && surroundings.obeysControls && surroundings.environment["NO_COLOR", default: ""].isEmpty
        }
    }
}

/// How a piece of text is set off (ECMA-48, SGR).
enum TextStyle: String, Hashable, Sendable {
    case plain = ""
    case good = "32"
    case warning = "33"
    case bad = "1;31"
    case faint = "2"
    case strong = "1"

    func applied(to text: String, colored: Bool) -> String {
        colored && self != .plain && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
