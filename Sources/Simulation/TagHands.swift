package import Tags

/// The hands of the person at the readers of a `RackServer`, in place of the rack's own order: which tag is laid where
/// and when it is lifted.
///
/// Called by the readers' threads, several at once; a reader is known by its place in the rack. What blocks here holds
/// up its reader, as a slow tag does.
package protocol TagHands: Sendable {
    /// What happens on a reader on which nothing lies.
    func next(reader: Int) -> NextTag

    /// Whether the tag is lifted; asked several times a second while it lies there. The tag is done with when it was
    /// exchanged with and the power has been off for a while.
    func isToBeLifted(_ uid: UID, reader: Int, isDoneWith: Bool) -> Bool

    /// The tag lies there no more: it was lifted, or a fault took it away.
    func lifted(_ uid: UID, reader: Int, byFault: Bool)

    /// A command came for the tag and was not carried out yet.
    func willExchange(_ uid: UID, isWrite: Bool)

    /// The command was carried out, and its answer is not under way yet.
    func didExchange(_ uid: UID, isWrite: Bool)
}

package enum NextTag: Hashable, Sendable {
    /// A tag of the rack that lies on no other reader. Unknown ones end the reader, as `nothingMore` does.
    case tag(UID)
    /// Asked again soon.
    case nothingYet
    case nothingMore
}
