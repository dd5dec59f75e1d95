public import Jobs
public import Tags

extension ObservedTag {
    /// What a look at the tag on a reader came to.
    ///
    /// - Parameter verify: holds its originality signature to its maker's keys; nil: whether it is genuine stays unknown.
    public init(_ tag: TagInspection, source: String, verify: SignatureVerifier? = nil) {
        // A lock state is told of Type 2 tags alone, also where the chip could not be.
        let forumType = tag.chip?.forumType ?? (tag.lockState == nil ? nil : 2)
        guard let contents = tag.contents else {
            self.init(
                source: source, uid: tag.uid, chip: tag.chip, forumType: forumType,
                verdict: tag.rejection?.reason == .tagDamaged ? .damaged : .unreadable,
                reason: tag.rejection?.detail ?? "it cannot be read", lockState: tag.lockState ?? .unknown)
            return
        }
        self.init(source: source, uid: tag.uid, chip: tag.chip, forumType: forumType, contents: contents)
        lockState = tag.lockState ?? contents.lockState
        if let verify, let uid = tag.uid {
            genuine = Tags.genuine(chip: tag.chip, uid: uid, signature: tag.signature, verify: verify)
        }
    }
}
