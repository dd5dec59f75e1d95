public import Provisioning

/// What lies on a reader at a moment, as the service tells it.
public enum ReaderOccupancy: Hashable, Sendable {
    case empty
    case tag
    /// Something lies there that does not answer: several tags at once, or one half in the field.
    case mute
    /// Another program holds the reader for itself.
    case exclusive
    /// A process of tagmill has the reader; its id, where it can be told.
    case taken(process: Int32?)
}

/// One look at a reader.
public struct ReaderLook: Hashable, Sendable {
    public var occupancy: ReaderOccupancy
    /// A program is connected to what lies there, alone or with others.
    public var isConnected: Bool

    public init(occupancy: ReaderOccupancy, isConnected: Bool) {
        self.occupancy = occupancy
        self.isConnected = isConnected
    }
}

extension PCSCReaders {
    /// Looks at a reader and returns at once; nothing is connected. Throws `readerLost` when it is not there.
    public func occupancy(of reader: ReaderInfo) throws(ReadersError) -> ReaderOccupancy {
        try look(at: reader).occupancy
    }

    /// The same, and whether somebody is connected.
    public func look(at reader: ReaderInfo) throws(ReadersError) -> ReaderLook {
        do throws(PCSCError) {
            let state = try Context().statusChange(of: reader.name, from: EventState(), timeout: 0).event.state
            guard let occupancy = ReaderOccupancy(state) else { throw .unknownReader }
            let isConnected = !state.isDisjoint(with: [.inUse, .exclusive])
            guard case .process(let process) = ReaderLock.holder(of: reader.name) else {
                return ReaderLook(occupancy: occupancy, isConnected: isConnected)
            }
            return ReaderLook(occupancy: .taken(process: process), isConnected: isConnected)
        } catch {
            throw error.asReadersError
        }
    }
}

extension ReaderOccupancy {
    /// Nil when the reader is no longer there.
    package init?(_ state: EventState) {
        guard state.isDisjoint(with: [.unknown, .unavailable]) else { return nil }
        if state.contains(.exclusive) {
            self = .exclusive
        } else if state.contains(.mute) {
            self = .mute
        } else {
            self = state.contains(.present) ? .tag : .empty
        }
    }
}
