extension TagImage {
    /// XML of a kind that is known by its outermost element: a scan by NXP TagInfo, or a card by Metrodroid.
    static func xml(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard file.firstLine?.utf8.first == UInt8(ascii: "<") else { return nil }
        let document: XMLDocument
        do throws(ImageError) {
            document = try XMLDocument(file.bytes)
        } catch {
            // Web pages and drawings begin like this too, and need not be well formed.
            if ["<scan", "<cards", "<card "].contains(where: file.contains) { throw error }
            return nil
        }
        switch document.root.name {
        case "scan": return try tagInfoXML(document)
        case "cards", "card": return try metrodroidXML(document)
        default: return nil
        }
    }
}
