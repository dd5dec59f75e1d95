package import Provisioning
package import ReaderModels
package import Tags

/// Tags on a table and readers beside it, in the hands of whoever calls: no order, no threads, no waiting.
///
/// The chips, readers and faults are those of a `Rack`. Tags and readers are known by their place in what the table was made
/// of; any other number is a programmer's error. Used by one thread. Its witness may call it in the middle of an exchange, but
/// for `withCard` of the same reader: no access to what is stored here spans a call of the witness.
package final class VirtualTable {
    /// A tag as it is before it is laid anywhere. Its memory is shared by all tables until something is written to it.
    package struct Tag: Sendable {
        private(set) var memory: TagMemory
        package var faults: [RackFault]
        package var misread: Misread?
        /// It answers by four bytes that are drawn anew at every activation, and begin with 08 (ISO/IEC 14443-3, 6.5.4), as
        /// phones and cards do that are not to be known again. `uid` stands in its pages alone.
        package var hasRandomUID: Bool

        /// - Parameters:
        ///   - uid: seven bytes.
        ///   - pages: those that are not as delivered, from 2, as image files count them.
        package init(
            chip: VirtualChip, uid: UID, pages: [Int: Page] = [:], traits: TagTraits = TagTraits(),
            faults: [RackFault] = [], misread: Misread? = nil, hasRandomUID: Bool = false
        ) {
            memory = TagMemory(chip: chip, uid: uid, traits: traits, pages: pages)
            self.faults = faults
            self.misread = misread
            self.hasRandomUID = hasRandomUID
        }

        /// Lets pages, from 2, hold something else.
        package mutating func hold(_ pages: [Int: Page]) { memory.hold(pages) }

        /// What a page of its chip holds.
        package subscript(page page: Int) -> Page {
            let bytes = memory[page: page]
            return Page(bytes[0], bytes[1], bytes[2], bytes[3])
        }

        package var chip: VirtualChip { memory.chip }
        package var uid: UID { memory.uid }
    }

    package struct Reader {
        package var name: String
        package var model: VirtualReaderModel
        package var traits: ReaderTraits
        /// Readers of one number share an antenna: a tag that is laid on one lies on the others too. Nil: one to itself.
        package var antenna: Int?
        /// What the product takes it for; nil: what it is.
        package var recognizedAs: ReaderModel?

        package init(
            name: String, model: VirtualReaderModel, traits: ReaderTraits = ReaderTraits(), antenna: Int? = nil,
            recognizedAs: ReaderModel? = nil
        ) {
            self.name = name
            self.model = model
            self.traits = traits
            self.antenna = antenna
            self.recognizedAs = recognizedAs
        }
    }

    let seed: UInt64
    let tags: [TableTag]
    let readers: [TableReader]
    let witness: (any TagWitness)?
    /// Where the last answer stands. Where nobody keeps it, the next stands in its place.
    var room: [UInt8] = []

    /// - Parameter seed: of what faults leave open.
    package convenience init(seed: UInt64, tags: [Tag], readers: [Reader], witness: (any TagWitness)? = nil) {
        self.init(seed: seed, tagCount: tags.count, tag: { tags[$0] }, readers: readers, witness: witness)
    }

    /// - Parameters:
    ///   - seed: of what faults leave open.
    ///   - tag: makes each tag, from 0; it belongs to the table alone then.
    package init(
        seed: UInt64, tagCount: Int, tag: (Int) -> Tag, readers: [Reader], witness: (any TagWitness)? = nil
    ) {
        self.seed = seed
        tags = (0..<tagCount).map { TableTag(tag($0)) }
        self.witness = witness
        self.readers = readers.indices.map { index in
            let antenna = readers[index].antenna
            // Of readers that share one, the first gives it its number.
            let first = antenna == nil ? index : readers.firstIndex { $0.antenna == antenna }
            return TableReader(readers[index], antenna: first ?? index)
        }
    }

    /// The readers as the product sees them, plugged in or not.
    package var infos: [ReaderInfo] { readers.map(\.info) }

    package func info(of reader: Int) -> ReaderInfo { readers[reader].info }

    /// Lifts what lies on the reader and lays this tag there, from wherever it is.
    package func lay(_ tag: Int, on reader: Int) {
        let antenna = readers[reader].antenna
        clear(antenna)
        if let old = tags[tag].antenna { clear(old) }
        readers[antenna].lying = tag
        tags[tag].antenna = antenna
    }

    /// As `lay`, and no reader notices: a connection that stands finds the other tag when it activates anew. Until then
    /// nothing that it sends is answered.
    package func swap(_ tag: Int, on reader: Int) {
        let antenna = readers[reader].antenna
        let isNoticed = readers[antenna].lying == nil
        lay(tag, on: reader)
        for place in readers where place.antenna == antenna { place.isSwapped = !isNoticed }
    }

    /// Lifts what lies on the reader, if anything does.
    package func lift(from reader: Int) { clear(readers[reader].antenna) }

    /// What lies on the reader; nil: nothing, or nothing any more.
    package func tag(on reader: Int) -> Int? { readers[readers[reader].antenna].lying }

    private func clear(_ antenna: Int) {
        guard let tag = readers[antenna].lying else { return }
        tags[tag].antenna = nil
        readers[antenna].lying = nil
        for reader in readers where reader.antenna == antenna { reader.breakOff() }
    }

    /// Plugs a reader in or pulls its plug, upon which everything on it ends with `readerLost`, also what goes on when it is
    /// plugged in again. The tag stays where it lies.
    package func plug(_ reader: Int, _ isPlugged: Bool) { readers[reader].plug(isPlugged) }

    /// The name under which the reader is listed from now on.
    package func rename(_ reader: Int, to name: String) { readers[reader].info.name = name }

    /// Every page as it is stored, in the order of image files; PWD, PACK and keys included.
    package func memory(of tag: Int) -> [UInt8] { tags[tag].memory.bytes }

    /// The tags' own faults that did not happen.
    /// - Parameter paths: where the entry of each tag stands in its rack file, tag by tag.
    package func unreachedFaults(paths: [String]) -> [UnreachedFault] {
        UnreachedFault.all(of: zip(paths, tags).map { ($0, $1.faults, $1.reached) })
    }

    /// The tag as it is now; its log is empty.
    package func virtualTag(_ tag: Int) -> VirtualTag { VirtualTag(tags[tag].state) }

    /// Connects to the tag that lies on the reader, as `ReaderSlot.withCard`.
    ///
    /// Throws `readerLost` when the reader is not plugged in, `tagRemoved` when nothing lies there.
    package func withCard<Result>(
        on reader: Int, _ body: (inout any CardChannel & ~Copyable) -> Result
    ) throws(ChannelError) -> Result {
        var channel: any CardChannel & ~Copyable = try TableChannel(self, on: reader)
        return body(&channel)
    }

    /// The reader's contact to the tag that it can connect to now.
    func contact(on number: Int) throws(ChannelError) -> TableContact {
        let reader = readers[number]
        guard reader.isPlugged else { throw ChannelError(.readerLost) }
        guard let tag = readers[reader.antenna].lying else { throw ChannelError(.tagRemoved) }
        if let contact = reader.contact { return contact }
        let contact = TableContact(tag, of: self, on: number)
        reader.contact = contact
        return contact
    }

    /// Empty, and nobody else's until it is put back.
    func takeRoom() -> [UInt8] {
        var taken: [UInt8] = []
        Swift.swap(&taken, &room)
        if taken.isEmpty { taken.reserveCapacity([UInt8].roomForARead) } else { taken.removeAll(keepingCapacity: true) }
        return taken
    }
}
