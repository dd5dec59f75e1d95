import Jobs
import NDEF
import Provisioning
import TagImages
import Tags

/// What a saved tag is exported as.
enum SavedExportFormat: String, Hashable, Sendable, CaseIterable {
    case json
    /// The bytes of the message.
    case ndef
    case hex
    case flipper
    case proxmarkJSON = "pm3-json"
    case raw

    /// By the ending of a file's name; nil where none is known by it.
    init?(ending path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "json": self = .json
        case "ndef": self = .ndef
        case "hex": self = .hex
        case "nfc": self = .flipper
        case "bin": self = .raw
        default: return nil
        }
    }

    /// Nil where it is no image of a tag.
    var image: ImageFormat? {
        switch self {
        case .json, .ndef, .hex: nil
        case .flipper: .flipper
        case .proxmarkJSON: .proxmarkJSON
        case .raw: .raw
        }
    }

    /// Whether it is for machines alone, and not to be printed.
    var isBinary: Bool { self == .ndef || self == .raw }

    /// The file's bytes. Throws for an image that cannot be made, in a sentence.
    /// - Parameters:
    ///   - chip: of an image; nil: that of the saved tag where it is one that is written and has room, else the smallest that
    ///     has.
    ///   - uid: of an image; nil: that of the saved tag, else one that is made up.
    ///   - note: told what of an image is not as it was on the tag.
    func bytes(of tag: SavedTag, chip: Chip?, uid: UID? = nil, note: (String) -> Void) throws(ImageError) -> [UInt8] {
        let message: [UInt8]
        do throws(NDEFError) {
            message = try tag.content.encoded()
        } catch {
            throw ImageError(.notWritable, "\(error)")
        }
        switch self {
        case .json: return Array((SavedTagListing(tag).json.indented + "\n").utf8)
        case .ndef: return message
        case .hex: return Array((message.hex + "\n").utf8)
        case .flipper, .proxmarkJSON, .raw: break
        }
        guard let format = image else { return message }
        return try Self.image(of: tag, message, chip: chip, uid: uid, format, note).write(as: format)
    }

    private static func image(
        of tag: SavedTag, _ message: [UInt8], chip: Chip?, uid named: UID?, _ format: ImageFormat,
        _ note: (String) -> Void
    ) throws(ImageError) -> TagImage {
        let uid = named ?? uid(for: tag)
        if named == nil, uid != tag.content.uid { note("the image has a UID that is made up: \(uid)") }
        if let chip { return try TagImage(blank: chip, uid: uid, message: message, format: format) }
        let own = tag.content.chip.map { TagImage.blankChips.contains($0) ? [$0] : [] } ?? []
        var last = ImageError(.notWritable, "no chip is known")
        for chip in own + TagImage.blankChips {
            do throws(ImageError) {
                let image = try TagImage(blank: chip, uid: uid, message: message, format: format)
                if chip != tag.content.chip { note("the image is an \(chip) with the message on it") }
                return image
            } catch {
                last = error
            }
        }
        throw last
    }

    /// That of the tag that was saved, where a chip that is written can have it; else one that is plainly made up, and another
    /// for each saved tag.
    private static func uid(for tag: SavedTag) -> UID {
        if let uid = tag.content.uid, uid.count == 7 { return uid }
        let low = [16, 8, 0].map { UInt8(truncatingIfNeeded: tag.id >> $0) }
        guard let uid = UID([0x04, 0, 0, 0] + low) else { preconditionFailure("a UID has seven bytes") }
        return uid
    }
}
