extension ReaderModel {
    /// HID OMNIKEY 5021, 5022, 5023, 5025, 5122, 5321, 5422, 5427.
    ///
    /// - Pass-through: none. The generic session of HID's Windows driver (FF A0) is none on Linux; a 5427 CK answers 6D 00 to it
    ///   (seen: Stack Overflow 44622497).
    /// - READ BINARY gives 16 bytes (seen on a 5022).
    /// - A 5426 G2 refuses pages from 16 on with 6A 82 on tags that have them (seen: Stack Overflow 63167801): the reader's
    ///   limit, not the tag's end. Whether others of the family do is not known.
    static let omnikey = ReaderModel(name: "omnikey", title: "HID OMNIKEY 5x2x", slot: .contactless)
}
