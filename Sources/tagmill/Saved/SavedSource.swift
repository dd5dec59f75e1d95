import Jobs
import NDEF
import Provisioning
import TagImages
import Tags

/// A file that a tag is saved from: one of `saved export`, an image of a tag, or a message, as it is or in hex.
enum SavedSource {
    /// Reads a file.
    /// - Parameter path: as given; its last part without the ending is the name where the file has none.
    static func content(at path: String) throws(CommandError) -> SavedContent {
        let bytes = try InputFile.bytes(at: path, atMost: SavedDocument.mostBytes, allowsStandardInput: true)
        let file = path == "-" ? "standard input" : path
        var content = try content(of: bytes, file)
        if content.name.trimmingBlanks.isEmpty { content.name = name(of: path) ?? SavedName.ofMessage(content.records) }
        content.name = String(content.name.trimmingBlanks.prefix(SavedName.mostCharacters))
        return content
    }

    private static func content(of bytes: [UInt8], _ path: String) throws(CommandError) -> SavedContent {
        if let document = SavedDocument.document(in: bytes) {
            do throws(SavedDocument.Refusal) {
                return try SavedDocument.content(of: document)
            } catch {
                throw .refusedFile(path: path, reason: error.reason)
            }
        }
        let image: TagImage
        do throws(ImageError) {
            image = try TagImage(reading: bytes, name: path)
        } catch {
            if error.code == .unknownKind, bytes.count <= MessageInput.mostBytes,
                let message = MessageInput.file(bytes), !message.isEmpty
            {
                let image = TagImage(format: .ndef, memory: .message(message))
                return try content(of: ObservedTag(image: image, source: path)) { .refusedFile(path: path, reason: $0) }
            }
            throw .refusedFile(
                path: path,
                reason: error.code == .unknownKind
                    ? "is no saved tag, no image of a tag, no message and no hex of one" : "\(error)")
        }
        return try content(of: ObservedTag(image: image, source: path)) { .refusedFile(path: path, reason: $0) }
    }

    /// What is saved of a tag that was read. A tag that is empty or damaged, or whose message could not be written again, is
    /// refused.
    /// - Parameter refusal: makes the error of a reason, which goes on after the tag's or the file's name.
    static func content(
        of tag: ObservedTag, or refusal: (String) -> CommandError
    ) throws(CommandError) -> SavedContent {
        guard tag.verdict == .message, let bytes = tag.message else {
            let why = tag.verdict == .empty ? "it holds no message" : tag.reason ?? tag.verdict.rawValue
            throw refusal("cannot be saved: \(why)")
        }
        do throws(NDEFError) {
            // A random UID names no tag.
            let uid = tag.uid.flatMap { $0.isRandom ? nil : $0 }
            let content = SavedContent(
                name: "", records: try Message(decoding: bytes).records, uid: uid, chip: tag.chip)
            _ = try content.encoded()
            return content
        } catch {
            throw refusal("cannot be saved: what it holds is no message: \(error)")
        }
    }

    /// `shelf` of `images/shelf.nfc`; nil where there is no name.
    private static func name(of path: String) -> String? {
        guard path != "-", let last = path.split(separator: "/").last else { return nil }
        let dot = last.lastIndex(of: ".") ?? last.endIndex
        let name = String(dot == last.startIndex ? last : last[..<dot]).trimmingBlanks
        return name.isEmpty ? nil : name
    }
}
