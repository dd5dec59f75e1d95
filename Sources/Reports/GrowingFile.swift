import Glibc

/// A plain file at a path that the user named, written piece by piece in constant memory: it appears whole, over one that is
/// there, with the folders above it; or not at all, where `putInPlace` is not called. Used on one thread.
package struct GrowingFile {
    private let folder: RunFolder
    private let file: PendingFile

    /// Throws where nothing can be written there.
    package init(path: String) throws(ReportError) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty else { throw ReportError(.cannotCreateFile, systemError: EISDIR, path: path) }
        folder = try RunFolder(path: slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
        PendingFile.removeLeftOvers(in: folder.path, of: [name])
        file = try folder.pendingFile(name)
    }

    /// Adds bytes. What fails is thrown by `putInPlace`.
    package func append(_ bytes: [UInt8]) { file.write(bytes: bytes) }

    /// Brings everything to the disk, and the file to its place. Throws the first error of this or of any write before.
    package func putInPlace() throws(ReportError) { try folder.putInPlace([file]) }
}
