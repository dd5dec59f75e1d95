import Tags

extension FlipperFile {
    /// The UID that the file states; nil where every byte of it is zero.
    ///
    /// - Parameters:
    ///   - counts: the lengths that a tag of this kind can have.
    ///   - kind: that kind, for the message: `a tag of ISO/IEC 14443-3 type A`.
    func uid(counts: [Int], kind: String) throws(ImageError) -> UID? {
        let field = try required("UID")
        guard let bytes = [UInt8](hex: value(field)) else {
            throw ImageError(.broken, "line \(field.line): the UID is no hex")
        }
        guard counts.contains(bytes.count), let uid = UID(bytes) else {
            let lengths = counts.map(String.init).joined(separator: ", ")
            throw ImageError(
                .broken, "line \(field.line): the UID has \(bytes.count) bytes; that of \(kind) has \(lengths)")
        }
        return bytes.allSatisfy { $0 == 0 } ? nil : uid
    }

    /// A note where the UID that the file states is zeros.
    func zeroUIDNotes(_ uid: UID?) throws(ImageError) -> [String] {
        guard uid == nil, let bytes = [UInt8](hex: value(try required("UID"))) else { return [] }
        return ["the file states a UID of \(bytes.count) zero bytes, which is none"]
    }
}
