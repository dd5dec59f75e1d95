import Provisioning

/// One virtual reader on its thread.
///
/// Nobody has to be waited for: the next tag lies there as soon as it is asked for, and a tag that is done with is
/// lifted as soon as its removal is waited for. So no wait of this slot blocks, but that for the removal of a tag that
/// another reader of the same antenna is connected to.
final class VirtualSlot: ReaderSlot {
    let info: ReaderInfo
    private let reader: VirtualReader
    private let generation: Int
    private let isCancelled: @Sendable () -> Bool
    private var presentation: TagPresentation?
    private var hasWaited = false

    init(_ reader: VirtualReader, generation: Int, isCancelled: @escaping @Sendable () -> Bool) {
        info = reader.info
        self.reader = reader
        self.generation = generation
        self.isCancelled = isCancelled
    }

    func waitForTag() throws(ReadersError) -> TagArrival {
        try check()
        if presentation != nil { try waitForRemoval() }
        // The first wait after a plugging finds the tag that still lies there.
        presentation = hasWaited ? reader.layNext() : reader.layAgainOrNext()
        hasWaited = true
        return presentation == nil ? .exhausted : .tag(atr: storageCardATR)
    }

    func waitForRemoval() throws(ReadersError) {
        try check()
        presentation = nil
        reader.lift(isGivenUp: isGivenUp)
        try check()
    }

    func withCard<Result>(
        _ body: (inout any CardChannel & ~Copyable) -> Result
    ) throws(ChannelError) -> Result {
        guard reader.generation == generation else { throw ChannelError(.readerLost) }
        guard let presentation, presentation.activate() else { throw ChannelError(.tagRemoved) }
        let (reader, generation) = (reader, generation)
        var channel: any CardChannel & ~Copyable = VirtualChannel(presentation: presentation) {
            reader.generation == generation
        }
        return body(&channel)
    }

    func escape(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        guard reader.generation == generation else { throw ChannelError(.readerLost) }
        guard let answer = reader.escape(command) else {
            throw ChannelError(.transmission, context: "this virtual reader takes no escape commands")
        }
        return answer
    }

    private func isGivenUp() -> Bool { isCancelled() || reader.generation != generation }

    private func check() throws(ReadersError) {
        if isCancelled() { throw ReadersError(.cancelled) }
        guard reader.generation == generation else { throw ReadersError(.readerLost) }
    }
}
