import Tags

extension TagImage {
    /// The memory of a Type 2 tag byte for byte. Pages with a password or keys are written as 00, as a tag gives them.
    ///
    /// - Throws: `notWritable` where another page is not known, since nothing in such a file could say so.
    func rawFile() throws(ImageError) -> [UInt8] {
        guard let pages = wholePages else {
            throw ImageError(
                .notWritable, "raw images are written of Type 2 tags alone; this is none, or a part of one")
        }
        guard let chip else {
            throw ImageError(.notWritable, "which chip it is is not known, and so neither is where its password lies")
        }
        let secret = chip.secretPages
        let count = max(chip.type2Layout?.pageCount ?? 0, secret.upperBound, pages.end)
        let unknown = (0..<count).filter { pages[$0] == nil && !secret.contains($0) }
        guard unknown.isEmpty else {
            throw ImageError(
                .notWritable,
                "\(pageList(unknown)) \(unknown.count == 1 ? "is" : "are") not known, which a raw image cannot say; write \(ImageFormat.flipper.rawValue) "
                    + "or \(ImageFormat.proxmarkJSON.rawValue)")
        }
        return (0..<count).flatMap { page in
            secret.contains(page) ? [0, 0, 0, 0] : pages[page]?.bytes ?? [0, 0, 0, 0]
        }
    }

    /// The NDEF message on the tag, and nothing else.
    ///
    /// - Throws: `notWritable` where there is none, or not all of it is known.
    func messageFile() throws(ImageError) -> [UInt8] {
        switch contents.verdict {
        case .message(let bytes): return bytes
        case .empty: throw ImageError(.notWritable, "the tag holds no message")
        case .unformatted: throw ImageError(.notWritable, "the tag is not formatted for NDEF")
        case .notNDEF(let why), .damaged(let why), .broken(let why), .missing(let why):
            throw ImageError(.notWritable, "there is no message to write: \(why)")
        case .passwordRead, .needs:
            throw ImageError(.notWritable, "the pages of the message are not known")
        }
    }
}
