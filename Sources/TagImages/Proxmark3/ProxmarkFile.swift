import Jobs
import Tags

/// A Proxmark3 JSON file: what it is of, the card's properties, and the blocks (`fileutils.c` of its client).
struct ProxmarkFile {
    /// `FileType` without the version behind it: `mfc v2` is `mfc`.
    let kind: Substring
    let root: JSONValue

    /// Nil where the file is no JSON with a `FileType`.
    init?(_ file: ImageFile) throws(ImageError) {
        guard file.startsObject, file.contains("\"FileType\"") else { return nil }
        do throws(JSONError) {
            root = try JSONValue(parsing: Array(file.text))
        } catch {
            throw ImageError(.broken, "\(error)")
        }
        guard case .string(let type)? = root["FileType"] else { return nil }
        // What names no kind is not compared: two texts can be long in the comparing.
        guard type.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        kind = type.prefix { $0 != " " }
    }

    /// Whether the client says that it made the file.
    var isOwnWork: Bool { root["Created"] == .string("proxmark3") }

    /// The bytes of a property of the card, in hex; its name in either case. Nil where there is none.
    ///
    /// - Parameter count: how many there must be; nil: any number.
    func card(_ name: String, count: Int? = nil) throws(ImageError) -> [UInt8]? {
        guard case .object(let members)? = root["Card"],
            let value = members.first(where: { $0.name.lowercased() == name.lowercased() })?.value
        else { return nil }
        guard case .string(let text) = value, let bytes = [UInt8](hex: text), bytes.count == count ?? bytes.count else {
            let size = count.map { " of \($0) bytes" } ?? ""
            throw ImageError(.broken, "Card.\(name) must be hex\(size) in quotes")
        }
        return bytes
    }

    /// The UID that the file states; nil where it states none, or zeros.
    func uid(counts: [Int]) throws(ImageError) -> UID? {
        guard let bytes = try card("UID"), bytes.contains(where: { $0 != 0 }) else { return nil }
        guard counts.contains(bytes.count), let uid = UID(bytes) else {
            let lengths = counts.map(String.init).joined(separator: ", ")
            throw ImageError(.broken, "Card.UID has \(bytes.count) bytes; that of such a tag has \(lengths)")
        }
        return uid
    }

    /// The blocks by number, in hex; in the file their order is any.
    ///
    /// - Parameters:
    ///   - blockBytes: bytes that each must have; nil: as many as the others, 1 to 32.
    ///   - most: the number that the last block stays below.
    func blocks(of blockBytes: Int?, below most: Int) throws(ImageError) -> [Int: [UInt8]] {
        guard case .object(let members)? = root["blocks"], !members.isEmpty else {
            throw ImageError(.broken, "has no blocks")
        }
        var blocks: [Int: [UInt8]] = Dictionary(minimumCapacity: members.count)
        var size = blockBytes
        for member in members {
            guard let number = Int(decimal: member.name), number < most else {
                throw ImageError(.broken, "\(member.name.quoted) is no block from 0 to \(most - 1)")
            }
            guard case .string(let text) = member.value, let bytes = [UInt8](hex: text), (1...32).contains(bytes.count),
                bytes.count == size ?? bytes.count
            else { throw ImageError(.broken, "block \(number) must be hex of \(size ?? 4) bytes in quotes") }
            size = bytes.count
            guard blocks.updateValue(bytes, forKey: number) == nil else {
                throw ImageError(.broken, "block \(number) stands twice")
            }
        }
        return blocks
    }
}

extension ImageFile {
    /// Whether the first byte that is no blank opens a JSON object.
    var startsObject: Bool {
        text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }
}
