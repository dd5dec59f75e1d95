/// The records of a message, read strictly (NFC Forum NDEF, 3.2): what a tag holds is somebody's message only if it is a
/// right one. Chunks, which nobody writes, count as broken.
struct RecordList {
    struct Entry {
        var format: UInt8
        var type: Range<Int>
        var payload: Range<Int>
    }

    let bytes: [UInt8]
    let entries: [Entry]

    /// Nil where a rule is broken.
    init?(_ bytes: [UInt8]) {
        var entries: [Entry] = []
        var place = 0
        var isLast = false
        while !isLast {
            guard place + 3 <= bytes.count else { return nil }
            let header = bytes[place]
            isLast = header & 0x40 != 0
            guard (header & 0x80 != 0) == entries.isEmpty, header & 0x20 == 0, header & 0x07 < 6 else { return nil }
            guard let entry = Self.entry(bytes, &place), Self.isAllowed(entry) else { return nil }
            entries.append(entry)
        }
        guard place == bytes.count else { return nil }
        self.bytes = bytes
        self.entries = entries
    }

    private static func entry(_ bytes: [UInt8], _ place: inout Int) -> Entry? {
        let header = bytes[place]
        let typeLength = Int(bytes[place + 1])
        var next = place + 2
        var payloadLength = 0
        for _ in 0..<(header & 0x10 != 0 ? 1 : 4) {
            guard next < bytes.count else { return nil }
            payloadLength = payloadLength << 8 | Int(bytes[next])
            next += 1
        }
        var identifierLength = 0
        if header & 0x08 != 0 {
            guard next < bytes.count else { return nil }
            identifierLength = Int(bytes[next])
            next += 1
        }
        let payloadAt = next + typeLength + identifierLength
        guard payloadAt + payloadLength <= bytes.count else { return nil }
        place = payloadAt + payloadLength
        return Entry(format: header & 0x07, type: next..<next + typeLength, payload: payloadAt..<place)
    }

    /// TNF 0 is a record of nothing; TNF 5 has no type; any other has one.
    private static func isAllowed(_ entry: Entry) -> Bool {
        switch entry.format {
        case 0: entry.type.isEmpty && entry.payload.isEmpty
        case 5: entry.type.isEmpty
        default: !entry.type.isEmpty
        }
    }

    /// Whether this is the message that says nothing: one record, empty.
    var isEmptyMessage: Bool { entries.count == 1 && entries[0].format == 0 }

    private func isWellKnown(_ entry: Entry, _ name: String) -> Bool {
        entry.format == 1 && bytes[entry.type].elementsEqual(name.utf8)
    }

    /// Whether a text is `sku`, or the last part of the path of the first URI is it.
    func names(_ sku: String) -> Bool {
        let wanted = Array(sku.utf8)
        if wanted.isEmpty { return false }
        for entry in entries where isWellKnown(entry, "T") {
            guard let status = entry.payload.first.map({ bytes[$0] }) else { continue }
            if bytes[entry.payload].dropFirst(1 + Int(status & 0x3F)).elementsEqual(wanted) { return true }
        }
        if let address = entries.first(where: { isWellKnown($0, "U") }) {
            return Self.lastPathPart(bytes[address.payload].dropFirst()) == wanted
        }
        for entry in entries where isWellKnown(entry, "Sp") {
            if let inner = RecordList(Array(bytes[entry.payload])) { return inner.names(sku) }
        }
        return false
    }

    /// Query and fragment apart, percent-decoded.
    private static func lastPathPart(_ address: ArraySlice<UInt8>) -> [UInt8] {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let trimmed = path.last == UInt8(ascii: "/") ? path.dropLast() : path
        let part = Array(trimmed.suffix(from: (trimmed.lastIndex(of: UInt8(ascii: "/")) ?? trimmed.startIndex - 1) + 1))
        var decoded: [UInt8] = []
        var index = 0
        while index < part.count {
            if part[index] == UInt8(ascii: "%"), index + 2 < part.count,
                let byte = UInt8(String(decoding: part[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(part[index])
                index += 1
            }
        }
        return decoded
    }
}
