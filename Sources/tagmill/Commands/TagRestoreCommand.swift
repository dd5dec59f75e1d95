import Provisioning
import TagImages
import Tags

/// `tagmill tag restore`: the user pages of an image come back onto the presented tag.
struct TagRestoreCommand {
    let context: CommandContext
    let confirmation: Confirmation?

    init(context: CommandContext, confirmation: Confirmation? = nil) {
        self.context = context
        self.confirmation = confirmation
    }

    func run() throws(CommandError) -> ExitCode {
        let command = TagActCommand(context: context, confirmation: confirmation)
        try command.checkQuestion()
        let passwords = try command.givenPasswords()
        let path = context.arguments.operands[0]
        let image = try TagImage(at: path)
        guard case .type2(let memory) = image.memory else {
            let what = image.chip.map { "of a \($0)" } ?? "of no Type 2 tag, or of its message alone"
            throw .refusedFile(
                path: path, reason: "is an image \(what); the pages of a Type 2 tag are restored and nothing else")
        }
        let pages = try pages()
        let request: RestoreRequest
        do throws(RestoreRequest.Refusal) {
            request = try RestoreRequest(image: memory, chip: image.chip, extraPages: pages)
        } catch {
            throw .refusedFile(path: path, reason: error.detail)
        }
        for note in image.notes { context.console.warning("\(path): \(note)") }
        if let pages = request.mirroredPages {
            context.console.warning(
                "\(path): a mirror was on over \(pageList(pages)) when it was made: it has what the mirror showed, not "
                    + "what was stored beneath")
        }
        return try command.run(.restore(request), passwords: passwords)
    }

    private func pages() throws(CommandError) -> [Int] {
        var pages: [Int] = []
        for text in context.arguments.values("page") {
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let page = Int(text),
                page < PageMemory.pageLimit
            else {
                throw .badValue(option: "--page", value: text, expected: "the number of a page, in decimal digits")
            }
            pages.append(page)
        }
        return pages
    }
}

extension TagImage {
    /// Reads an image file that the command line names.
    init(at path: String) throws(CommandError) {
        let bytes = try InputFile.bytes(at: path, atMost: TagImage.mostBytes)
        do throws(ImageError) {
            self = try TagImage(reading: bytes, name: path)
        } catch {
            let isSaved = error.code == .unknownKind && SavedDocument.document(in: bytes) != nil
            throw .refusedFile(path: path, reason: isSaved ? SavedDocument.isNoImage : "\(error)")
        }
    }
}
