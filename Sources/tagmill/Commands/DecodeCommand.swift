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
            throw .refusedFile(path: name, reason: "\(error)")
        }
        let listing = RecordListing(message)
        if context.wantsJSON {
            let notes = listing.notes.map { JSONValue.string($0) }
            let object = JSONValue.object([.init("records", listing.json), .init("notes", .array(notes))])
            context.console.printResult(object.compact)
        } else {
            context.console.printResult(listing.text)
            for note in listing.notes { context.console.note("note: \(note)") }
        }
        return .success
    }

    /// Hex, else a file; without an argument standard input. A file whose name is hex is named as `./NAME`.
    private func input() throws(CommandError) -> (bytes: [UInt8], name: String) {
        let operand = context.arguments.operands.first ?? "-"
        if operand != "-", let bytes = MessageInput.hex(operand) { return (bytes, "message") }
        if operand != "-", !InputFile.exists(operand) {
            throw .refusedFile(path: operand, reason: "is neither hex nor a file")
        }
        let name = operand == "-" ? "standard input" : operand
        let bytes = try InputFile.bytes(at: operand, atMost: MessageInput.mostBytes, allowsStandardInput: true)
        guard let message = MessageInput.file(bytes) else {
            throw .refusedFile(path: name, reason: "holds neither a message (first byte 80 to FF) nor hex")
        }
        return (message, name)
    }
}
