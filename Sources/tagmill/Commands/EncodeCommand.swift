import Jobs
import NDEF
import Tags

/// `tagmill ndef encode`
struct EncodeCommand {
    let context: CommandContext
    /// Asks a person who sits at the terminal.
    let confirmation: Confirmation

    init(context: CommandContext, confirmation: Confirmation? = nil) {
        self.context = context
        self.confirmation = confirmation ?? Confirmation(console: context.console)
    }

    func run() throws(CommandError) -> ExitCode {
        let (records, found) = try records()
        let findings = found + advice(on: records)
        let message = Message(records)
        let bytes: [UInt8]
        do throws(NDEFError) {
            bytes = try message.encoded()
        } catch {
            throw .contradiction("the records are no message: \(error)")
        }
        let fits = Chip.fits(messageBytes: bytes.count)
        let tooLarge = fits.isEmpty ? ["no chip that is known holds a message of \(bytes.count) bytes"] : []
        try write(bytes)
        for note in findings + tooLarge { context.console.warning(note) }
        if context.wantsJSON {
            let listing = RecordListing(message)
            let object = JSONValue.object([
                .init("message_hex", .string(bytes.hex)),
                .init("message_bytes", .int(Int64(bytes.count))),
                .init("fits", .array(fits.map { .string($0.rawValue) })),
                .init("records", listing.json),
                .init("notes", .array((findings + tooLarge + listing.notes).map { .string($0) })),
            ])
            context.console.printResult(object.compact)
        } else if context.arguments.value("out") == nil {
            context.console.printResult(bytes.hex)
        }
        return .success
    }

    /// What is to be said of the records together.
    private func advice(on records: [Record]) -> [String] {
        (RecordOrder.findings(records) + [PhoneAdvice.finding(records)].compactMap { $0 }).map(\.message)
    }

    private func write(_ bytes: [UInt8]) throws(CommandError) {
        guard let path = context.arguments.value("out") else { return }
        let file = NewFile(path: path, context: context, confirmation: confirmation)
        try file.checkPlace()
        try file.write(bytes)
        context.console.note("\(path) holds the message, \(bytes.count) bytes")
    }

    // MARK: Records

    /// The records, and what is worth knowing of them.
    private func records() throws(CommandError) -> (records: [Record], findings: [String]) {
        let words = context.arguments.operands
        guard let path = context.arguments.value("from") else {
            guard !words.isEmpty else { throw .missingOperand(command: "ndef encode", operand: "TYPE") }
            return try built(words)
        }
        guard words.isEmpty else {
            throw .contradiction("'--from' names all records; \(words[0].quoted) cannot stand beside it")
        }
        guard !context.arguments.has("lang") else {
            throw .contradiction("'--lang' cannot stand together with '--from', whose records are whole")
        }
        return (try document(at: path), [])
    }

    private func built(_ words: [String]) throws(CommandError) -> (records: [Record], findings: [String]) {
        let language = context.arguments.value("lang") ?? "en"
        guard LanguageCode.isValid(language) else {
            throw .badValue(option: "--lang", value: language, expected: "a language code such as en or de-AT")
        }
        var source = ValueSource(context: context)
        let all = try RecordWords.records(words, language: language, source: &source)
        var records: [Record] = []
        var findings: [(isError: Bool, message: String)] = []
        for (index, words) in all.enumerated() {
            let built = words.kind.build(words.values)
            records += built.records
            let place = all.count == 1 ? "" : "record \(index + 1), \(words.kind.name): "
            findings += built.findings.map { ($0.severity == .error, place + $0.message) }
        }
        let errors = findings.filter(\.isError).map(\.message)
        guard errors.isEmpty else { throw .contradiction(errors.joined(separator: "\n")) }
        return (records, findings.map(\.message))
    }

    /// Records as `ndef decode --json` prints them.
    private func document(at path: String) throws(CommandError) -> [Record] {
        let name = path == "-" ? "standard input" : path
        let bytes = try InputFile.bytes(at: path, atMost: SavedDocument.mostBytes, allowsStandardInput: true)
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .refusedFile(path: name, reason: "is no JSON: \(error)")
        }
        guard case .array(let values)? = json["records"] else {
            throw .refusedFile(
                path: name, reason: "has no array records, as the objects have that 'ndef decode --json' prints")
        }
        let document = RecordDocument(name: "a record", cure: "leave it out, or change payload_hex")
        var records: [Record] = []
        for (index, value) in values.prefix(NDEFLimits.records + 1).enumerated() {
            do throws(RecordDocument.Refusal) {
                records.append(try document.record(value, "record \(index + 1): "))
            } catch {
                throw .refusedFile(path: name, reason: error.reason)
            }
        }
        return records
    }
}
