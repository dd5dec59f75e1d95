import Jobs
import Provisioning
import Tags
import Testing

/// `rows`, each with a place for the UID behind its message.
private func namingRows(_ count: Int, isLowerCase: Bool = false) -> [Item] {
    rows(count).map { row in
        var row = row
        row.uidPlaces = [UIDPlace(offset: row.message.count, isLowerCase: isLowerCase)]
        row.message += [UInt8](repeating: 0, count: UIDPlace.digits)
        return row
    }
}

@Suite("Coordinator: messages that name their tag") struct CoordinatorNamingTests {
    private func message(_ item: Item, _ uid: String) throws -> [UInt8] {
        let uid = try #require(UID(hex: uid))
        return try #require(item.message(for: uid))
    }

    @Test func eachTagGetsTheMessageForItsUID() throws {
        let items = namingRows(1)
        var bench = CoordinatorBench(items)
        for uid in [uidA, uidB] {
            let assignment = bench.assign("A", uid)
            #expect(assignment?.item.message == (try message(items[0], uid)))
            #expect(bench.coordinator.hand(of: "A")?.item.message == (try message(items[0], uid)))
            // What is offered again has its place open again.
            bench.end("A", .failed(Rejection(.writeFailed, "")))
            #expect(bench.coordinator.offer(of: "A") == items[0])
        }
    }

    @Test func anItemInDoubtIsComposedForItsTag() throws {
        var history = TagHistory()
        history.inDoubt = OpenItem(item: namingRows(9)[8], attempts: 1)
        var bench = CoordinatorBench(rows(1), inDoubt: 1)
        let assignment = bench.assign("A", uidA, history: history)
        #expect(assignment?.settles == true)
        #expect(assignment?.item.message == (try message(namingRows(9)[8], uidA)))
    }

    /// Rule 6: exactly the message.
    @Test func theSameMessageIsThatForTheTagAtHand() throws {
        let items = namingRows(2)
        var history = TagHistory()
        history.sameMessage = OpenItem(item: items[1])
        var bench = CoordinatorBench(items)
        #expect(bench.lay("A", uidA, history: history, message: try message(items[1], uidA)) == 2)
        bench.end("A", .unchanged, intended: false)
        // Letters of another case.
        bench = CoordinatorBench(items)
        let lower = try message(namingRows(2, isLowerCase: true)[1], uidB)
        #expect(bench.lay("A", uidB, history: history, message: lower) == 1)
    }

    @Test(arguments: ["0412AB34", "04112233445566778899"])
    func aUIDThatHasNoPlaceIsRejected(uid: String) {
        var bench = CoordinatorBench(namingRows(1))
        #expect(bench.lay("A", uid) == nil)
        #expect(bench.result == .rejected)
        #expect(bench.reason == .chipMismatch)
        #expect(bench.last?.outcome == nil)
        #expect(
            bench.last?.presentation.detail
                == "the UID is to be in the message with 14 digits, and that of the tag has \(uid.count)")
        // The item goes to the next tag, and one that names no tag goes to this one.
        #expect(bench.write("A", uidA) == 1)
        bench = CoordinatorBench(rows(1))
        #expect(bench.write("A", uid) == 1)
    }

    @Test(arguments: [true, false]) func anItemThatWaitsForSuchATagFails(isInDoubt: Bool) {
        var item = namingRows(1)[0]
        var history = TagHistory()
        if isInDoubt {
            history.inDoubt = OpenItem(item: item, attempts: 1)
        } else {
            item.boundUID = UID(hex: "0412AB34")
            history.bound = OpenItem(item: item)
        }
        var bench = CoordinatorBench(isInDoubt ? [] : [item], inDoubt: isInDoubt ? 1 : 0)
        #expect(bench.lay("A", "0412AB34", history: history) == nil)
        #expect(bench.status == .failed)
        #expect(bench.reason == .chipMismatch)
        #expect(bench.coordinator.backlog == Backlog(queued: 0, bound: 0, inDoubt: 0))
        #expect(!bench.coordinator.hasTagsInHand)
    }
}
