import Jobs
import Operations
import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// Readers that come into a run, and slots that are none.
@Suite("Readers that come, and slots that take no tags") struct ComingReadersTests {
    /// A rack's readers among slots for SAMs and a security key, which must not be touched.
    private final class Slots: Readers {
        static let others = ["ACS ACR1252 Dual Reader [SAM] 00 01", "Yubico YubiKey OTP+FIDO+CCID 02 00"]
        private let base: any Readers
        let opened = Guarded<[String]>([])

        init(_ base: any Readers) { self.base = base }

        func list() throws(ReadersError) -> [ReaderInfo] {
            let none = ReaderModel(name: "other", slot: .notForTags, passThrough: .none, pagesPerFastRead: 0)
            return Self.others.map { ReaderInfo(name: $0, model: none) } + (try base.list())
        }

        func waitForChange(from known: [ReaderInfo]) throws(ReadersError) {
            try base.waitForChange(from: known.filter { !Self.others.contains($0.name) })
        }

        func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot {
            opened.withLock { $0.append(reader.name) }
            return try base.open(reader)
        }

        func cancel() { base.cancel() }
    }

    @Test func slotsThatTakeNoTagsAreLeftAlone() throws {
        let slots = Guarded<Slots?>(nil)
        let plugged = Guarded<[String]>([])
        let watcher = Watcher { event in
            if case .readerPlugged(let info) = event { plugged.withLock { $0.append(info.name) } }
        }
        let done = try Scenario(items(2), .acr122u, [tag(.ntag213, good1), tag(.ntag213, good2)]).run(
            observer: watcher,
            through: { rack in
                let readers = Slots(rack.readers)
                slots.withLock { $0 = readers }
                return readers
            })
        #expect(done.result.exitCode == 0)
        #expect(slots.withLock { $0?.opened.withLock { $0 } } == ["Reader A 00 00"])
        #expect(plugged.withLock { $0 } == ["Reader A 00 00"])
    }

    /// Of two that are attached together one may not be told; both are found.
    /// Field case 36.
    @Test func twoReadersThatComeTogetherBothTakePart() throws {
        let box = Guarded<Rack?>(nil)
        let (b, c) = ("Reader B 01 00", "Reader C 02 00")
        let arePlugged = Gate()
        var hooks = ReaderHooks()
        // The first reader goes on when both are there.
        hooks.beforeExchange = { reader, _ in if reader == "Reader A 00 00" { arePlugged.wait() } }
        let plugged = Guarded<Set<String>>([])
        let watcher = Watcher { event in
            switch event {
            case .presented, .offer: break
            case .readerPlugged(let info):
                let isLast = plugged.withLock { plugged in
                    plugged.insert(info.name)
                    return plugged.count == 3
                }
                if isLast { arePlugged.open() }
                if info.name == "Reader A 00 00" {
                    box.withLock { $0 }?.plug(b)
                    box.withLock { $0 }?.plug(c)
                }
            default: break
            }
        }
        let readers = ["Reader A 00 00", b, c].enumerated().map { number, name in
            RackReader(name, model: .acr122u, tags: [tag(.ntag213, "0411223344556\(number)")])
        }
        let done = try Scenario(items(3), readers).run(
            observer: watcher, through: { HookedReaders($0.readers, hooks) },
            whileRunning: { _, rack in
                box.withLock { $0 = rack }
                rack.unplug(b)
                rack.unplug(c)
            })
        #expect(done.result.totals[.written] == 3)
        #expect(Set(done.presentations.map(\.reader)) == ["Reader A 00 00", b, c])
        done.expectTruth()
    }
}
