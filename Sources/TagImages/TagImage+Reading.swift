import Tags

extension TagImage {
    /// The largest file that is read: the largest image of a tag in hex with comments stays far below it.
    public static let mostBytes = 1 << 20

    /// Reads an image file, whatever its kind: the contents decide, then the name's ending.
    ///
    /// Time and memory are in proportion to `bytes.count`, whatever counts and lengths the file claims.
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the file's name; its ending tells kinds apart that look the same.
    /// - Throws: `unknownKind`, `broken`, `tooLarge`.
    public init(reading bytes: [UInt8], name: String) throws(ImageError) {
        guard bytes.count <= Self.mostBytes else {
            throw ImageError(.tooLarge, "has \(bytes.count) bytes; an image of a tag has at most \(Self.mostBytes)")
        }
        let file = ImageFile(bytes: bytes, name: name)
        guard var image = try Self.read(file) else {
            throw ImageError(.unknownKind, "is of no kind of image that is known")
        }
        if let uid = image.uid, uid.isRandom {
            image.notes.append("UID \(uid) is a random one, drawn anew at every tap: a phone or card emulation")
        }
        self = image
    }

    /// Each reader answers nil where the file is not of its kind, and throws `broken` where it is and is not right. In
    /// this order: what a file says of itself first, what can only be guessed last.
    private static func read(_ file: ImageFile) throws(ImageError) -> TagImage? {
        if let image = try flipper(file) { return image }
        if let image = try proxmarkJSON(file) { return image }
        if let image = try proxmarkBin(file) { return image }
        if let image = try proxmarkEML(file) { return image }
        if let image = try xml(file) { return image }
        if let image = try metrodroidJSON(file) { return image }
        if let image = try tagInfoText(file) { return image }
        if let image = try classicToolDump(file) { return image }
        if let image = try classicListing(file) { return image }
        if let image = try type4Files(file) { return image }
        if let image = try memoryListing(file) { return image }
        if let image = try raw(file) { return image }
        return nil
    }
}
