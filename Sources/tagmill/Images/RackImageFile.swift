import Simulation
import TagImages
import Tags

/// The image files that a rack names, which lie beside it.
struct RackImageFile {
    /// Reads the images of the rack at this path.
    /// - Parameter reads: told of the path of each.
    static func images(
        ofRackAt path: String, reads: @escaping @Sendable (_ image: String) -> Void
    ) -> RackImages {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return RackImages { (name) throws(RackError) in
            let image = path.contains("/") ? folder + "/" + name : name
            reads(image)
            return try read(image)
        }
    }

    private static func read(_ path: String) throws(RackError) -> RackImage {
        let image: TagImage
        do throws(CommandError) {
            let bytes = try InputFile.bytes(at: path, atMost: TagImage.mostBytes)
            do throws(ImageError) {
                image = try TagImage(reading: bytes, name: path)
            } catch {
                throw .refusedFile(path: path, reason: "\(error)")
            }
        } catch {
            throw RackError(.badValue, context: error.sentence)
        }
        return try rackImage(image, path)
    }

    private static func rackImage(_ image: TagImage, _ path: String) throws(RackError) -> RackImage {
        let names = VirtualChip.allCases.map(\.rawValue).joined(separator: ", ")
        guard case .type2(let memory) = image.memory, let name = image.chip, let chip = VirtualChip(name: name.rawValue)
        else {
            let what = image.chip.map { "a \($0)" } ?? "a tag whose chip it does not tell"
            throw RackError(.badValue, context: "\(path): is of \(what); a virtual tag is one of \(names)")
        }
        guard let uid = image.uid, uid.count == 7 else {
            return RackImage(chip: chip, uid: nil, pages: pages(memory), traits: traits(image))
        }
        return RackImage(chip: chip, uid: uid, pages: pages(memory), traits: traits(image))
    }

    private static func traits(_ image: TagImage) -> TagTraits {
        TagTraits(
            signature: image.signature.flatMap { $0.count == 32 ? $0 : nil },
            version: image.version.flatMap { $0.count == 8 ? .answer($0) : nil })
    }

    /// What the image knows; every other page is as the chip is delivered.
    private static func pages(_ memory: PageMemory) -> [Int: Page] {
        var pages: [Int: Page] = [:]
        for page in 2..<max(2, memory.end) { pages[page] = memory[page] }
        return pages
    }
}
