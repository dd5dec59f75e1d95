import Jobs

/// Why a reader that is plugged in does not work for now.
public enum Hindrance: Hashable, Sendable {
    /// Another program holds it while a tag lies there.
    case otherProgram
    /// Another process of tagmill has it.
    case otherTagmill
    /// A call to it does not come back.
    case stuck

    /// Whether it goes on showing the item that it takes next: the tag that lies there is taken as soon as it is free.
    var keepsOffer: Bool { self == .otherProgram }
}

/// Readers that come and go.
extension Coordinator {
    /// The readers that are plugged in, by name.
    public var readerNames: [String] { readers.map(\.name) }

    /// The readers were listed for the first time: from now on it is worth saying that there is none.
    public mutating func listed() { isListed = true }

    /// Readers cannot be listed for now, for this reason; nil: they can again.
    public mutating func listing(failsFor fault: String?) { listingFault = fault }

    /// A reader is there: it is offered an item by the next `assignOffers`. Nothing that was held against it before counts.
    public mutating func plugged(_ reader: String) {
        if !gone.isEmpty { gone.remove(reader) }
        if let place = place(of: reader) {
            if readers[place].quarantine != nil { quarantineChanges += 1 }
            readers[place] = ReaderState(reader, last: readers[place].last)
            return
        }
        let last = lastTagsUnplugged.isEmpty ? nil : lastTagsUnplugged.removeValue(forKey: reader)
        if let place = readers.indices.first(where: { readers[$0].name > reader }) {
            readers.insert(ReaderState(reader, last: last), at: place)
        } else {
            readers.append(ReaderState(reader, last: last))
        }
    }

    /// The reader is gone; its offer goes to another. A tag in its hand is concluded first.
    public mutating func unplugged(_ reader: String) {
        if let place = place(of: reader) {
            let state = readers.remove(at: place)
            if !state.exhausted { gone.insert(reader) }
            lastTagsUnplugged[reader] = state.last
        }
        takeBackFromQuarantine()
    }

    /// The tag that was concluded on a reader is gone from it.
    public mutating func lifted(_ reader: String) {
        if let place = place(of: reader) { lifted(at: place) }
    }

    package mutating func lifted(at place: Int) { readers[place].lying = nil }

    /// A virtual reader has no more tags to come. Readers that were unplugged before theirs had come are waited for.
    public mutating func exhausted(_ reader: String) {
        if let place = place(of: reader) {
            readers[place].exhausted = true
            readers[place].offer = nil
        }
        takeBackFromQuarantine()
        if !readers.isEmpty, gone.isEmpty, readers.indices.allSatisfy({ readers[$0].exhausted }) { stop(.idle) }
    }

    /// The reader cannot work for now. Unless another program merely holds its tag, its offer goes to another.
    public mutating func hindered(_ reader: String, by hindrance: Hindrance) {
        if let place = place(of: reader) {
            readers[place].hindrance = hindrance
            if !hindrance.keepsOffer { readers[place].offer = nil }
        }
        takeBackFromQuarantine()
    }

    /// The reader works again: it is offered an item by the next `assignOffers`.
    public mutating func free(_ reader: String) {
        if let place = place(of: reader) { readers[place].hindrance = nil }
    }
}
