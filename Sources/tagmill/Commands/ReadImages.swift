import Jobs

/// `tagmill read PATH...`: what is in image files. No reader is opened.
struct ReadImages {
    let context: CommandContext
    let printer: TagPrinter

    func run() throws(CommandError) -> ExitCode {
        let paths = context.arguments.operands
        var passedOver = FilesPassedOver()
        for file in try ImagePaths(paths).files where printer.isRead {
            if let tag = ImageReading(file).observed(source: file.path) {
                printer.show(tag, in: .image)
            } else {
                passedOver.take(file)
            }
        }
        if let sentence = passedOver.sentence { context.console.note(sentence) }
        guard let code = printer.exitCode else {
            throw .refusedFile(path: paths.joined(separator: ", "), reason: "no image of a tag is there")
        }
        return code
    }

    /// Options that speak of readers have nothing to say about files.
    static func check(_ arguments: Arguments) throws(CommandError) {
        for option in ["watch", "reader", "rack", "idle-timeout"] where arguments.has(option) {
            throw .contradiction("'--\(option)' is for tags on readers: it cannot stand together with a PATH")
        }
    }
}
