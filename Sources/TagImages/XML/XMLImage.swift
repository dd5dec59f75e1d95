extension TagImage {
    /// XML of a kind that is known by its outermost element: a scan by NXP TagInfo, or a card by Metrodroid.
    static func xml(_ file: ImageFile) throws(ImageError) -> TagImage? {
        let names = ["<scan", "<cards", "<card "]
        guard let lines = file.lines,
            lines.first(where: { !$0.withoutBlanks.isEmpty })?.withoutBlanks.hasPrefix("<") ?? false,
            lines.contains(where: { line in names.contains { line.contains($0) } })
        else { return nil }
        let document = try XMLDocument(file.bytes)
        switch document.root.name {
        case "scan": return try tagInfoXML(document)
        case "cards", "card": return try metrodroidXML(document)
        default: return nil
        }
    }
}
