import Provisioning
import Threads

/// One reader of a rack, and how it sees what lies before its antenna.
final class VirtualReader: Sendable {
    private struct State: Sendable {
        var lying: TagPresentation?
        var isPlugged = true
        /// Steps with every plugging, so that what was opened before is known to be dead.
        var generation = 0
    }

    let info: ReaderInfo
    private let model: VirtualReaderModel
    private let traits: ReaderTraits
    private let antenna: Antenna
    private let setting: TagPresentation.Setting
    private let state = Guarded(State())
    private let record = PeripheralRecord()

    init(
        info: ReaderInfo, model: VirtualReaderModel, traits: ReaderTraits, antenna: Antenna,
        setting: TagPresentation.Setting
    ) {
        self.info = info
        self.model = model
        self.traits = traits
        self.antenna = antenna
        self.setting = setting
    }

    /// The generation as long as the reader is plugged in.
    var generation: Int? { state.withLock { $0.isPlugged ? $0.generation : nil } }

    /// What it was told to show and sound, the latest last.
    var peripherals: [PeripheralCommand] { record.all }

    func plug(_ isPlugged: Bool) {
        state.withLock { state in
            guard state.isPlugged != isPlugged else { return }
            state.isPlugged = isPlugged
            if isPlugged { state.generation += 1 }
        }
    }

    /// Lifts the tag that lies there and lays the next one; nil when none is to come. On an antenna of several readers the tag
    /// that another laid comes first.
    func layNext() -> TagPresentation? {
        state.withLock { state in
            guard let laying = antenna.next(after: state.lying?.laying) else {
                state.lying = nil
                return nil
            }
            return present(laying, &state)
        }
    }

    /// Lifts the tag that lies there and lays this one, past the order of the file.
    func lay(_ racked: RackedTag) -> TagPresentation { state.withLock { present(antenna.lay(racked), &$0) } }

    /// The tag that still lies there begins a new presentation, as after the reader was unplugged; else as `layNext`.
    func layAgainOrNext() -> TagPresentation? {
        let again: TagPresentation? = state.withLock { state in
            guard let laying = state.lying?.laying, !laying.isGone, !laying.isLifted else { return nil }
            return present(laying, &state)
        }
        return again ?? layNext()
    }

    /// Takes away what lies there, once no other reader of the antenna is connected to it; leaves it when `isGivenUp`, which is
    /// asked several times a second.
    func lift(isGivenUp: () -> Bool) {
        guard let lying = state.withLock({ $0.lying }),
            lying.laying.waitUntilFree(of: lying, isGivenUp: isGivenUp)
        else { return }
        state.withLock { $0.lying = nil }
        antenna.lift(lying.laying)
    }

    /// Takes a command past any tag. Nil: it takes none.
    func escape(_ command: [UInt8]) -> [UInt8]? {
        var side = model.side(traits)
        guard let answer = side.escape(command) else { return nil }
        record.add(PeripheralCommand(command: command, answer: answer, isEscape: true))
        return answer
    }

    private func present(_ laying: Laying, _ state: inout State) -> TagPresentation {
        let presentation = TagPresentation(
            laying, on: TagPresentation.Place(reader: info.name, model: model, traits: traits), setting: setting,
            peripherals: record)
        state.lying = presentation
        return presentation
    }
}
