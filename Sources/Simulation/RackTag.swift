public import Tags

/// One or more tags of one kind, laid one after another.
public struct RackTag: Decodable, Hashable, Sendable {
    public var chip: VirtualChip
    /// So many tags, 1 to 100,000; each has the next UID.
    public var count: Int
    /// Seven bytes. Entries of one UID are one physical tag. Nil: a UID that nothing else in the rack has.
    public var uid: UID?
    /// What the tag holds at first, where it is not the chip as delivered.
    public var image: RackImage?
    /// Pages that differ from the image, or from the chip as delivered; 2 to the last. They are counted as image files count
    /// them: see `VirtualChip.lastPage`.
    public var pages: [Int: Page]
    /// What makes the tag another than its chip: a signature, what a clone or a fake does. In a rack file:
    /// - `"signature": "<64 hex digits>"`: what READ_SIG brings; without it 32 zeros, which no key verifies.
    /// - `"version": "<16 hex digits>"`: what GET_VERSION brings; `"none"`: it is refused.
    /// - `"silent": true`: after GET_VERSION the tag answers nothing until it is activated anew.
    /// - `"last_page": N`: the memory ends at page N, whatever the chip says; reads go on at page 0 behind it.
    public var traits: TagTraits
    public var faults: [RackFault]
    /// How often a tag that a fault removed comes back, after the reader's other tags; 0 to 100.
    public var again: Int

    public init(
        _ chip: VirtualChip, count: Int = 1, uid: UID? = nil, image: RackImage? = nil, pages: [Int: Page] = [:],
        traits: TagTraits = TagTraits(), faults: [RackFault] = [], again: Int = 1
    ) {
        self.chip = chip
        self.count = count
        self.uid = uid
        self.image = image
        self.pages = pages
        self.traits = traits
        self.faults = faults
        self.again = again
    }

    private static let keys = ["chip", "count", "uid", "image", "pages", "faults", "again"] + TagTraits.keys

    public init(from decoder: any Decoder) throws {
        let object = try RackObject(decoder, keys: Self.keys)
        image = try RackImages.image(of: object, decoder)
        let chip = try Self.chip(object, image)
        self.chip = chip
        count = try object.integer("count", in: 1...RackFile.maximumTags) ?? 1
        uid = try Self.uid(object) ?? image?.uid
        pages = try object.value("pages", Pages.self, must: "must be an object").map { try $0.pages(of: chip) } ?? [:]
        traits = try TagTraits(object, of: chip)
        faults = try object.list("faults", of: RackFault.self, atMost: 1000)
        for (index, fault) in faults.enumerated() {
            guard case .page(let page) = fault.moment, !(2...chip.lastPage).contains(page) else { continue }
            throw RackError(
                .badValue,
                context: "\(object.place("faults"))[\(index)].page: a \(chip) has pages 2 to \(chip.lastPage) to write")
        }
        again = try object.integer("again", in: 0...100) ?? 1
    }

    private static func chip(_ object: RackObject, _ image: RackImage?) throws(RackError) -> VirtualChip {
        guard let name = try object.string("chip") else {
            if let image { return image.chip }
            throw RackError(.missing, context: "\(object.place("chip")): a tag needs a chip")
        }
        guard let chip = VirtualChip(name: name) else {
            let names = VirtualChip.allCases.map(\.rawValue).joined(separator: ", ")
            throw object.bad("chip", "must be one of \(names), not \"\(name)\"")
        }
        if let image, image.chip != chip {
            throw RackError(.conflict, context: "\(object.place("chip")): the image is of a \(image.chip)")
        }
        return chip
    }

    private static func uid(_ object: RackObject) throws(RackError) -> UID? {
        guard let text = try object.string("uid") else { return nil }
        // 88 is the cascade tag, never a manufacturer (ISO/IEC 14443-3, 6.5.4).
        guard let uid = UID(hex: text), uid.count == 7, uid[0] != 0x88 else {
            throw object.bad("uid", "must be seven bytes in hex that do not begin with 88, not \"\(text)\"")
        }
        return uid
    }
}

/// `{"40": "010000BD"}`: page numbers in decimal, four bytes in hex.
private struct Pages: Decodable {
    private let object: RackObject
    private let texts: [(key: String, text: String)]

    init(from decoder: any Decoder) throws {
        object = try RackObject(decoder)
        var texts: [(key: String, text: String)] = []
        for key in object.names { texts.append((key, try object.string(key) ?? "")) }
        self.texts = texts
    }

    func pages(of chip: VirtualChip) throws(RackError) -> [Int: Page] {
        var pages: [Int: Page] = [:]
        for (key, text) in texts {
            guard let page = Int(key), String(page) == key, (0...chip.lastPage).contains(page) else {
                throw object.bad(key, "must be the number of a page, 2 to \(chip.lastPage) on a \(chip)")
            }
            guard page >= 2 else { throw object.bad(key, "pages 0 and 1 hold the UID; give it as uid") }
            guard let bytes = [UInt8](hex: text), let data = Page(bytes) else {
                throw object.bad(key, "must be four bytes in hex, not \"\(text)\"")
            }
            pages[page] = data
        }
        return pages
    }
}
