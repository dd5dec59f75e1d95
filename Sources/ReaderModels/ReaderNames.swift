extension ReaderModel {
    /// The model of a reader, told from the full name that PC/SC gives it; a name that is not known is a contactless
    /// reader of PC/SC part 3.
    ///
    /// pcscd makes `PRODUCT [INTERFACE] (SERIAL) XX YY` of a reader; where the interface is named, it says which slot this
    /// is, and the product name is left aside. The interface names are those that libccid's list of readers shows.
    public static func model(ofReaderNamed name: String) -> ReaderModel {
        let name = name.lowercased()
        if securityKeys.contains(where: { name.contains($0) }) { return securityKey }
        let text = interface(in: name) ?? name
        let words = words(of: text)
        if !words.contains("picc") && !words.contains("contactless") {
            // `CL Reader SAM` is the SAM of a contactless reader, `CL + SAM Reader` the whole of it.
            let namesSAM = words.contains { isNumbered("sam", $0) } && !text.contains("+ sam")
            if namesSAM || isThirdSlotOfACR1281(name) { return sam }
            if !words.contains(where: isCL) {
                if words.contains("icc") || words.contains("contact") { return contact }
                // Dual readers whose contactless slot alone carries CL in its name.
                if words.contains("omnikey"), words.contains("5422") || words.contains("5122") { return contact }
            }
        }
        return ReaderFamily.all.first { $0.contains(words: Self.words(of: name)) }?.model ?? part3
    }

    /// Keys and tokens with a chip of their own: nothing can be laid on them.
    private static let securityKeys = [
        "yubico", "yubikey", "nitrokey", "librem key", "gnuk", "solokeys", "solo 2", "canokey", "crypto stick",
        "token2", "rutoken", "etoken", "jacarta", "epass", "fido", "security key", "crescendo key", "idem key",
        "ledger nano", "trustkey", "pivkey", "goldkey",
    ]

    /// `CL` by itself or behind a model's number.
    private static func isCL(_ word: String) -> Bool {
        word.hasSuffix("cl") && word.dropLast(2).allSatisfy(\.isNumber)
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
}
