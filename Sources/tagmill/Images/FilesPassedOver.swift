/// The files of folders that are of no known kind, and are passed over: how many, and the names of the first.
struct FilesPassedOver: Hashable, Sendable {
    private static let mostNames = 5

    private(set) var count = 0
    private var names: [String] = []

    mutating func take(_ file: ImagePaths.File) {
        count += 1
        if names.count < Self.mostNames { names.append(file.name) }
    }

    /// Nil where there is none.
    var sentence: String? {
        guard count > 0 else { return nil }
        let more = count > names.count ? " and \(count - names.count) more" : ""
        return "\(count) \(count == 1 ? "file" : "files") of no known kind passed over: "
            + names.joined(separator: ", ") + more
    }
}
