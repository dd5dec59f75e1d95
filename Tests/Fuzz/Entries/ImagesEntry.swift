import TagImages
import Tags

extension FuzzEntry {
    /// A tag image of any format, under names that tell kinds apart.
    ///
    /// Held: what is read is no larger than a tag, says little, and, where it can be written, is the same tag once it was
    /// written and read again.
    static let images = FuzzEntry("images", sharedFolders: ["images"], longestInput: 16_384) {
        input throws(BrokenProperty) in
        for name in ["image", "image.bin", "image.mfd", "image.eml", "image.hex", "image.t4t", "image.ndef"] {
            let image: TagImage
            do throws(ImageError) {
                image = try TagImage(reading: input, name: name)
            } catch {
                try hold((1..<500).contains(error.context.utf8.count), "refused with \(error.context.utf8.count) bytes")
                continue
            }
            try holdImage(image)
        }
    }

    private static func holdImage(_ image: TagImage) throws(BrokenProperty) {
        let contents = image.contents
        try hold((contents.notes + image.notes).count < 100, "\(image.notes.count) notes")
        if case .needs = contents.verdict { throw BrokenProperty(what: "pages of an image are asked for") }
        for format in [ImageFormat.flipper, .proxmarkJSON, .raw, .ndef] {
            guard let bytes = try? image.write(as: format) else { continue }
            guard let again = try? TagImage(reading: bytes, name: format.fileName) else {
                throw BrokenProperty(what: "written as \(format.rawValue) it cannot be read")
            }
            guard case .message(let message) = contents.verdict else { continue }
            try hold(
                again.contents.verdict == .message(message), "written as \(format.rawValue) it holds another message")
        }
    }
}

extension ImageFormat {
    /// A name with the ending of the format.
    fileprivate var fileName: String {
        switch self {
        case .flipper: "image.nfc"
        case .proxmarkJSON: "image.json"
        case .ndef: "image.ndef"
        default: "image.bin"
        }
    }
}
