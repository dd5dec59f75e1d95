import Jobs
public import Tags

/// What a tag holds, as the journal is asked for the item whose message it is.
public struct MessageDigests: Hashable, Sendable {
    /// Of the message as it is: that of an item whose message names no tag.
    public var whole: [UInt8]
    /// Of the message with zero bytes wherever the UID of the tag stands in it: that of an item whose message has places for
    /// the UID (`Item.uidPlaces`), unless letters in it are of another case. Nil where the UID stands nowhere.
    public var withoutUID: [UInt8]?

    public init(whole: [UInt8], withoutUID: [UInt8]? = nil) {
        self.whole = whole
        self.withoutUID = withoutUID
    }

    /// - Parameters:
    ///   - message: what the tag holds.
    ///   - uid: of the tag.
    public init(of message: [UInt8], on uid: UID, _ digest: Digest) {
        whole = digest(message)
        withoutUID = UIDPlace.blank(uid, in: message).map(digest)
    }
}
