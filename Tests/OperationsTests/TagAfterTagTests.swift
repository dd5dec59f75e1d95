import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// `ReadOperation` where a tag is not the last.
@Suite struct TagAfterTagTests {
    private static let (a, b) = (ReadBench.a, ReadBench.b)
    private let bench = ReadBench()

    private func rack(_ tagsOfA: [RackTag], _ tagsOfB: [RackTag] = []) throws -> Rack {
        try Rack(RackFile(readers: bench.readers(tagsOfA, tagsOfB)))
    }

    private static func uid(_ hex: String) throws -> UID { try #require(UID(hex: hex)) }

    @Test(arguments: [false, true])
    func aRackIsReadToItsEnd(atOnce: Bool) throws {
        let rack = try rack([RackTag(.ntag213), RackTag(.ntag215)], [RackTag(.ntag216)])
        let operation = bench.operation(rack.readers, inOrder: true, atOnce: atOnce, next: { _ in .goOn })
        #expect(operation.execute() == .exhausted)
        #expect(bench.handed.all.map(\.reader) == [Self.a, Self.a, Self.b])
        #expect(bench.handed.all.map(\.tag.chip) == [.ntag213, .ntag215, .ntag216])
        #expect(bench.troubles.all.isEmpty)
    }

    @Test func readersThatReadAtOnceAreAllReadToTheirEnd() throws {
        let rack = try rack([RackTag(.ntag213, count: 20)], [RackTag(.ntag216, count: 20)])
        let operation = bench.operation(rack.readers, atOnce: true, next: { _ in .goOn })
        #expect(operation.execute() == .exhausted)
        #expect(Set(bench.handed.all.compactMap(\.tag.uid)) == Set(rack.tags.map(\.uid)))
        #expect(bench.handed.all.count == 40)
    }

    @Test func theHandlerEndsIt() throws {
        let rack = try rack([RackTag(.ntag213, count: 5)])
        let handed = bench.handed
        let operation = bench.operation(
            rack.readers, inOrder: true, next: { _ in handed.all.count == 3 ? .end : .goOn })
        #expect(operation.execute() == .ended)
        #expect(bench.handed.all.count == 3)
        #expect(rack.tags.map(\.presentations) == [1, 1, 1, 0, 0])
    }

    @Test func aTagThatIsLaidAgainIsHandedOverAgain() throws {
        let uid = try Self.uid("04A1B2C3D4E5F6")
        let rack = try rack([RackTag(.ntag213, uid: uid), RackTag(.ntag213, uid: uid)])
        let operation = bench.operation(rack.readers, inOrder: true, next: { _ in .goOn })
        #expect(operation.execute() == .exhausted)
        #expect(bench.handed.all.map(\.tag.uid) == [uid, uid])
    }

    @Test func aTagThatStaysIsHandedOverOnce() throws {
        let held = try HeldReaders(bench.readers([RackTag(.ntag213, count: 2)], [RackTag(.ntag216)]))
        held.keepLying(on: Self.a)
        held.lay(on: Self.a)
        let operation = bench.operation(
            held,
            next: { reader in
                guard reader.name == Self.a else { return .end }
                held.lay(on: Self.b)
                return .goOn
            })
        #expect(operation.execute() == .ended)
        #expect(bench.handed.all.map(\.reader) == [Self.a, Self.b])
    }

    @Test func aTagThatWasTakenAwayIsToldEachTimeAndNotHandedOver() throws {
        let fault = RackFault(.exchange(2), .remove)
        let rack = try rack([RackTag(.ntag215, count: 2, faults: [fault], again: 0), RackTag(.ntag213)])
        let operation = bench.operation(rack.readers, inOrder: true, next: { _ in .goOn })
        #expect(operation.execute() == .exhausted)
        #expect(bench.handed.all.map(\.tag.chip) == [.ntag213])
        let told = "\(Self.a): the tag was taken away while it was read; lay it there again"
        #expect(bench.troubles.all == [told, told])
    }

    // MARK: Several readers

    @Test func severalReadersReadAtOnceWhereThatIsAskedFor() throws {
        let both = Barrier(2)
        let operation = bench.operation(
            try rack([RackTag(.ntag213)], [RackTag(.ntag216)]).readers, atOnce: true,
            inspect: { channel, reader in
                // Neither is read before both are in hand.
                both.arrive()
                return TagInspection.inspect(&channel, reader: reader)
            },
            next: { _ in .goOn })
        #expect(operation.execute() == .exhausted)
        #expect(bench.handed.all.count == 2)
    }

    @Test func elseTheOthersWaitAndTheirTagsAreLeftAlone() throws {
        let rack = try rack([RackTag(.ntag213)], [RackTag(.ntag216)])
        let looked = Guarded(0)
        let second = Gate()
        let operation = bench.operation(
            rack.readers,
            inspect: { channel, reader in
                let isFirst = looked.withLock { looked in
                    looked += 1
                    return looked == 1
                }
                if isFirst { _ = second.isOpen(withinSeconds: 0.2) } else { second.open() }
                return TagInspection.inspect(&channel, reader: reader)
            })
        #expect(operation.execute() == .ended)
        #expect(looked.withLock { $0 } == 1)
        #expect(bench.handed.all.count == 1)
    }

    @Test func oneTagAtATimeIsHandedOver() throws {
        let inside = Guarded((now: 0, most: 0))
        let second = Gate()
        let operation = bench.operation(
            try rack([RackTag(.ntag213)], [RackTag(.ntag216)]).readers, atOnce: true,
            next: { _ in
                let isFirst = inside.withLock { inside in
                    inside.now += 1
                    inside.most = max(inside.most, inside.now)
                    return inside.most == 1
                }
                if isFirst { _ = second.isOpen(withinSeconds: 0.2) } else { second.open() }
                inside.withLock { $0.now -= 1 }
                return .goOn
            })
        #expect(operation.execute() == .exhausted)
        #expect(inside.withLock { $0.most } == 1)
        #expect(bench.handed.all.count == 2)
    }

    // MARK: Ends

    @Test func oneThatIsStoppedHandsOverTheTagInHandAndTakesNoOther() throws {
        let rack = try rack([RackTag(.ntag213, count: 3)])
        let box = Guarded<ReadOperation?>(nil)
        let operation = bench.operation(
            rack.readers, inOrder: true,
            inspect: { channel, reader in
                box.withLock { $0 }?.stop()
                return TagInspection.inspect(&channel, reader: reader)
            },
            next: { _ in .goOn })
        box.withLock { $0 = operation }
        #expect(operation.execute() == .stopped)
        #expect(bench.handed.all.count == 1)
        #expect(rack.tags.map(\.presentations) == [1, 0, 0])
    }

    @Test func oneThatIsStoppedWhileItHandsOverEndsAsStopped() throws {
        let box = Guarded<ReadOperation?>(nil)
        let operation = bench.operation(
            try rack([RackTag(.ntag213, count: 3)]).readers, inOrder: true,
            next: { _ in
                box.withLock { $0 }?.stop()
                return .goOn
            })
        box.withLock { $0 = operation }
        #expect(operation.execute() == .stopped)
        #expect(bench.handed.all.count == 1)
    }

    @Test func oneThatIsAbandonedDoesNotWaitForTheTagInHand() throws {
        let box = Guarded<ReadOperation?>(nil)
        let (ended, left) = (Gate(), Gate())
        let operation = bench.operation(
            try rack([RackTag(.ntag213)]).readers, inOrder: true,
            inspect: { channel, reader in
                box.withLock { $0 }?.abandon()
                ended.wait()
                defer { left.open() }
                return TagInspection.inspect(&channel, reader: reader)
            },
            next: { _ in .goOn })
        box.withLock { $0 = operation }
        #expect(operation.execute() == .stopped)
        ended.open()
        left.wait()
        #expect(bench.handed.all.isEmpty)
    }

    @Test func aTagThatCannotBeReachedDoesNotKeepItFromGettingIdle() throws {
        let held = try HeldReaders(bench.readers([RackTag(.ntag213)]))
        held.refuse(Self.a, Array(repeating: .readerBusy, count: 10_000))
        held.lay(on: Self.a)
        #expect(bench.operation(held, idle: 1).execute() == .idle)
        #expect(bench.handed.all.isEmpty)
    }

    @Test func aReaderThatComesBackIsReadOn() throws {
        let rack = try rack([RackTag(.ntag213), RackTag(.ntag215)])
        let unplugged = Guarded(false)
        let operation = bench.operation(
            rack.readers, takesPart: { $0.name == Self.a },
            next: { _ in
                let isFirst = unplugged.withLock { unplugged in
                    defer { unplugged = true }
                    return !unplugged
                }
                guard isFirst else { return .end }
                rack.unplug(Self.a)
                rack.plug(Self.a)
                return .goOn
            })
        #expect(operation.execute() == .ended)
        // It lies there still, and the reader begins anew.
        #expect(bench.handed.all.map(\.tag.chip) == [.ntag213, .ntag213])
    }
}
