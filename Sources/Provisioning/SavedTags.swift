public import Jobs

/// The tags that a person keeps, to put them on others.
///
/// Calls may be made from any thread. What a call that returned has changed survives a power cut; a call that throws has
/// changed nothing. Several processes may work on the same tags.
public protocol SavedTags: AnyObject, Sendable {
    /// Every saved tag, in the order in which they were saved.
    func list() throws(SavedTagsError) -> [SavedTag]

    /// One of them. Throws `noSuchTag`.
    func tag(id: Int) throws(SavedTagsError) -> SavedTag

    /// Saves all of these, or none.
    /// - Returns: what was saved, in the same order, each with its id.
    func insert(_ contents: [SavedContent], at time: Timestamp) throws(SavedTagsError) -> [SavedTag]

    /// Changes name and records. Throws `noSuchTag`, and `changed` where they are not `old` any more: somebody else's change
    /// is not written over.
    func update(id: Int, from old: SavedContent, to new: SavedContent) throws(SavedTagsError)

    /// Records that it was put on a tag. Throws `noSuchTag`.
    func touch(id: Int, at time: Timestamp) throws(SavedTagsError)

    /// Drops it for good. Throws `noSuchTag`.
    func delete(id: Int) throws(SavedTagsError)
}

/// Why saved tags cannot be had or kept.
public struct SavedTagsError: PortError {
    public enum Code: String, Hashable, Sendable {
        case notThere = "there are no saved tags"
        case cannotOpen = "the file of saved tags cannot be opened"
        case full = "no room left on the disk of the saved tags"
        case readOnly = "the file of saved tags is read-only"
        case corrupt = "the file of saved tags is damaged"
        /// Made by a later version of tagmill.
        case newer = "the file of saved tags was made by a newer version of tagmill"
        /// Another program keeps the file to itself.
        case locked = "the saved tags are in use"
        case noSuchTag = "there is no such saved tag"
        /// Another process changed the tag since it was looked at.
        case changed = "the saved tag was changed meanwhile"
        case failed = "the saved tags cannot be kept"
    }

    public var code: Code
    public var context: String

    public init(_ code: Code, context: String = "") {
        self.code = code
        self.context = context
    }

    public var description: String { context.isEmpty ? code.rawValue : "\(code.rawValue): \(context)" }
}
