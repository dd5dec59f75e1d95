extension ReaderModel {
    /// The PN532 behind PC/SC: raw commands by InCommunicateThru. 60 pages make an answer of 243 bytes and the status,
    /// within the 262 of a PN532 frame and the 255 of its buffer.
    static let acr122u = ReaderModel(
        name: "acr122u", slot: .contactless, passThrough: .inCommunicateThru, pagesPerFastRead: 60)
    /// Any other contactless reader: the commands of PC/SC part 3 alone.
    static let part3 = ReaderModel(name: "part3", slot: .contactless, passThrough: .none, pagesPerFastRead: 0)
    static let sam = ReaderModel(name: "sam", slot: .notForTags, passThrough: .none, pagesPerFastRead: 0)
    static let contact = ReaderModel(name: "contact", slot: .notForTags, passThrough: .none, pagesPerFastRead: 0)
    static let securityKey = ReaderModel(
        name: "security-key", slot: .notForTags, passThrough: .none, pagesPerFastRead: 0)

    /// The model of a reader, told from the full name that PC/SC gives it; a name that is not known is a contactless
    /// reader of PC/SC part 3.
    ///
    /// pcscd makes `PRODUCT [INTERFACE] (SERIAL) XX YY` of a reader; where the interface is named, it says which slot this
    /// is, and the product name is left aside. The interface names are those that libccid's list of readers shows.
    public static func model(ofReaderNamed name: String) -> ReaderModel {
        let name = name.lowercased()
        if securityKeys.contains(where: { name.contains($0) }) { return securityKey }
        let words = words(of: interface(in: name) ?? name)
        if !isContactless(words) {
            if words.contains(where: { isNumbered("sam", $0) }) || isThirdSlotOfACR1281(name) { return sam }
            if words.contains("icc") || words.contains("contact") { return contact }
            // Dual readers whose contactless slot alone carries CL in its name.
            if words.contains("omnikey"), words.contains("5422") || words.contains("5122") { return contact }
        }
        return namesACR122(name) ? acr122u : part3
    }

    /// Keys and tokens with a chip of their own: nothing can be laid on them.
    private static let securityKeys = [
        "yubico", "yubikey", "nitrokey", "librem key", "gnuk", "solokeys", "solo 2", "canokey", "crypto stick",
        "token2", "rutoken", "etoken", "jacarta", "epass", "fido", "security key", "crescendo key", "idem key",
        "ledger nano", "trustkey", "pivkey", "goldkey",
    ]

    private static func isContactless(_ words: [String]) -> Bool {
        words.contains { word in
            if word == "picc" || word == "cl" || word == "contactless" { return true }
            return word.hasSuffix("cl") && word.dropLast(2).allSatisfy(\.isNumber)
        }
    }

    /// What stands in the first pair of square brackets.
    private static func interface(in name: String) -> String? {
        guard let open = name.firstIndex(of: "["), let close = name[open...].firstIndex(of: "]") else { return nil }
        return String(name[name.index(after: open)..<close])
    }

    private static func words(of name: String) -> [String] {
        name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// `stem`, or `stem` and digits.
    private static func isNumbered(_ stem: String, _ word: String) -> Bool {
        word.hasPrefix(stem) && word.dropFirst(stem.count).allSatisfy(\.isNumber)
    }

    /// The ACR1281U names none of its three slots; the third is the SAM.
    private static func isThirdSlotOfACR1281(_ name: String) -> Bool {
        name.contains("acr1281") && name.hasSuffix(" 02")
    }

    /// ACR122U, ACR122T …, but not the ACR1222, 1252 and others.
    private static func namesACR122(_ name: String) -> Bool {
        words(of: name).contains { word in
            word.hasPrefix("acr122") && !(word.dropFirst(6).first?.isNumber ?? false)
        }
    }
}
