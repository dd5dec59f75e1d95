import Jobs
import Tags

extension TagImage {
    /// A card by Metrodroid as JSON: `tagId`, `scannedAt`, and a member for the card's protocol.
    static func metrodroidJSON(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard file.firstLine?.utf8.first == UInt8(ascii: "{"), let lines = file.lines else {
            return nil
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: lines.joined(separator: "\n"))
        } catch {
            guard lines.contains(where: { $0.contains("\"tagId\"") }) else { return nil }
            throw ImageError(.broken, "\(error)")
        }
        guard case .string(let identifier)? = json["tagId"] else { return nil }
        var card = MetrodroidCard(identifier: identifier)
        if let classic = json["mifareClassic"] { return try card.classic(classic) }
        if let ultralight = json["mifareUltralight"] {
            try card.takePages(of: ultralight, sizes: [4])
            return try card.type2()
        }
        if let vicinity = json["vicinity"] {
            try card.takePages(of: vicinity, sizes: [4, 8])
            return card.type5()
        }
        if let felica = json["felica"] { return try card.felica(felica) }
        let others = [
            ("mifareDesfire", "MIFARE DESFire"), ("iso7816", "ISO 7816 cards"), ("cepasCompat", "CEPAS cards"),
        ]
        return card.notUnderstood(others.first { json[$0.0] != nil }?.1 ?? "this protocol")
    }
}

extension MetrodroidCard {
    fileprivate mutating func classic(_ json: JSONValue) throws(ImageError) -> TagImage {
        let sectors = try Self.list(json, "sectors")
        guard sectors.count <= ClassicCard.sectorCount else {
            throw ImageError(
                .broken, "has \(sectors.count) sectors; a MIFARE Classic has at most \(ClassicCard.sectorCount)")
        }
        for (index, sector) in sectors.enumerated() {
            var blocks: [[UInt8]] = []
            for block in try Self.list(sector, "blocks") { blocks.append(try Self.data(of: block, "sector \(index)")) }
            try take(sector: index, blocks: blocks, line: nil)
        }
        return try classic(sectorCount: sectors.count)
    }

    fileprivate mutating func takePages(of json: JSONValue, sizes: [Int]) throws(ImageError) {
        for (index, page) in try Self.list(json, "pages").enumerated() {
            if Self.isUnauthorized(page) {
                take(protectedPage: index)
                continue
            }
            let bytes = try Self.data(of: page, "page \(index)")
            try take(block: index, bytes, of: sizes.contains(bytes.count) ? bytes.count : sizes[0], line: nil)
        }
    }

    /// `systems`, `services` and blocks are objects by number.
    fileprivate mutating func felica(_ json: JSONValue) throws(ImageError) -> TagImage {
        let services = FeliCaNDEF.systems.lazy.compactMap { json["systems"]?["\($0)"]?["services"] }.first
        let service = FeliCaNDEF.services.lazy.compactMap { services?["\($0)"] }.first
        guard case .object(let members)? = service?["blocksMap"] else { return notUnderstood("FeliCa without NDEF") }
        for member in members {
            guard let number = Int(decimal: member.name[...]) else {
                throw ImageError(.broken, "a block of a FeliCa is named by a number")
            }
            try take(block: number, try Self.data(of: member.value, "block \(number)"), of: 16, line: nil)
        }
        var manufacture: [UInt8] = []
        if case .string(let text)? = json["pMm"] { manufacture = [UInt8](hex: text) ?? [] }
        return type3(manufacture: manufacture)
    }

    /// The members of an array that may be left out.
    private static func list(_ json: JSONValue, _ name: String) throws(ImageError) -> [JSONValue] {
        switch json[name] {
        case .array(let list)?: return list
        case nil, .null?: return []
        default: throw ImageError(.broken, "\(name) is no array")
        }
    }

    private static func isUnauthorized(_ json: JSONValue) -> Bool { json["isUnauthorized"] == .bool(true) }

    /// A block: an object whose `data` is hex, or in early versions the hex itself; one that could not be read has none.
    private static func data(of json: JSONValue, _ place: String) throws(ImageError) -> [UInt8] {
        if isUnauthorized(json) { return [] }
        switch json["data"] ?? json {
        case .string(let text):
            guard let bytes = [UInt8](hex: text) else { throw ImageError(.broken, "\(place): data that is no hex") }
            return bytes
        case .null, .object: return []
        default: throw ImageError(.broken, "\(place): data that is no hex")
        }
    }
}
