/// What a tag has of its own, or does otherwise than its chip: signatures, clones and fakes.
public struct TagTraits: Hashable, Sendable {
    /// What GET_VERSION brings, where it is not what the chip says.
    public enum Version: Hashable, Sendable {
        /// Eight bytes.
        case answer([UInt8])
        /// The command is refused.
        case refused
    }

    /// 32 bytes, what READ_SIG brings. Nil: 32 zeros, which no key verifies.
    public var signature: [UInt8]?
    public var version: Version?
    /// The tag answers nothing more after GET_VERSION until it is activated anew.
    public var isSilentAfterVersion: Bool
    /// The memory ends here, earlier than the chip says; reads go on at page 0 behind it. From 3.
    public var lastPage: Int?

    public init(
        signature: [UInt8]? = nil, version: Version? = nil, isSilentAfterVersion: Bool = false, lastPage: Int? = nil
    ) {
        self.signature = signature
        self.version = version
        self.isSilentAfterVersion = isSilentAfterVersion
        self.lastPage = lastPage
    }

    /// With the signature and the version of others where these say nothing of them.
    func filled(from others: TagTraits) -> TagTraits {
        var filled = self
        filled.signature = signature ?? others.signature
        filled.version = version ?? others.version
        return filled
    }

    /// The keys of a rack's tag that say these.
    static let keys = ["signature", "version", "silent", "last_page"]

    init(_ object: RackObject, of chip: VirtualChip) throws(RackError) {
        signature = try object.bytes("signature", count: 32, must: "must be 32 bytes in hex")
        if signature != nil, !chip.table.commands.contains(.signature) {
            throw object.bad("signature", "a \(chip) has none")
        }
        if try object.string("version") == "none" {
            version = .refused
        } else {
            version = try object.bytes("version", count: 8, must: "must be eight bytes in hex, or none").map {
                .answer($0)
            }
        }
        isSilentAfterVersion = try object.boolean("silent")
        lastPage = try object.integer("last_page", in: 3...chip.lastPage)
    }
}
