/// A reader that pcscd is told of by a file, because no bus announces it: serial and virtual readers (reader.conf(5)).
public struct ConfiguredReader: Hashable, Sendable {
    /// The file that names it.
    public var file: String
    public var name: String
    /// The driver's library.
    public var library: String
    /// The library is there.
    public var isLibraryThere: Bool

    public init(file: String, name: String, library: String, isLibraryThere: Bool = true) {
        self.file = file
        self.name = name
        self.library = library
        self.isLibraryThere = isLibraryThere
    }

    private static let folder = "/etc/reader.conf.d"

    static func all(root: String) -> [ConfiguredReader] {
        // pcscd passes over names that begin with a dot (pcsc-lite, configfile.l).
        MachineFile.names(in: root + folder).filter { !$0.hasPrefix(".") }.flatMap { name in
            let path = folder + "/" + name
            return entries(in: MachineFile.text(of: root + path) ?? "").map { entry in
                ConfiguredReader(
                    file: path, name: entry.name, library: entry.library,
                    isLibraryThere: MachineFile.resolved(root + entry.library) != nil)
            }
        }
    }

    /// Lines of a key and a value, which may stand in quotes; each entry begins with its friendly name, and `#` with a comment.
    static func entries(in text: String) -> [(name: String, library: String)] {
        var entries: [(name: String, library: String)] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard words.count == 2, !words[0].hasPrefix("#") else { continue }
            var value = words[1].drop(while: \.isWhitespace)
            if value.first == "\"" {
                value = value.dropFirst().prefix { $0 != "\"" }
            } else {
                value = value.prefix { !$0.isWhitespace }
            }
            switch words[0] {
            case "FRIENDLYNAME": entries.append((String(value), ""))
            case "LIBPATH" where !entries.isEmpty: entries[entries.count - 1].library = String(value)
            default: break
            }
        }
        return entries.filter { !$0.library.isEmpty }
    }
}
