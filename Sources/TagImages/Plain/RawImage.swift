extension TagImage {
    /// The memory of a tag byte for byte, a data area or a message: nothing in the file says which, so this comes last.
    static func raw(_ file: ImageFile) throws(ImageError) -> TagImage? {
        let isNamed = ["bin", "dump", "mfd", "ndef"].contains(file.ending)
        // Text is no memory of a tag: every one has a NUL, or a byte that is no UTF-8.
        guard isNamed || !file.isText else { return nil }
        if let image = try PlainMemory(bytes: file.bytes.map { $0 }, ending: file.ending).image(as: .raw) {
            return image
        }
        guard isNamed else { return nil }
        throw ImageError(
            .broken,
            "has \(file.bytes.count) bytes that are neither the memory of a tag that is known, nor its TLVs, "
                + "nor an NDEF message")
    }
}
