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
        let source = paths == nil ? try context.readers() : nil
        try output.check(sparing: context.namedFiles + (source?.files ?? []))
        try output.check(sparing: paths?.files ?? [])
        let file = try context.goldenFile(at: options.golden)
        var golden = file.golden
        if options.requiresGenuine { golden.requireGenuine() }
        let matching = TagMatching(golden, exactly: options.isExact)
        if file.golden.passedOver > 0 {
            let count = file.golden.passedOver
            console.note(
                "\(file.path): \(count) \(count == 1 ? "item" : "items") that did not succeed \(count == 1 ? "is" : "are") "
                    + "passed over")
        }
        if let source {
            return try VerifyTags(context: context, readerOptions: options.readers, output: output).run(
                matching, on: source)
        }
        return try output.conclude(verified(paths?.files ?? [], matching))
    }

    /// Compares image files, one after another: no more than one is held in memory.
    private func verified(_ files: [ImagePaths.File], _ matching: TagMatching) -> Verification {
        var matching = matching
        var passedOver = FilesPassedOver()
        for file in files {
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
