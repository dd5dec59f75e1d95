public import Tags

/// What a rack takes out of an image file: the tag as it lies there first.
public struct RackImage: Hashable, Sendable {
    public var chip: VirtualChip
    /// Seven bytes; nil where the image names none.
    public var uid: UID?
    /// The pages that the image knows; those of the UID (0 and 1) are not looked at.
    public var pages: [Int: Page]
    /// Signature and version, where the image has them; what the rack says of the tag wins.
    public var traits: TagTraits

    public init(chip: VirtualChip, uid: UID?, pages: [Int: Page], traits: TagTraits = TagTraits()) {
        self.chip = chip
        self.uid = uid
        self.pages = pages
        self.traits = traits
    }
}

/// Reads the image files that a rack names. The simulation knows no file formats: who decodes a rack hands this over in
/// the decoder's `userInfo`, under `RackImages.key`; without it `image` is refused.
public struct RackImages: Sendable {
    public static let key: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "tagmill.rack-images") else {
            preconditionFailure("any text makes such a key")
        }
        return key
    }()

    let read: @Sendable (_ name: String) throws(RackError) -> RackImage

    /// - Parameter read: gets the name of a file beside the rack, which is relative and leads nowhere else; throws with a
    ///   sentence that begins behind the place in the rack.
    public init(read: @escaping @Sendable (_ name: String) throws(RackError) -> RackImage) {
        self.read = read
    }

    /// The image that a tag of a rack names; nil where it names none.
    static func image(of object: RackObject, _ decoder: any Decoder) throws(RackError) -> RackImage? {
        guard let name = try object.string("image") else { return nil }
        guard let images = decoder.userInfo[key] as? RackImages else {
            throw RackError(.notBuilt, context: "\(object.place("image")): image files are not taken here; use pages")
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        // A rack may come from anybody: it names what lies beside it, and nothing else of the machine.
        guard !name.isEmpty, !name.utf8.contains(0), !parts.contains(where: { $0.isEmpty || $0 == ".." }) else {
            throw object.bad("image", "must name a file beside the rack, such as \"tag.nfc\", not \"\(name)\"")
        }
        do throws(RackError) {
            return try images.read(name)
        } catch {
            throw RackError(error.code, context: "\(object.place("image")): \(error.context)")
        }
    }
}
