package import Provisioning

/// What a test does in the middle of a reader's work, on that reader's thread.
package struct ReaderHooks: Sendable {
    package var beforeOpen: @Sendable (_ reader: String) throws(ReadersError) -> Void = { _ in }
    package var beforeWait: @Sendable (_ reader: String) -> Void = { _ in }
    package var beforeConnect: @Sendable (_ reader: String) throws(ChannelError) -> Void = { _ in }
    package var beforeExchange: @Sendable (_ reader: String, _ command: [UInt8]) throws(ChannelError) -> Void = {
        _, _ in
    }
    package var afterExchange: @Sendable (_ reader: String, _ command: [UInt8]) throws(ChannelError) -> Void = {
        _, _ in
    }
    package var beforeEscape: @Sendable (_ reader: String, _ command: [UInt8]) throws(ChannelError) -> Void = {
        _, _ in
    }
    package var beforeReactivate: @Sendable (_ reader: String) throws(ChannelError) -> Void = { _ in }
    /// The tag is let go of.
    package var afterCard: @Sendable (_ reader: String) -> Void = { _ in }

    package init() {}
}

/// Readers with hooks.
package final class HookedReaders: Readers {
    private let base: any Readers
    private let hooks: ReaderHooks

    package init(_ base: any Readers, _ hooks: ReaderHooks) {
        self.base = base
        self.hooks = hooks
    }

    package func list() throws(ReadersError) -> [ReaderInfo] { try base.list() }

    package func waitForChange(from known: [ReaderInfo]) throws(ReadersError) { try base.waitForChange(from: known) }

    package func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot {
        try hooks.beforeOpen(reader.name)
        return HookedSlot(base: try base.open(reader), hooks: hooks)
    }

    package func cancel() { base.cancel() }
}

private final class HookedSlot: ReaderSlot {
    private let base: any ReaderSlot
    private let hooks: ReaderHooks
    var info: ReaderInfo { base.info }

    init(base: any ReaderSlot, hooks: ReaderHooks) {
        self.base = base
        self.hooks = hooks
    }

    func waitForTag() throws(ReadersError) -> TagArrival {
        hooks.beforeWait(info.name)
        return try base.waitForTag()
    }

    func waitForRemoval() throws(ReadersError) { try base.waitForRemoval() }

    func escape(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        try hooks.beforeEscape(info.name, command)
        return try base.escape(command)
    }

    func withCard<Result>(
        _ body: (inout any CardChannel & ~Copyable) -> Result
    ) throws(ChannelError) -> Result {
        try hooks.beforeConnect(info.name)
        defer { hooks.afterCard(info.name) }
        let (reader, hooks) = (info.name, hooks)
        return try base.withCard { channel in
            withUnsafeMutablePointer(to: &channel) { pointer in
                // The channel lives as long as this closure, and the hooked one does not leave it.
                var hooked: any CardChannel & ~Copyable = HookedChannel(base: pointer, reader: reader, hooks: hooks)
                return body(&hooked)
            }
        }
    }
}

private struct HookedChannel: ~Copyable, CardChannel {
    let base: UnsafeMutablePointer<any CardChannel & ~Copyable>
    let reader: String
    let hooks: ReaderHooks

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        try hooks.beforeExchange(reader, command)
        let answer = try base.pointee.exchange(command)
        try hooks.afterExchange(reader, command)
        return answer
    }

    mutating func reactivate() throws(ChannelError) {
        try hooks.beforeReactivate(reader)
        try base.pointee.reactivate()
    }
}

extension [UInt8] {
    /// The page that this command writes; nil for any other command.
    package var writtenPage: Int? { count == 9 && starts(with: [0xFF, 0xD6, 0x00]) ? Int(self[3]) : nil }
}
