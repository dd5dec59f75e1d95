import Tags
import Threads

/// One tag: its memory, whatever reader it lies on, and what was done to it.
final class PhysicalTag: Sendable {
    struct State: Sendable {
        var memory: TagMemory
        var presentations = 0
        var exchanges = 0
        var writes = 0
        var sessionsLeftOpen = 0
        var latency = Duration.zero
        var log: [ExchangeRecord] = []
    }

    let uid: UID
    let chip: VirtualChip
    let state: Guarded<State>

    /// Bytes 0 and 1 of page 2 (a check byte of the UID, and INT) are the chip's own unless `pages` says otherwise: an image
    /// may serve for tags of other UIDs.
    init(
        chip: VirtualChip, uid: UID, image: RackImage? = nil, pages: [Int: Page], traits: TagTraits = TagTraits()
    ) {
        self.uid = uid
        self.chip = chip
        var memory = TagMemory(chip: chip, uid: uid, traits: traits.filled(from: image?.traits ?? TagTraits()))
        for (page, data) in image?.pages ?? [:] where (2...chip.lastPage).contains(page) {
            memory[page: page] = page == 2 ? memory[page: 2].prefix(2) + data.bytes.suffix(2) : data.bytes
        }
        for (page, data) in pages { memory[page: page] = data.bytes }
        state = Guarded(State(memory: memory))
    }
}
