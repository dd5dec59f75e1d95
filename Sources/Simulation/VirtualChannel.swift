import Provisioning

/// A tag of a rack, connected through its reader in this process.
struct VirtualChannel: ~Copyable, CardChannel {
    let presentation: TagPresentation
    let isReaderThere: () -> Bool

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        guard isReaderThere() else { throw ChannelError(.readerLost) }
        guard let answer = presentation.exchange(command) else { throw ChannelError(.tagRemoved) }
        // What a short command can be answered with: 256 bytes and the status word.
        guard (2...258).contains(answer.count) else {
            throw ChannelError(.malformedAnswer, context: "\(answer.count) bytes")
        }
        return answer
    }

    mutating func reactivate() throws(ChannelError) {
        guard isReaderThere() else { throw ChannelError(.readerLost) }
        guard presentation.reactivate() else { throw ChannelError(.tagRemoved) }
    }

    deinit { presentation.powerOff() }
}
