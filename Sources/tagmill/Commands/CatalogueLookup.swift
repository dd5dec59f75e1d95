import JobFiles
import Jobs

/// The catalogue of `--catalog`, and how the SKU is found that a tag names.
struct CatalogueLookup: Sendable {
    private let catalogue: Catalogue
    private let finder: SKUFinder

    func listing(of tag: ObservedTag) -> ProductListing {
        ProductListing(finding: catalogue.find(tag.message, by: finder))
    }
}

extension CatalogueLookup {
    /// Reads the catalogue that the command line names; nil where it names none. Says every fault of the file, as of a
    /// job's, and throws where one is an error.
    init?(_ context: CommandContext) throws(CommandError) {
        let finder = SKUFinder(pattern: try Self.pattern(context.arguments))
        guard let path = context.arguments.value("catalog") else {
            guard context.arguments.has("sku-pattern") else { return nil }
            throw .contradiction("'--sku-pattern' finds the SKU for a catalogue: name one with --catalog")
        }
        let bytes = try InputFile.bytes(at: path, atMost: FileLimits.tableBytes)
        let catalogue: Catalogue
        do throws(JobFileError) {
            let table = try CSVFile.read(bytes)
            catalogue = Catalogue(table)
            for note in table.notes { context.console.note("\(path): \(note)") }
        } catch {
            context.console.issues([error.issue], path: path)
            throw .refusedJob(path: path, errors: 1)
        }
        context.console.issues(catalogue.issues, path: path)
        let errors = catalogue.issues.count { $0.severity == .error }
        if errors > 0 { throw .refusedJob(path: path, errors: errors) }
        self.init(catalogue: catalogue, finder: finder)
    }

    private static func pattern(_ arguments: Arguments) throws(CommandError) -> SKUPattern? {
        guard let text = arguments.value("sku-pattern") else { return nil }
        do throws(SKUPattern.Fault) {
            return try SKUPattern(text)
        } catch {
            throw .badValue(option: "--sku-pattern", value: text, expected: "a regular expression (\(error))")
        }
    }
}
