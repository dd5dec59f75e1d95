public import ReaderModels
public import Tags

/// What lies on a reader, looked at and left as it is.
public struct TagInspection: Sendable {
    public var uid: UID?
    public var chip: Chip?
    /// What the tag holds; nil where it could not be told.
    public var contents: TagContents?
    public var lockState: LockState?
    /// Why it is no tag that can be told, or what is wrong with it.
    public var rejection: Rejection?

    public init(
        uid: UID? = nil, chip: Chip? = nil, contents: TagContents? = nil, lockState: LockState? = nil,
        rejection: Rejection? = nil
    ) {
        self.uid = uid
        self.chip = chip
        self.contents = contents
        self.lockState = lockState
        self.rejection = rejection
    }

    /// Identifies and reads the tag on the channel. Nothing is written.
    public static func inspect(
        _ channel: inout any CardChannel & ~Copyable, model: ReaderModel
    ) -> TagInspection {
        var identification = Type2Identification(session: Type2Session(model: model))
        do throws(UnfitTag) {
            let tag = try identification.identify(&channel)
            return TagInspection(
                uid: tag.uid, chip: tag.chip, contents: tag.contents, lockState: tag.contents.lockState)
        } catch {
            return TagInspection(
                uid: error.uid, chip: error.chip, lockState: error.lockState, rejection: error.rejection)
        }
    }

    /// What lies there cannot even be connected to.
    public static func unreachable(_ error: ChannelError) -> TagInspection {
        TagInspection(rejection: Rejection(error))
    }
}
