import Provisioning

/// One reader of a rack: which tag lies on it, and which come next.
///
/// Tags come in the order of the file; those that a fault removed come back after all others, in the order in which
/// they were removed. What comes next on a reader depends on this reader alone.
final class VirtualReader: Sendable {
    private struct State: Sendable {
        var next = 0
        var returning: [RackedTag] = []
        var lying: TagPresentation?
        var isPlugged = true
        /// Steps with every plugging, so that what was opened before is known to be dead.
        var generation = 0
    }

    let info: ReaderInfo
    private let model: VirtualReaderModel
    private let tags: [RackedTag]
    private let setting: TagPresentation.Setting
    private let state = Guarded(State())
    private let record = PeripheralRecord()

    init(info: ReaderInfo, model: VirtualReaderModel, tags: [RackedTag], setting: TagPresentation.Setting) {
        self.info = info
        self.model = model
        self.tags = tags
        self.setting = setting
    }

    /// The generation as long as the reader is plugged in.
    var generation: Int? { state.withLock { $0.isPlugged ? $0.generation : nil } }

    func plug(_ isPlugged: Bool) {
        state.withLock { state in
            guard state.isPlugged != isPlugged else { return }
            state.isPlugged = isPlugged
            if isPlugged { state.generation += 1 }
        }
    }

    /// What it was told to show and sound, the latest last.
    var peripherals: [PeripheralCommand] { record.all }

    /// Takes a command past any tag. Nil: it takes none.
    func escape(_ command: [UInt8]) -> [UInt8]? {
        guard let answer = model.side.escape(command) else { return nil }
        record.add(PeripheralCommand(command: command, answer: answer, isEscape: true))
        return answer
    }

    /// Lifts the tag that lies there and lays the next one; nil when none is to come.
    func layNext() -> TagPresentation? {
        state.withLock { state in
            lift(&state)
            let racked: RackedTag
            if state.next < tags.count {
                racked = tags[state.next]
                state.next += 1
            } else if !state.returning.isEmpty {
                racked = state.returning.removeFirst()
            } else {
                return nil
            }
            return lay(racked, &state)
        }
    }

    /// Lifts the tag that lies there and lays this one, past the order of the file.
    func lay(_ racked: RackedTag) -> TagPresentation {
        state.withLock { state in
            lift(&state)
            return lay(racked, &state)
        }
    }

    /// The tag that still lies there begins a new presentation, as after the reader was unplugged; else as `layNext`.
    func layAgainOrNext() -> TagPresentation? {
        let again: TagPresentation? = state.withLock { state in
            guard let lying = state.lying, !lying.isGone else { return nil }
            return lay(lying.racked, &state)
        }
        return again ?? layNext()
    }

    /// Takes away what lies there.
    func lift() { state.withLock { lift(&$0) } }

    private func lay(_ racked: RackedTag, _ state: inout State) -> TagPresentation {
        let presentation = TagPresentation(
            racked, reader: info.name, model: model, setting: setting, peripherals: record)
        state.lying = presentation
        return presentation
    }

    private func lift(_ state: inout State) {
        guard let lying = state.lying else { return }
        state.lying = nil
        guard lying.isGone else { return }
        let comesBack = lying.racked.state.withLock { racked in
            guard racked.returnsLeft > 0 else { return false }
            racked.returnsLeft -= 1
            return true
        }
        if comesBack { state.returning.append(lying.racked) }
    }
}
