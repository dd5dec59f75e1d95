/// What `verify` is asked for, beside what a job's content is made of.
struct VerifyOptions: Hashable, Sendable {
    /// The golden file.
    var golden: String
    /// Image files and folders; none: presented tags.
    var paths: [String]
    var isExact: Bool
    /// `--require-genuine`.
    var requiresGenuine: Bool
    /// The file of `--junit`.
    var junit: String?
    /// The folder of `-o`; nil: no report is written.
    var outputFolder: String?
    var readers: ReaderOptions

    init(_ arguments: Arguments) throws(CommandError) {
        golden = arguments.operands[0]
        paths = Array(arguments.operands.dropFirst())
        isExact = arguments.has("exact")
        requiresGenuine = arguments.has("require-genuine")
        junit = arguments.value("junit")
        outputFolder = arguments.value("out")
        readers = try ReaderOptions(arguments)
        guard !paths.isEmpty else { return }
        for option in ["reader", "rack", "idle-timeout"] where arguments.has(option) {
            throw .contradiction("'--\(option)' is for tags on readers: it cannot stand together with a PATH")
        }
    }
}
