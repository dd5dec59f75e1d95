package import Provisioning
package import Tags

/// Tags on a table and readers beside it, in the hands of whoever calls: no order, no threads, no waiting.
///
/// The chips, readers and faults are those of a `Rack`. Tags and readers are known by their place in what the table was made
/// of; any other number is a programmer's error. Used by one thread. Its witness may call it in the middle of an exchange: no
/// access to what is stored here spans a call of the witness.
package final class VirtualTable {
    package struct Tag {
        package var chip: VirtualChip
        /// Seven bytes.
        package var uid: UID
        /// Pages that are not as delivered, from 2, as image files count them.
        package var pages: [Int: Page]
        package var traits: TagTraits
        package var faults: [RackFault]

        package init(
            chip: VirtualChip, uid: UID, pages: [Int: Page] = [:], traits: TagTraits = TagTraits(),
            faults: [RackFault] = []
        ) {
            self.chip = chip
            self.uid = uid
            self.pages = pages
            self.traits = traits
            self.faults = faults
        }
    }

    package struct Reader {
        package var name: String
        package var model: VirtualReaderModel
        package var traits: ReaderTraits
        /// Readers of one number share an antenna: a tag that is laid on one lies on the others too. Nil: one to itself.
        package var antenna: Int?

        package init(
            name: String, model: VirtualReaderModel, traits: ReaderTraits = ReaderTraits(), antenna: Int? = nil
        ) {
            self.name = name
            self.model = model
            self.traits = traits
            self.antenna = antenna
        }
    }

    private let seed: UInt64
    private var tags: [TableTag]
    private var readers: [TableReader] = []
    private var antennas: [TableAntenna] = []
    private let witness: (any TagWitness)?

    /// - Parameter seed: of what faults leave open.
    package init(seed: UInt64, tags: [Tag], readers: [Reader], witness: (any TagWitness)? = nil) {
        self.seed = seed
        self.tags = tags.map { TableTag($0) }
        self.witness = witness
        for (index, reader) in readers.enumerated() {
            var antenna = antennas.count
            if let shared = reader.antenna, let first = readers[..<index].firstIndex(where: { $0.antenna == shared }) {
                antenna = self.readers[first].antenna
            } else {
                antennas.append(TableAntenna())
            }
            self.readers.append(
                TableReader(
                    info: ReaderInfo(name: reader.name, model: reader.model.described), model: reader.model,
                    traits: reader.traits, antenna: antenna))
        }
    }

    /// The readers as the product sees them, plugged in or not.
    package var infos: [ReaderInfo] { readers.map(\.info) }

    /// Lifts what lies on the reader and lays this tag there, from wherever it is.
    package func lay(_ tag: Int, on reader: Int) {
        let antenna = readers[reader].antenna
        clear(antenna)
        if let old = tags[tag].antenna { clear(old) }
        antennas[antenna].tag = tag
        tags[tag].antenna = antenna
    }

    /// Lifts what lies on the reader, if anything does.
    package func lift(from reader: Int) { clear(readers[reader].antenna) }

    /// What lies on the reader; nil: nothing, or nothing any more.
    package func tag(on reader: Int) -> Int? { antennas[readers[reader].antenna].tag }

    /// Plugs a reader in or pulls its plug, upon which everything on it ends with `readerLost`, also what goes on when it is
    /// plugged in again. The tag stays where it lies.
    package func plug(_ reader: Int, _ isPlugged: Bool) {
        guard readers[reader].isPlugged != isPlugged else { return }
        readers[reader].isPlugged = isPlugged
        if isPlugged {
            readers[reader].plugging += 1
        } else {
            readers[reader].contact = nil
        }
    }

    /// The name under which the reader is listed from now on.
    package func rename(_ reader: Int, to name: String) { readers[reader].info.name = name }

    /// Every page as it is stored, in the order of image files; PWD, PACK and keys included.
    package func memory(of tag: Int) -> [UInt8] { tags[tag].state.memory.bytes }

    /// The tag as it is now; its log is empty.
    package func virtualTag(_ tag: Int) -> VirtualTag { VirtualTag(tags[tag].state) }

    /// Connects to the tag that lies on the reader, as `ReaderSlot.withCard`.
    ///
    /// Throws `readerLost` when the reader is not plugged in, `tagRemoved` when nothing lies there.
    package func withCard<Result>(
        on reader: Int, _ body: (inout any CardChannel & ~Copyable) -> Result
    ) throws(ChannelError) -> Result {
        let place = try connect(reader)
        defer { disconnect(place) }
        try activate(place)
        var channel: any CardChannel & ~Copyable = TableChannel(table: self, place: place)
        return body(&channel)
    }

    // MARK: Laying

    private func clear(_ antenna: Int) {
        guard let tag = antennas[antenna].tag else { return }
        tags[tag].antenna = nil
        antennas[antenna].tag = nil
        antennas[antenna].laying += 1
    }

    // MARK: Connections

    private func connect(_ reader: Int) throws(ChannelError) -> TablePlace {
        guard readers[reader].isPlugged else { throw ChannelError(.readerLost) }
        let (antenna, plugging) = (readers[reader].antenna, readers[reader].plugging)
        let laying = antennas[antenna].laying
        guard let tag = antennas[antenna].tag else { throw ChannelError(.tagRemoved) }
        if readers[reader].contact?.laying != laying {
            tags[tag].state.presentations += 1
            readers[reader].contact = TableContact(
                side: readers[reader].model.side(readers[reader].traits),
                presentation: tags[tag].state.presentations, laying: laying)
        }
        return TablePlace(reader: reader, antenna: antenna, tag: tag, laying: laying, plugging: plugging)
    }

    private func check(_ place: TablePlace) throws(ChannelError) {
        guard readers[place.reader].isPlugged, readers[place.reader].plugging == place.plugging else {
            throw ChannelError(.readerLost)
        }
        guard lies(place) else { throw ChannelError(.tagRemoved) }
    }

    private func lies(_ place: TablePlace) -> Bool {
        antennas[place.antenna].laying == place.laying && readers[place.reader].plugging == place.plugging
            && readers[place.reader].contact != nil
    }

    private func activate(_ place: TablePlace) throws(ChannelError) {
        try check(place)
        // A reader that leaves the field alone has selected the tag once, when it came: to the witness that is all the
        // activation that can be had of it.
        let wakes = readers[place.reader].traits.wakes
        guard wakes == .reconnect || readers[place.reader].contact?.isPowered == false else {
            return tellActivation(place)
        }
        readers[place.reader].contact?.isPowered = true
        readers[place.reader].contact?.session.activate(tags[place.tag].state.memory)
        takeFromOthers(place)
        tellActivation(place)
    }

    /// A tag answers one reader: whoever of the same antenna was speaking with it must activate it anew.
    private func takeFromOthers(_ place: TablePlace) {
        for reader in readers.indices where reader != place.reader && readers[reader].antenna == place.antenna {
            readers[reader].contact?.session.powerOff()
        }
    }

    func reactivate(_ place: TablePlace) throws(ChannelError) {
        disconnect(place)
        try activate(place)
    }

    private func disconnect(_ place: TablePlace) {
        guard lies(place), let contact = readers[place.reader].contact else { return }
        // Nobody can end the session of a reader whose tag is gone.
        if contact.side.isSessionOpen { tags[place.tag].state.sessionsLeftOpen += 1 }
        readers[place.reader].contact?.side.powerOff()
        guard readers[place.reader].traits.wakes == .reconnect else { return }
        readers[place.reader].contact?.isPowered = false
        readers[place.reader].contact?.session.powerOff()
    }

    private func tellActivation(_ place: TablePlace) {
        guard let witness, readers[place.reader].contact?.session.state == .active else { return }
        witness.activated(tag: place.tag)
    }

    // MARK: Exchanges

    func exchange(_ command: [UInt8], _ place: TablePlace) throws(ChannelError) -> [UInt8] {
        try check(place)
        guard let kind = readers[place.reader].contact?.side.kind(of: command) else {
            throw ChannelError(.tagRemoved)
        }
        let counted = count(kind, place)
        let faults = kind == .peripheral ? [] : faultsNow(kind, exchange: counted.exchange, write: counted.write, place)
        try check(place)
        for case .delay(let more) in faults { tags[place.tag].state.latency += .milliseconds(more) }
        guard let answer = carryOut(command, counted.exchange, faults, place) else {
            clear(place.antenna)
            throw ChannelError(.tagRemoved)
        }
        try check(place)
        return answer
    }

    /// The number of this exchange and write of the presentation, from 1.
    private func count(_ kind: CommandKind, _ place: TablePlace) -> (exchange: Int, write: Int?) {
        guard kind != .peripheral, var contact = readers[place.reader].contact else { return (0, nil) }
        contact.exchanges += 1
        tags[place.tag].state.exchanges += 1
        var write: Int?
        if case .write = kind {
            contact.writes += 1
            tags[place.tag].state.writes += 1
            write = contact.writes
        }
        readers[place.reader].contact = contact
        return (contact.exchanges, write)
    }

    private func faultsNow(_ kind: CommandKind, exchange: Int, write: Int?, _ place: TablePlace) -> [Fault] {
        var page: Int?
        if case .write(let written) = kind, let contact = readers[place.reader].contact {
            page = contact.session.index(written, tags[place.tag].state.memory)
        }
        let isFirst = readers[place.reader].contact?.presentation == 1
        let planned = tags[place.tag].faults.filter {
            $0.moment.comes(exchange: exchange, write: write, page: page, isFirstPresentation: isFirst)
        }
        var faults = planned.map(\.fault)
        if let witness {
            faults += witness.willExchange(
                tag: place.tag, reader: place.reader, number: exchange, isWrite: write != nil)
        }
        return faults.filter { write != nil || !$0.needsWrite }
    }

    private func carryOut(_ command: [UInt8], _ exchange: Int, _ faults: [Fault], _ place: TablePlace) -> [UInt8]? {
        guard let contact = readers[place.reader].contact else { return nil }
        // A copy works: no access to what is stored here is held while the witness is called.
        var side = contact.side
        let answer = side.answer(
            command, faults: faults,
            random: {
                SeededGenerator(
                    seed: seed, parts: [UInt64(place.tag), UInt64(contact.presentation), UInt64(exchange)])
            }, field: TableField(self, place, faults: faults))
        if lies(place) { readers[place.reader].contact?.side = side }
        return answer
    }

    // MARK: Frames

    func uid(of tag: Int) -> [UInt8] { tags[tag].state.memory.uid.bytes }

    func send(_ frame: [UInt8], to place: TablePlace, fault: StoreFault?, isFalsified: Bool) -> TagAnswer {
        // A tag that sleeps, or that another reader woke, hears nothing of it.
        guard lies(place), let state = readers[place.reader].contact?.session.state,
            readers[place.reader].contact?.isPowered == true, state == .active || state == .authenticated,
            let answer = readers[place.reader].contact?.session.receive(
                frame, memory: &tags[place.tag].state.memory, fault: fault)
        else { return .silence }
        guard let witness, let session = readers[place.reader].contact?.session else { return answer }
        let told = ExchangeRecord.Frame(command: frame, answer: answer, event: nil)
        witness.received(
            tag: place.tag, frame: frame, answer: told.data, isAccepted: told.isAccepted,
            isFaulty: isFalsified || session.wasFaulty, memory: tags[place.tag].state.memory.bytes)
        return answer
    }

    func turn(on isOn: Bool, _ place: TablePlace) {
        guard lies(place), readers[place.reader].contact?.isPowered == !isOn else { return }
        readers[place.reader].contact?.isPowered = isOn
        if isOn {
            readers[place.reader].contact?.session.powerOn(tags[place.tag].state.memory)
        } else {
            readers[place.reader].contact?.session.powerOff()
        }
    }

    func select(_ place: TablePlace) -> Bool {
        guard lies(place), let contact = readers[place.reader].contact, contact.isPowered else { return false }
        let isAwake = contact.session.state == .active || contact.session.state == .authenticated
        guard readers[place.reader].traits.wakes != .lift || isAwake else { return false }
        readers[place.reader].contact?.session.select(tags[place.tag].state.memory)
        takeFromOthers(place)
        tellActivation(place)
        return readers[place.reader].contact?.session.state == .active
    }
}
