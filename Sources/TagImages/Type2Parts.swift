import Tags

/// What a format that holds Type 2 tags needs of an image, or why it cannot be written.
struct Type2Parts {
    let pages: PageMemory
    let chip: Chip
    let uid: UID

    /// - Parameter format: as the message names it: `Flipper's format`.
    init(_ image: TagImage, format: String) throws(ImageError) {
        guard let pages = image.wholePages else {
            throw ImageError(.notWritable, "\(format) is written for the whole memory of a Type 2 tag alone")
        }
        guard let chip = image.chip, chip.forumType == 2 else {
            throw ImageError(
                .notWritable, "the chip is not known, so its password pages could not be kept out of the file")
        }
        guard let uid = image.uid else {
            throw ImageError(.notWritable, "the UID is not known, and \(format) needs it")
        }
        guard uid.count != 8 else {
            throw ImageError(.notWritable, "a UID of 8 bytes is none of a Type 2 tag")
        }
        guard image.version?.count ?? 8 == 8, image.signature?.count ?? 32 == 32 else {
            throw ImageError(.notWritable, "\(format) holds 8 bytes of version and 32 of signature")
        }
        guard image.counters.allSatisfy({ (0..<3).contains($0) && $1 <= 0xFF_FFFF }) else {
            throw ImageError(.notWritable, "\(format) holds the counters 0 to 2, of 24 bits each")
        }
        self.pages = pages
        self.chip = chip
        self.uid = uid
    }

    /// What stands in a file for a page: zeros where it is not known, and for passwords and keys, which read as zeros.
    func written(_ page: Int) -> Page {
        chip.secretPages.contains(page) ? Page(word: 0) : pages[page] ?? Page(word: 0)
    }
}
