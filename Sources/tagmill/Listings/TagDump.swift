import Jobs
import TagImages
import Tags

/// What `tag dump` says of the file that it made.
struct TagDump {
    let image: TagImage
    let format: ImageFormat
    let path: String
    let fileBytes: Int

    /// The pages of a Type 2 tag that the image does not know.
    private var unknownPages: [Int] {
        guard case .type2(let memory) = image.memory else { return [] }
        let count = image.chip?.type2Layout?.pageCount ?? memory.end
        return (0..<count).filter { memory[$0] == nil }
    }

    var sentence: String {
        let tag = [image.uid.map { "tag \($0)" }, image.chip?.rawValue].compactMap { $0 }.joined(separator: ", ")
        let unknown = unknownPages.isEmpty ? "" : "; not known: \(pageList(unknownPages))"
        return "\(path): \(tag.isEmpty ? "a tag" : tag), \(fileBytes) bytes, \(format.rawValue)\(unknown)"
    }

    var json: JSONValue {
        .object([
            .init("schema", .string("tagmill.dump/1")),
            .init("path", .string(path)), .init("format", .string(format.rawValue)),
            .init("uid", image.uid.map { .string("\($0)") } ?? .null),
            .init("chip", image.chip.map { .string($0.rawValue) } ?? .null),
            .init("file_bytes", .int(Int64(fileBytes))),
            .init("unknown_pages", .array(unknownPages.map { .int(Int64($0)) })),
            .init("notes", .array(image.notes.map { .string($0) })),
        ])
    }
}
