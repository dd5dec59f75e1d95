import Glibc
import Jobs
import TagImages
import Tags

/// What came of reading an image file.
enum ImageReading: Hashable, Sendable {
    case image(TagImage)
    /// A file in a folder that is of no kind that is known, and whose ending is none of images alone.
    case passedOver
    /// It is no image, a broken one, or cannot be read; a sentence that goes on after the file's name.
    case refused(String)

    /// Reads a file, of which never more than `TagImage.mostBytes` are held.
    init(_ file: ImagePaths.File) {
        // A pipe in a folder would be waited on for ever; one that was named is what the shell makes of <(command).
        if !file.isNamed, file.isSpecial {
            self = file.isMeant ? .refused("cannot be read: it is no plain file") : .passedOver
            return
        }
        do throws(CommandError) {
            let bytes = try InputFile.bytes(at: file.path, atMost: TagImage.mostBytes)
            self = Self.read(bytes, file)
        } catch {
            switch error {
            case .refusedFile where !file.isMeant: self = .passedOver
            case .refusedFile(_, let reason): self = .refused(reason)
            case .unreadableFile(_, let reason): self = .refused("cannot be read: \(reason)")
            default: self = .refused(error.sentence)
            }
        }
    }

    private static func read(_ bytes: [UInt8], _ file: ImagePaths.File) -> Self {
        do throws(ImageError) {
            return .image(try TagImage(reading: bytes, name: file.name))
        } catch {
            guard error.code == .unknownKind else { return .refused("\(error)") }
            if SavedDocument.document(in: bytes) != nil { return .refused(SavedDocument.isNoImage) }
            return file.isMeant ? .refused("\(error)") : .passedOver
        }
    }

    /// What was seen of the tag; nil where the file is passed over.
    func observed(source: String) -> ObservedTag? {
        switch self {
        case .image(let image): ObservedTag(image: image, source: source)
        case .passedOver: nil
        case .refused(let reason): ObservedTag(source: source, verdict: .unreadable, reason: reason)
        }
    }
}

extension ObservedTag {
    /// What an image says of its tag.
    ///
    /// - Parameter source: the path of the image as given.
    init(image: TagImage, source: String) {
        let genuine = image.uid.map { uid in
            Tags.genuine(
                chip: image.chip, uid: uid, signature: image.signature, verify: OriginalityKey.verifies)
        }
        self.init(
            source: source, uid: image.uid, chip: image.chip,
            forumType: image.chip?.forumType ?? image.memory.forumType, contents: image.contents,
            genuine: genuine ?? .unknown, notes: image.notes)
    }
}

extension ImageMemory {
    /// The type of tag by the NFC Forum, where the kind of memory tells it.
    fileprivate var forumType: Int? {
        switch self {
        case .type2: 2
        case .type3: 3
        case .type4: 4
        case .type5: 5
        case .dataArea, .classic, .message, .notUnderstood: nil
        }
    }
}
