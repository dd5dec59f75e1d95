import Jobs
import Provisioning
import ReaderModels
import Simulation
import Tags

extension FuzzEntry {
    /// A tag on a reader that is identified, read and written while answers come garbled: the procedure as it is.
    ///
    /// The first bytes choose reader, chip and what is asked; then comes a byte for each exchange that says what becomes of
    /// its answer (`GarbledChannel`). Held: whatever comes back, the procedure ends after a bounded number of exchanges,
    /// concludes once, and writes to no page before 4 that it was not asked to.
    static let procedure = FuzzEntry("procedure", longestInput: 800) { input throws(BrokenProperty) in
        var input = FuzzInput(input)
        let model = input.choice(of: VirtualReaderModel.allCases)
        let chip = input.choice(of: VirtualChip.allCases)
        let choices = input.byte()
        let message = input.counted()
        var order = TagOrder(formatsBlank: choices & 0x01 != 0, requiresGenuine: choices & 0x02 != 0)
        order.verifySignature = { _, _, _ in true }
        let item = Item(
            key: ItemKey(row: 1, copy: 1), line: 2, sku: nil, lock: choices & 0x04 != 0, cells: [], message: message,
            summary: "")
        guard let slot = laid(chip, on: model) else { return }
        let desk = FuzzDesk(item)
        let findings = ReaderFindings(of: slot.info.model)
        let garbling = Garbling(input)
        garbled(slot, garbling) { channel in
            switch choices & 0x18 {
            case 0x08: _ = TagInspection.inspect(&channel, reader: findings, asksSignature: true)
            case 0x18: _ = TagInspection.dump(&channel, reader: findings)
            default:
                TagProcedure(reader: slot.info, desk: desk, clock: StoppedClock(), order: order, findings: findings)
                    .perform(on: &channel)
            }
        }
        try hold(garbling.exchanges < Garbling.mostExchanges, "no end after \(garbling.exchanges) exchanges")
        let allowed = 4 - (item.lock ? 2 : order.formatsBlank ? 1 : 0)
        try hold(garbling.lowestPageWritten >= allowed, "page \(garbling.lowestPageWritten) was written")
        try hold(desk.concluded == desk.taken, "taken \(desk.taken) times, concluded \(desk.concluded) times")
        try hold(garbling.lowestPageWritten == .max || desk.intended > 0, "written without an intent")
    }

    /// A reader on which one tag lies.
    private static func laid(_ chip: VirtualChip, on model: VirtualReaderModel) -> (any ReaderSlot)? {
        let file = RackFile(readers: [RackReader("reader", model: model, tags: [RackTag(chip)])])
        guard let rack = try? Rack(file, keepsLog: false), let info = try? rack.readers.list().first,
            let slot = try? rack.readers.open(info), (try? slot.waitForTag()) != nil
        else { return nil }
        return slot
    }

    /// Calls `body` with the tag's channel behind a garbling one.
    private static func garbled(
        _ slot: any ReaderSlot, _ garbling: Garbling, _ body: (inout any CardChannel & ~Copyable) -> Void
    ) {
        try? slot.withCard { channel in
            withUnsafeMutablePointer(to: &channel) { tag in
                var garbled: any CardChannel & ~Copyable = GarbledChannel(tag: tag, garbling: garbling)
                body(&garbled)
            }
        }
    }
}

private struct StoppedClock: WallClock {
    func now() -> Timestamp { Timestamp(milliseconds: 1_700_000_000_000) }
}

/// Gives the one item to the tag. On the fuzzer's thread alone.
private final class FuzzDesk: TagDesk, @unchecked Sendable {
    private let item: Item
    private(set) var (taken, intended, concluded) = (0, 0, 0)

    init(_ item: Item) { self.item = item }

    func claim(_ tag: PresentedTag) -> ClaimAnswer {
        guard tag.rejection == nil, let composed = tag.uid.flatMap({ item.composed(for: $0) }) else {
            return .dismissed
        }
        taken += 1
        return .take(Assignment(item: composed, settles: false, mayOverwrite: true))
    }

    func intend() -> Rejection? {
        intended += 1
        return nil
    }

    func conclude(_ result: TagResult, lockState: LockState?) { concluded += 1 }
}
