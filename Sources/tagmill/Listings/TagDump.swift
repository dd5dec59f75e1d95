import Jobs
import TagImages
import Tags

/// What `tag dump` says of the file that it made.
struct TagDump {
    let image: TagImage
    let format: ImageFormat
    let path: String
    let fileBytes: Int

    /// What the file does not have as known.
    private var unknownPages: [Int] { image.unknownPages(in: format) }

    var sentence: String {
        let tag = [image.uid.map { "tag \($0)" }, image.chip?.rawValue].compactMap { $0 }.joined(separator: ", ")
        let parts = (unknownPages.isEmpty ? [] : [pageList(unknownPages)]) + image.unknownAnswers
        let unknown = parts.isEmpty ? "" : "; not known: \(parts.joined(separator: ", "))"
        return "\(path): \(tag.isEmpty ? "a tag" : tag), \(fileBytes) bytes, \(format.rawValue)\(unknown)"
    }

    var json: JSONValue {
        let pages = unknownPages.map { JSONValue.int(Int64($0)) }
        let answers = image.unknownAnswers.map { JSONValue.string($0) }
        let notes = image.notes.map { JSONValue.string($0) }
        return .object([
            .init("schema", .string("tagmill.dump/1")),
            .init("path", .string(path)), .init("format", .string(format.rawValue)),
            .init("uid", .text(image.uid?.description)),
            .init("chip", .text(image.chip?.rawValue)),
            .init("file_bytes", .int(Int64(fileBytes))),
            .init("unknown_pages", .array(pages)),
            .init("unknown_answers", .array(answers)),
            .init("notes", .array(notes)),
        ])
    }
}
