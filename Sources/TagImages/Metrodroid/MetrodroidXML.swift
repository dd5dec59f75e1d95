import Tags

extension TagImage {
    /// A card by Metrodroid as XML; `type` is 0 for MIFARE Classic, 1 for Ultralight, 4 for FeliCa; blocks stand in
    /// base64. Several cards may stand in a file; only one of them is an image.
    static func metrodroidXML(_ document: XMLDocument) throws(ImageError) -> TagImage {
        let root = document.root
        let cards = root.name == "card" ? [root] : root.children(named: "card")
        guard cards.count == 1, let element = cards.first, !(document.isCut && root.name == "card") else {
            throw ImageError(.broken, "has \(cards.count) whole cards; an image is of one")
        }
        var card = MetrodroidCard(identifier: element.attributes["id"] ?? "")
        let type = element.attributes["type"] ?? ""
        var image: TagImage
        switch type {
        case "0": image = try card.classic(element)
        case "1":
            try card.takeBlocks(in: element["pages"]?.children(named: "page") ?? [], numberedBy: "index", of: 4)
            image = try card.type2()
        case "4": image = try card.felica(element)
        default:
            let names = ["2": "MIFARE DESFire", "3": "CEPAS cards", "5": "ISO 7816 cards", "7": "ISO 15693 tags"]
            image = card.notUnderstood(names[type] ?? "this type of card")
        }
        if document.isCut { image.notes.append("the file ends before its last element does") }
        return image
    }
}

extension MetrodroidCard {
    fileprivate mutating func classic(_ element: XMLElement) throws(ImageError) -> TagImage {
        var end = 0
        for sector in element["sectors"]?.children(named: "sector") ?? [] {
            let number = try Self.number("index", of: sector)
            var blocks: [[UInt8]] = []
            for block in sector["blocks"]?.children(named: "block") ?? [] { blocks.append(try Self.data(of: block)) }
            try take(sector: number, blocks: blocks, line: sector.line)
            end = max(end, number + 1)
        }
        return try classic(sectorCount: end)
    }

    fileprivate mutating func felica(_ element: XMLElement) throws(ImageError) -> TagImage {
        let systems = element["systems"]?.children(named: "system") ?? []
        let system = FeliCaNDEF.systems.lazy.compactMap { code in systems.first { Self.code(of: $0) == code } }.first
        let services = system?["services"]?.children(named: "service") ?? []
        let service = FeliCaNDEF.services.lazy.compactMap { code in services.first { Self.code(of: $0) == code } }.first
        guard let service else { return notUnderstood("FeliCa without NDEF") }
        try takeBlocks(in: service["blocks"]?.children(named: "block") ?? [], numberedBy: "address", of: 16)
        return type3(manufacture: element["pmm"].flatMap { [UInt8](base64: $0.text) } ?? [])
    }

    fileprivate mutating func takeBlocks(
        in elements: [XMLElement], numberedBy name: String, of size: Int
    ) throws(ImageError) {
        for element in elements {
            let number = try Self.number(name, of: element)
            try take(block: number, try Self.data(of: element), of: size, line: element.line)
        }
    }

    private static func number(_ name: String, of element: XMLElement) throws(ImageError) -> Int {
        guard let number = element.attributes[name].flatMap({ Int(decimal: $0[...]) }) else {
            throw ImageError(.broken, "line \(element.line): \(name) is no number")
        }
        return number
    }

    private static func code(of element: XMLElement) -> Int? {
        element.attributes["code"].flatMap { Int(decimal: $0[...]) }
    }

    private static func data(of element: XMLElement) throws(ImageError) -> [UInt8] {
        guard let bytes = [UInt8](base64: element["data"]?.text ?? "") else {
            throw ImageError(.broken, "line \(element.line): data that is no base64")
        }
        return bytes
    }
}
