import Tags

extension TagImage {
    /// A scan by NXP TagInfo as XML: sections of subsections with a title, which hold blocks of text, or under `Memory
    /// content` the blocks of the memory with their number in decimal.
    static func tagInfoXML(_ document: XMLDocument) throws(ImageError) -> TagImage {
        guard !document.isCut else { throw XMLDocument.cut }
        var scan = TagInfoScan()
        if let uid = document.root["uid"] { scan.take(uid: uid.text[...]) }
        for subsection in document.root.children(named: "section").flatMap({ $0.children(named: "subsection") }) {
            scan.begin(heading: (subsection.attributes["title"] ?? "")[...])
            if scan.isInMemory {
                try scan.takeBlocks(in: subsection)
            } else {
                for line in subsection.text.split(whereSeparator: \.isNewline) { scan.take(line) }
            }
        }
        return try scan.image(as: .tagInfoXML)
    }
}

extension TagInfoScan {
    /// Every element with an address and data, however deep: the blocks of a MIFARE Classic stand in sectors.
    fileprivate mutating func takeBlocks(in element: XMLElement) throws(ImageError) {
        guard let address = element["address"], let data = element["data"] else {
            for child in element.children { try takeBlocks(in: child) }
            return
        }
        guard let number = Int(decimal: address.text.withoutBlanks) else {
            throw ImageError(.broken, "line \(address.line): an address is a decimal number")
        }
        try take(
            block: number, data.text[...], access: (data.attributes["access"] ?? "")[...], line: data.line)
    }
}
