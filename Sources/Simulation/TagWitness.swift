/// Sees what reaches the tags of a table.
///
/// Called on the thread of the exchange, in order. It may call the table meanwhile, for other readers too.
package protocol TagWitness: AnyObject {
    /// The field is on and the tag selected: a new activation, by a connection or by a reader's own command.
    func activated(tag: Int)

    /// Comes before a command is carried out.
    ///
    /// - Parameters:
    ///   - number: the exchange of the presentation, from 1.
    ///   - isWrite: whether the command could write.
    /// - Returns: faults that come with it beside those of the tag. What only a write can suffer changes no other command.
    func willExchange(tag: Int, reader: Int, number: Int, isWrite: Bool) -> [Fault]

    /// This goes wrong in the exchange that is carried out next.
    func suffers(tag: Int, _ fault: Fault)

    /// A frame reached the tag, whether it was awake or not.
    ///
    /// - Parameters:
    ///   - frame: without CRC.
    ///   - answer: the data that the tag sent; empty for an acknowledgement, a refusal or silence.
    ///   - isAccepted: the tag carried it out, as its answer says.
    ///   - isFaulty: a fault decided what was stored, or falsifies what the reader's caller hears of it.
    ///   - memory: every page as it is stored now, in the order of image files.
    func received(
        tag: Int, frame: Span<UInt8>, answer: Span<UInt8>, isAccepted: Bool, isFaulty: Bool, memory: [UInt8])
}

extension TagWitness {
    package func suffers(tag: Int, _ fault: Fault) {}
}
