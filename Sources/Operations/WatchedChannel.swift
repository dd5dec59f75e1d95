package import Provisioning

/// A connected tag whose every call is watched: once the thread was given up, nothing more is sent to the tag.
package struct WatchedChannel: ~Copyable, CardChannel {
    private let base: UnsafeMutablePointer<any CardChannel & ~Copyable>
    private let calls: CallWatch

    /// `base` must outlive this, and is used by nobody else meanwhile.
    private init(_ base: UnsafeMutablePointer<any CardChannel & ~Copyable>, _ calls: CallWatch) {
        self.base = base
        self.calls = calls
    }

    package mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        let base = base
        return try calls.call { () throws(ChannelError) in try base.pointee.exchange(command) }
    }

    package mutating func reactivate() throws(ChannelError) {
        let base = base
        try calls.call { () throws(ChannelError) in try base.pointee.reactivate() }
    }

    /// Runs `body` with the channel, watched.
    package static func watching(
        _ channel: inout any CardChannel & ~Copyable, _ calls: CallWatch,
        _ body: (inout any CardChannel & ~Copyable) -> Void
    ) {
        withUnsafeMutablePointer(to: &channel) { pointer in
            // The channel outlives this closure, and the watched one does not leave it.
            var watched: any CardChannel & ~Copyable = WatchedChannel(pointer, calls)
            body(&watched)
        }
    }
}
