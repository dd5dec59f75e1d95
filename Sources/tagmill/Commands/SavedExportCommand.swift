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
        let uid = try uid(for: format)
        let tag = try SavedStore(context, for: .reading).tag(context.arguments)
        let bytes: [UInt8]
        do throws(ImageError) {
            bytes = try format.bytes(of: tag, chip: chip, uid: uid) { context.console.note($0) }
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

    /// The value of an option that says something of an image.
    private func value(_ option: String, for format: SavedExportFormat) throws(CommandError) -> String? {
        guard let value = context.arguments.value(option) else { return nil }
        guard format.image != nil else {
            throw .contradiction("'--\(option)' is of images; '\(format.rawValue)' is the message alone")
        }
        return value
    }

    private func uid(for format: SavedExportFormat) throws(CommandError) -> UID? {
        guard let hex = try value("uid", for: format) else { return nil }
        guard let uid = UID(hex: hex), uid.count == 7 else {
            throw .badValue(option: "--uid", value: hex, expected: "7 bytes in hex, such as 04A1B2C3D4E5F6")
        }
        return uid
    }

    private func chip(for format: SavedExportFormat) throws(CommandError) -> Chip? {
        guard let name = try value("chip", for: format) else { return nil }
        guard let chip = Chip(name: name) else {
            throw .badValue(
                option: "--chip", value: name, expected: TagImage.blankChips.map(\.rawValue).joined(separator: ", "))
        }
        return chip
    }
}
