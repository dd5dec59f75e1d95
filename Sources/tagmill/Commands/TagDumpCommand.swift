import Jobs
import Operations
import Provisioning
import ReaderModels
import TagImages
import Tags
import Threads

/// `tagmill tag dump`: the memory of the presented tag, or of an image, into an image file.
struct TagDumpCommand {
    let context: CommandContext
    /// Asks a person who sits at the terminal.
    let confirmation: Confirmation

    init(context: CommandContext, confirmation: Confirmation? = nil) {
        self.context = context
        self.confirmation = confirmation ?? Confirmation(console: context.console)
    }

    func run() throws(CommandError) -> ExitCode {
        let path = context.arguments.operands[0]
        let format = try ImageFormatChoice.format(named: context.arguments.value("format"), file: path)
        let file = NewFile(path: path, context: context, confirmation: confirmation)
        if let source = context.arguments.value("image") {
            try refuseReaderOptions()
            let image = try TagImage(at: source)
            try file.checkPlace()
            return try dump(image, of: source, as: format, to: file) ?? .refused
        }
        try file.checkPlace()
        let tag = try presentedTag()
        guard let image = TagImage(dumpOf: tag) else {
            context.console.errorMessage(tag.rejection?.detail ?? "the tag cannot be read")
            return .notAchieved
        }
        return try dump(image, of: "the tag", as: format, to: file) ?? .notAchieved
    }

    /// Nil where the format cannot hold it; that is said.
    private func dump(
        _ image: TagImage, of source: String, as format: ImageFormat, to file: NewFile
    ) throws(CommandError) -> ExitCode? {
        let bytes: [UInt8]
        do throws(ImageError) {
            bytes = try image.write(as: format)
        } catch {
            context.console.errorMessage("\(source): \(error)")
            return nil
        }
        try file.write(bytes)
        for note in image.notes { context.console.warning(note) }
        let dump = TagDump(image: image, format: format, path: file.path, fileBytes: bytes.count)
        context.console.printResult(context.wantsJSON ? dump.json.compact : VisibleText.escaped(dump.sentence))
        return .success
    }

    // MARK: An image

    private func refuseReaderOptions() throws(CommandError) {
        for option in ["reader", "rack", "idle-timeout", "password-file"] where context.arguments.has(option) {
            throw .contradiction("'--image' reads a file: it cannot stand together with '--\(option)'")
        }
    }

    // MARK: A tag

    private func presentedTag() throws(CommandError) -> TagInspection {
        let readers = try WaitingReaders(
            of: try context.readers(), try ReaderOptions(context.arguments), isForOneTag: true, context)
        let passwords = try TagActCommand(context: context).givenPasswords()
        let found = Guarded<TagInspection?>(nil)
        let operation = ReadOperation(
            readers: readers.source.readers, takesPart: { readers.places.takesPart($0) },
            idleTimeoutSeconds: readers.idleTimeoutSeconds, isOneAfterAnother: readers.isRack,
            inspect: { channel, reader in TagInspection.survey(&channel, reader: reader, passwords: passwords) },
            trouble: readers.trouble,
            tag: { tag, _ in
                found.withLock { $0 = tag }
                return .end
            })
        readers.invite()
        // Nothing is written to any tag, so a signal ends the wait at once.
        readers.signals.answer(.init(first: { operation.abandon() }, second: { operation.abandon() }))
        let end = operation.execute()
        readers.tellUnreachedFaults()
        guard let tag = found.withLock({ $0 }) else { throw readers.noTag(end) }
        return tag
    }
}

extension TagImage {
    /// A dump of a presented tag; nil where the tag could not be read. A signature of zeros is none, as in every image.
    fileprivate init?(dumpOf tag: TagInspection) {
        guard tag.rejection == nil, let memory = tag.memory, let chip = tag.chip else { return nil }
        self.init(
            format: .raw, uid: tag.uid, chip: chip, memory: .type2(memory), version: tag.version,
            signature: tag.signature.flatMap { $0.allSatisfy { $0 == 0 } ? nil : $0 }, counters: tag.counters)
        if let mirror = tag.contents?.mirror {
            notes.append(
                "an ASCII mirror of the \(mirror.content.rawValue) lies over \(pageList(mirror.pages)): the file has what "
                    + "it shows, not what is stored beneath")
        }
    }
}
