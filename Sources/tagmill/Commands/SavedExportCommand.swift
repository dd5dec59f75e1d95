import Jobs
import Provisioning
import TagImages
import Tags

/// `tagmill saved export`: writes a saved tag into a file, or prints it.
struct SavedExportCommand {
    let context: CommandContext
    /// Asks a person who sits at the terminal.
    let confirmation: Confirmation

    init(context: CommandContext, confirmation: Confirmation? = nil) {
        self.context = context
        self.confirmation = confirmation ?? Confirmation(console: context.console)
    }

    private var path: String? { context.arguments.operands.dropFirst().first.flatMap { $0 == "-" ? nil : $0 } }

    func run() throws(CommandError) -> ExitCode {
        let format = try format()
        let chip = try chip(for: format)
        let tag = try SavedStore(context, for: .reading).tag(context.arguments)
        let bytes: [UInt8]
        do throws(ImageError) {
            bytes = try format.bytes(of: tag, chip: chip) { context.console.note($0) }
        } catch {
            throw .refusedSavedTag(String(tag.id), "\(error)")
        }
        guard let path else {
            // Every format that is printed ends with a newline, as what is printed does.
            let text = String(decoding: bytes, as: UTF8.self)
            context.console.printResult(text.last == "\n" ? String(text.dropLast()) : text)
            return .success
        }
        let file = NewFile(path: path, context: context, confirmation: confirmation)
        try file.checkPlace()
        try file.write(bytes)
        context.console.note("saved tag \(tag.id) is in \(path), \(bytes.count) bytes")
        return .success
    }

    private func format() throws(CommandError) -> SavedExportFormat {
        let known = SavedExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
        let named: SavedExportFormat? = try context.arguments.choice("format")
        guard let path else {
            let format = named ?? .json
            guard !format.isBinary else {
                throw .contradiction(
                    "'--format \(format.rawValue)' is no text; name the FILE that it is to be written to")
            }
            return format
        }
        guard let format = named ?? SavedExportFormat(ending: path) else {
            throw .contradiction("\(path): the ending tells no format; give --format, one of \(known)")
        }
        return format
    }

    private func chip(for format: SavedExportFormat) throws(CommandError) -> Chip? {
        guard let name = context.arguments.value("chip") else { return nil }
        guard format.image != nil else {
            throw .contradiction("'--chip' is of images; '\(format.rawValue)' is the message alone")
        }
        guard let chip = Chip(name: name) else {
            throw .badValue(
                option: "--chip", value: name, expected: Chip.written.map(\.rawValue).joined(separator: ", "))
        }
        return chip
    }
}
