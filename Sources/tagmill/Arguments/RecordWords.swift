import Jobs
import Tags

/// One record as words of a command line: `TYPE [VALUE] [FIELD=VALUE ...]`.
///
/// A word `NAME=…` is a field where the type has one of that name, by the names of the settings. Any other word is the value. `NAME=@FILE` takes what stands in a file, `NAME=@-` standard input, and `NAME=@@…` a text with one `@` in
/// front.
struct RecordWords {
    let kind: RecordKind
    private(set) var values: RecordValues
    private var hasValue = false

    /// Reads the words of all records, which a `+` parts.
    ///
    /// - Parameters:
    ///   - language: of texts, where a record says no other.
    ///   - source: reads files and standard input.
    static func records(
        _ words: [String], language: String, source: inout ValueSource
    ) throws(CommandError) -> [RecordWords] {
        var records: [RecordWords] = []
        for group in words.split(separator: "+", omittingEmptySubsequences: false) {
            records.append(try RecordWords(group, language: language, source: &source))
        }
        return records
    }

    private init(_ words: ArraySlice<String>, language: String, source: inout ValueSource) throws(CommandError) {
        guard let name = words.first else {
            throw .contradiction("a type is missing: records are parted by one +, each begins with its type")
        }
        guard let kind = RecordKind(name: name) else {
            let known = RecordKind.knownNames.joined(separator: ", ")
            let nearest = nearName(to: name, among: RecordKind.knownNames).map { "; is \($0) meant?" } ?? ""
            throw .contradiction("the type \(name.quoted) is none of \(known)\(nearest)")
        }
        self.kind = kind
        values = RecordValues(language: language)
        for word in words.dropFirst() { try take(word, &source) }
        guard !values.isEmpty else {
            throw .contradiction("there is nothing to write: the type is \(kind.name), and \(kind.fields.missing)")
        }
    }

    private mutating func take(_ word: String, _ source: inout ValueSource) throws(CommandError) {
        if let equals = word.firstIndex(of: "="), isField(String(word[..<equals])) {
            try take(String(word[word.index(after: equals)...]), of: String(word[..<equals]), &source)
        } else if kind.fields.value != nil, !hasValue {
            values.value = word
            hasValue = true
        } else {
            throw .contradiction(unexpected(word))
        }
    }

    private mutating func take(
        _ text: String, of name: String, _ source: inout ValueSource
    ) throws(CommandError) {
        let isTwice = name == "value" ? hasValue : values[name] != nil || values.members.contains { $0.name == name }
        guard !isTwice else { throw .contradiction("\(kind.name) has its \(name) twice") }
        if name == "file", kind.fields.hasFile {
            let bytes = try InputFile.bytes(at: text, atMost: MessageInput.mostBytes)
            return values.fields.append(("base64", bytes.base64))
        }
        let value = try source.text(text, of: name, isSecret: isSecret(name))
        switch name {
        case "value":
            values.value = value
            hasValue = true
        case "lang":
            guard LanguageCode.isValid(value) else {
                throw .contradiction("lang must be a code like en or de-AT, not \(value.quoted)")
            }
            values.language = value
        case _ where !kind.fields.has(name): values.members.append(.init(name, .string(value)))
        default:
            // As in a table: an empty cell gives nothing.
            if !value.isEmpty { values.fields.append((name, value)) }
        }
    }

    private func isField(_ name: String) -> Bool {
        names.contains(name) || kind.fields.has(name) || isMember(name)
    }

    /// As the settings have them, but for the type, and for `members`, which have names of their own here.
    private var names: [String] { kind.settingNames.filter { $0 != "type" && $0 != "members" } }

    /// A word that may be the name of a JSON object's member.
    private func isMember(_ name: String) -> Bool {
        guard kind.fields.hasMembers, let first = name.unicodeScalars.first else { return false }
        let isLetter = first.properties.isAlphabetic || first == "_"
        return isLetter
            && name.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "_-".unicodeScalars.contains(scalar)
            }
    }

    /// What others must not read in the list of processes.
    private func isSecret(_ name: String) -> Bool { kind == .wifi && ["password", "key"].contains(name) }

    private func unexpected(_ word: String) -> String {
        let written = String(word.prefix { $0 != "=" })
        let nearest = word.contains("=") ? nearName(to: written, among: names) : nil
        let hint = nearest.map { "; is \($0) meant?" } ?? "; a further record begins behind a +"
        let what = word.contains("=") ? "\(written.quoted) is no field of \(kind.name)" : "what is \(word.quoted)?"
        return "\(what): \(kind.name) has \(names.joined(separator: ", "))\(hint)"
    }
}

/// Where the values of fields come from that are no words of the command line themselves.
struct ValueSource {
    let context: CommandContext
    /// Reads a line that is not shown; nil where there is none to come.
    var readSecret: () -> String? = { HiddenInput.line() }
    private var isInputTaken = false

    init(context: CommandContext, readSecret: @escaping () -> String? = { HiddenInput.line() }) {
        self.context = context
        self.readSecret = readSecret
    }

    /// The value that a word gives: itself, or what it names with `@`. One end of a line at the end is not part of it.
    mutating func text(_ word: String, of field: String, isSecret: Bool) throws(CommandError) -> String {
        let isNamed = word.hasPrefix("@") && !word.hasPrefix("@@")
        guard !isSecret || isNamed || word.isEmpty else {
            throw .contradiction(
                "others can read the \(field) in the list of processes: give it as \(field)=@FILE, or as \(field)=@- on "
                    + "standard input")
        }
        guard isNamed else { return word.hasPrefix("@@") ? String(word.dropFirst()) : word }
        let path = String(word.dropFirst())
        let bytes =
            path == "-" ? try input(field, isSecret) : try InputFile.bytes(at: path, atMost: MessageInput.mostBytes)
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw .refusedFile(
                path: path == "-" ? "standard input" : path, reason: "is no text in UTF-8 without a NUL byte")
        }
        return text.last?.isNewline == true ? String(text.dropLast()) : text
    }

    private mutating func input(_ field: String, _ isSecret: Bool) throws(CommandError) -> [UInt8] {
        guard !isInputTaken else { throw .contradiction("standard input can be read for one value alone") }
        isInputTaken = true
        guard context.surroundings.inputIsTerminal else {
            return try InputFile.bytes(at: "-", atMost: MessageInput.mostBytes, allowsStandardInput: true)
        }
        guard isSecret else {
            context.console.note("type the \(field); Ctrl-D ends it")
            return try InputFile.bytes(at: "-", atMost: MessageInput.mostBytes, allowsStandardInput: true)
        }
        context.console.question("The \(field) (not shown): ")
        let typed = readSecret()
        _ = context.console.standardError.write("\n")
        return Array((typed ?? "").utf8)
    }
}
