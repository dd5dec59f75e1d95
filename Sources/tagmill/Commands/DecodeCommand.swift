import Jobs
import NDEF

/// `tagmill ndef decode`
struct DecodeCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let (bytes, name) = try input()
        let message: Message
        do throws(NDEFError) {
            message = try Message(decoding: bytes)
        } catch {
            // A script is told where the message is broken; a person sees what can be read all the same.
            let readable = RecordListing(lenient: bytes)
            let shown = context.wantsJSON || readable.records.isEmpty ? "" : "; what can be read:\n" + readable.text
            throw .refusedFile(path: name, reason: "\(error)" + shown)
        }
        let listing = RecordListing(message)
        let notes = listing.notes
        if context.wantsJSON {
            let object = JSONValue.object([
                .init("records", listing.json), .init("notes", .array(notes.map { .string($0) })),
            ])
            context.console.printResult(object.compact)
        } else {
            context.console.printResult(listing.text)
            for note in notes { context.console.warning(note) }
        }
        return .success
    }

    /// Hex, else a file; without an argument standard input. A file whose name is hex is named as `./NAME`.
    private func input() throws(CommandError) -> (bytes: [UInt8], name: String) {
        let operand = context.arguments.operands.first ?? "-"
        if operand != "-" {
            // As an empty file: a message without records, and no file without a name.
            if operand.allSatisfy(\.isWhitespace) { return ([], "message") }
            if let bytes = MessageInput.hex(operand) { return (bytes, "message") }
            guard InputFile.exists(operand) else {
                throw .refusedFile(path: operand, reason: "is no file, and no hex with two digits a byte")
            }
        } else if context.surroundings.inputIsTerminal {
            context.console.note("type the message in hex; Ctrl-D ends it")
        }
        let name = operand == "-" ? "standard input" : operand
        let bytes = try InputFile.bytes(at: operand, atMost: MessageInput.mostBytes, allowsStandardInput: true)
        guard let message = MessageInput.file(bytes) else {
            throw .refusedFile(
                path: name, reason: "holds neither a message, whose first byte is 80 or more, nor hex")
        }
        return (message, name)
    }
}
