extension TagImage {
    /// XML of a kind that is known by its outermost element: a scan by NXP TagInfo, or a card by Metrodroid.
    static func xml(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard let lines = file.lines,
            lines.first(where: { !$0.withoutBlanks.isEmpty })?.withoutBlanks.hasPrefix("<") ?? false
        else { return nil }
        let document: XMLDocument
        do throws(ImageError) {
            document = try XMLDocument(file.bytes)
        } catch {
            // Web pages and drawings begin like this too, and need not be well formed.
            let names = ["<scan", "<cards", "<card "]
            if lines.contains(where: { line in names.contains { line.contains($0) } }) { throw error }
            return nil
        }
        switch document.root.name {
        case "scan": return try tagInfoXML(document)
        case "cards", "card": return try metrodroidXML(document)
        default: return nil
        }
    }
}
