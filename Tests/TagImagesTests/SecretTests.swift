import NDEF
import Tags
import Testing

@testable import TagImages

/// Passwords and keys that stand in an image, made so that a wrong step would lay them into the message.
struct SecretTests {
    /// No byte of these stands anywhere else in the memories.
    private static let secret: [UInt8] = [0xE3, 0xF5, 0xC7, 0xF9]

    private static let chips = Chip.allCases.filter { !$0.secretPages.isEmpty }

    /// A message of so many bytes: one record of a type of media, or the begin of one.
    private static func message(_ count: Int) -> [UInt8] {
        if count > 258 {
            let size = count - 7
            return [0xC2, 1, 0, 0, UInt8(size >> 8), UInt8(size & 0xFF), 0x61] + Array(repeating: 0x61, count: size)
        }
        return count < 4 ? [] : [0xD2, 1, UInt8(count - 4), 0x61] + Array(repeating: 0x61, count: count - 4)
    }

    /// The whole memory of a chip, its secret pages filled, with an NDEF TLV of that length over all behind page 3.
    private static func memory(_ chip: Chip, container: String, length: Int) throws -> [UInt8] {
        let count = try #require(chip.pageCount)
        let header = chip.type2Layout?.header == .serialBytes ? "04C1D25A3B7E800044000000" : "04C1D29F5A3B7E809F480000"
        let short: [UInt8] =
            length < 255 ? [0x03, UInt8(length)] : [0x03, 0xFF, UInt8(length >> 8), UInt8(length & 0xFF)]
        var bytes = try #require([UInt8](hex: header + container)) + short + message(length)
        bytes = Array(bytes.prefix(count * 4)) + Array(repeating: 0x61, count: max(0, count * 4 - bytes.count))
        let layout = chip.type2Layout
        if let page = layout?.dynamicLockPage {
            bytes.replaceSubrange((page * 4)..<(page * 4 + 4), with: [0, 0, 0, 0xBD])
        }
        if let page = layout?.configurationPage {
            let off: [UInt8] =
                chip != .ultralightC ? [4, 0, 0, 0xFF, 0, 5, 0, 0] : [0x30, 0, 0, 0, 0, 0, 0, 0]
            bytes.replaceSubrange((page * 4)..<(page * 4 + 8), with: off)
        }
        if chip == .st25tn512 || chip == .st25tn01k {
            bytes.replaceSubrange(0xB4..<0xB6, with: [0x90, chip == .st25tn512 ? 0x91 : 0x90])
        }
        for page in chip.secretPages { bytes.replaceSubrange((page * 4)..<(page * 4 + 4), with: secret) }
        return bytes
    }

    /// Whether two bytes of the secret stand together in what is said of an image, in hex or as bytes.
    private static func leaks(_ image: TagImage, asFiles: Bool = true) -> Bool {
        let contents = image.contents
        let said = (image.notes + contents.notes + ["\(contents.verdict)"]).joined(separator: " ").uppercased()
            .replacing(" ", with: "").replacing(":", with: "")
        if ["E3F5", "F5C7", "C7F9", "227,245", "245,199", "199,249"].contains(where: { said.contains($0) }) {
            return true
        }
        var shown = contents.brokenMessage ?? []
        if case .message(let bytes) = contents.verdict { shown += bytes }
        for format in ImageFormat.allCases where asFiles { shown += (try? image.write(as: format)) ?? [] }
        let text = String(decoding: shown.filter { $0 != 0x20 }, as: UTF8.self)
        return shown.contains { secret.contains($0) } || text.contains("E3F5") || text.contains("F5C7")
    }

    /// Field case 27: whatever container and TLV say, and whether the file names the chip or is cut off in its password.
    @Test(arguments: chips) func noPasswordIsShown(_ chip: Chip) throws {
        let count = try #require(chip.pageCount)
        let user = (chip.type2Layout?.userPages.count ?? 40) * 4
        // Of other numbers of pages a scan that was cut off may have as many.
        let isTelling = [45, 46, 135, 231, 236, 492].contains(count)
        let sizes = (count > 100 ? [0xFF] : [user / 8, 0xFF]).map { [UInt8(min($0, 255))].hex }
        for container in sizes.map({ "E110\($0)00" }) {
            for length in count > 100 ? [count * 4 - 18] : [user + 2, count * 4 - 18] {
                let bytes = try Self.memory(chip, container: container, length: length)
                let cut = TagFormats(Array(bytes.dropLast(4)))
                for formats in [TagFormats(bytes), TagFormats(bytes, name: chip.rawValue), cut] {
                    for (name, file) in formats.files + formats.parts {
                        guard let image = try? TagImage(reading: file, name: name) else { continue }
                        let leaks = Self.leaks(image, asFiles: formats.bytes == bytes)
                        #expect(!leaks, "\(chip) \(container) \(length) \(name)")
                    }
                }
                // A name that is wrong: that of a chip with more memory.
                for (name, file) in TagFormats(bytes, name: "NTAG I2C 2K").files where isTelling || name == "tag.nfc" {
                    guard let image = try? TagImage(reading: file, name: name) else { continue }
                    let leaks = Self.leaks(image)
                    #expect(!leaks, "\(chip) \(container) \(length) \(name), named wrongly")
                }
            }
        }
    }

    @Test func theTestSeesALeak() throws {
        let bytes = try Self.memory(.ntag213, container: "E1103E00", length: 162)
        let open = TagImage(format: .raw, memory: .message(Array(bytes[18..<180])))
        #expect(Self.leaks(open))
    }
}
