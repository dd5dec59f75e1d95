import Threads

/// A command to a virtual reader itself, for its LEDs and its buzzer. No exchange.
public struct PeripheralCommand: Hashable, Sendable {
    public let command: [UInt8]
    public let answer: [UInt8]
    /// It came past any tag (SCardControl); else over the connection to a tag.
    public let isEscape: Bool
}

/// What a virtual reader was told to show and sound.
final class PeripheralRecord: Sendable {
    /// So many are kept; of more the latest.
    private static let mostKept = 1000

    private let commands = Guarded<[PeripheralCommand]>([])

    var all: [PeripheralCommand] { commands.withLock { $0 } }

    func add(_ command: PeripheralCommand) {
        commands.withLock { commands in
            if commands.count == Self.mostKept { commands.removeFirst() }
            commands.append(command)
        }
    }
}
