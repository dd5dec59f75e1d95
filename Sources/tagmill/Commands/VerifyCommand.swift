import Jobs

/// `tagmill verify`: compares tags, or images of them, with what they must hold. Writes to no tag.
struct VerifyCommand {
    let context: CommandContext

    private var console: Console { context.console }

    func run() throws(CommandError) -> ExitCode {
        let options = try VerifyOptions(context.arguments)
        if let folder = options.outputFolder { try ReportFolder.checkHoldsNoRun(folder) }
        let output = VerifyOutput(context: context, options: options)
        let paths = options.paths.isEmpty ? nil : try ImagePaths(options.paths)
        let named = (paths?.files ?? []).filter(\.isNamed).map(\.path)
        try output.check(sparing: [options.golden] + named)
        let file = try context.goldenFile(at: options.golden)
        let matching = TagMatching(file.golden, exactly: options.isExact)
        if file.golden.passedOver > 0 {
            let count = file.golden.passedOver
            console.note(
                "\(file.path): \(count) \(count == 1 ? "item" : "items") that did not succeed \(count == 1 ? "is" : "are") "
                    + "passed over")
        }
        guard let paths else {
            return try VerifyTags(context: context, readerOptions: options.readers, output: output).run(
                matching, on: try context.readers())
        }
        return try output.conclude(verified(paths, matching))
    }

    /// Compares image files, one after another: no more than one is held in memory.
    private func verified(_ paths: ImagePaths, _ matching: TagMatching) -> Verification {
        var matching = matching
        var passedOver = FilesPassedOver()
        for file in paths.files {
            if let tag = ImageReading(file).observed(source: file.path) {
                let item = matching.take(tag)
                console.detail(VerifyListing.progress(item))
                for note in VerifyListing.notes(item) { console.detail(note) }
            } else {
                passedOver.take(file)
                console.detail("passed over, of no kind of image that is known: \(file.path)")
            }
        }
        if let sentence = passedOver.sentence { console.note(sentence) }
        return matching.verification(filesPassedOver: passedOver.count)
    }
}
