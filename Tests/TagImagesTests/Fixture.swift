import Foundation
import Tags
import Testing

@testable import TagImages

/// The images in Tests/Fixtures/images.
enum Fixture {
    static func bytes(_ path: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: tests.appending(path: "Fixtures/images/\(path)")))
    }

    static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

    static func read(_ path: String) throws -> TagImage { try TagImage(reading: try bytes(path), name: path) }
}

/// Reads every beginning of a file, and the file with each of its bytes changed in two ways: each must read or be refused,
/// and what was read be understood, without a trap. Nothing that is read may be larger than any tag.
///
/// - Parameter step: 1, or the distance of the bytes that are taken: of a second, longer file of a format.
func everyPrefixAndChange(
    of bytes: [UInt8], name: String, step: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    _ = try TagImage(reading: bytes, name: name)
    var variants = stride(from: 0, to: bytes.count, by: step).map { Array(bytes[..<$0]) }
    for index in stride(from: 0, to: bytes.count, by: step) {
        let others: [UInt8] = [UInt8(ascii: "\n"), 0x80 ^ bytes[index], UInt8(ascii: "9")]
        for byte in [bytes[index] ^ 0x01, others[index % 3]] {
            var changed = bytes
            changed[index] = byte
            variants.append(changed)
        }
    }
    for variant in variants {
        guard let image = try? TagImage(reading: variant, name: name) else { continue }
        _ = image.contents
        #expect(image.memory.byteCount <= 64 << 10, sourceLocation: sourceLocation)
    }
}

extension ImageMemory {
    var pages: PageMemory? {
        guard case .type2(let pages) = self else { return nil }
        return pages
    }

    var blocks: BlockMemory? {
        switch self {
        case .type3(let blocks), .type5(let blocks), .classic(let blocks): blocks
        default: nil
        }
    }

    /// How many bytes there are, known or not.
    var byteCount: Int {
        switch self {
        case .type2(let pages): pages.end * 4
        case .type3(let blocks), .type5(let blocks), .classic(let blocks): blocks.bytes.count
        case .dataArea(let bytes), .message(let bytes): bytes.count
        case .type4(let container, let files): files.values.reduce(container.count) { $0 + $1.count }
        case .notUnderstood: 0
        }
    }
}
