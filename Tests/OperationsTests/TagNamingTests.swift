import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Runs of items whose messages have the UID of their tag in them.
@Suite("Messages that name their tag") struct TagNamingTests {
    static let models = VirtualReaderModel.laid
    /// With letters, so that their case can be told.
    static let lettered = "04A1B2C3D4E5F6"

    /// `https://example.com/t/SN/{uid}`
    static func naming(_ row: Int, sku: String? = nil, uid: String? = nil, isLowerCase: Bool = false) -> Item {
        var item = item(
            row, sku: sku, url: "https://example.com/t/S\(row)/" + String(repeating: "x", count: 14), uid: uid)
        let place = UIDPlace(offset: item.message.count - UIDPlace.digits, isLowerCase: isLowerCase)
        item.message.replaceSubrange(place.offset..., with: repeatElement(0, count: UIDPlace.digits))
        item.uidPlaces = [place]
        return item
    }

    private func message(_ item: Item, _ uid: String) throws -> [UInt8] {
        let uid = try #require(UID(hex: uid))
        return try #require(item.message(for: uid))
    }

    private func pagesHolding(_ item: Item, _ uid: String) throws -> [Int: String] {
        pages(holding: try message(item, uid))
    }

    /// Every item that is on a tag is there with that tag's UID in it, and the report says so.
    private func expectNamed(_ done: Finished, _ uids: [String]) throws {
        for (entry, uid) in zip(done.entries, uids) {
            #expect(entry.outcome?.uid?.description == uid)
            let whole = try message(entry.item, uid)
            #expect(done.holds(uid, whole))
            let record = RunRecord(
                id: "r", job: "job", jobSHA256: "", settings: .object([]), version: "1", station: "s",
                columns: ["sku"], jobPath: "", folder: "", startedAt: Timestamp(milliseconds: 0))
            let row = ReportRow(run: record, entry: entry, digest: sha256)
            #expect(row.message == whole)
            #expect(row.messageSHA256 == sha256(whole))
        }
    }

    @Test(arguments: models, [false, true]) func eachTagNamesItself(model: VirtualReaderModel, isLowerCase: Bool) throws
    {
        let items = (1...3).map { Self.naming($0, isLowerCase: isLowerCase) }
        let uids = [good1, Self.lettered, good3]
        let done = try Scenario(items, model, uids.map { tag(.ntag215, $0) }).run()
        #expect(done.result.totals == [.written: 3])
        #expect(done.entries.map(\.item) == items)
        try expectNamed(done, uids)
    }

    /// Rule 6, on a tag of its own UID alone.
    @Test func theSameMessageIsUnchanged() throws {
        let items = [Self.naming(1), Self.naming(2), Self.naming(3, isLowerCase: true)]
        let held = tag(.ntag215, good1, pages: try pagesHolding(items[1], good1))
        let done = try Scenario(items, .acr122u, [held]).run()
        #expect(done.status(2) == .unchanged)
        #expect(done.tag(good1)?.writes == 0)
        // A copy of it names another tag, and another case is another message.
        for (item, uid) in [(items[1], good1), (items[2], Self.lettered)] {
            var wrong = item
            wrong.uidPlaces[0].isLowerCase.toggle()
            let pages = try pagesHolding(item.uidPlaces[0].isLowerCase ? wrong : item, uid)
            let laid = item.uidPlaces[0].isLowerCase ? uid : good2
            let done = try Scenario(items, .acr122u, [tag(.ntag215, laid, pages: pages)]).run()
            #expect(done.presentation(laid)?.reason == .tagNotBlank)
            #expect(done.tag(laid)?.writes == 0)
        }
    }

    @Test func aCopyIsWrittenOverWhereItNamesTheSKU() throws {
        var item = Self.naming(1)
        item.sku = good1
        var scenario = Scenario([item], .acr122u, [tag(.ntag215, good2, pages: try pagesHolding(item, good1))])
        scenario.settings.overwrite = .same
        let done = try scenario.run()
        #expect(done.status(1) == .written, "\(done.presentations)")
        try expectNamed(done, [good2])
    }

    /// A bound row, and the tag of another.
    @Test func aBoundItemNamesItsTag() throws {
        let done = try Scenario(
            [Self.naming(1, uid: Self.lettered)], .acr122u, [tag(.ntag215, good1), tag(.ntag215, Self.lettered)]
        ).run()
        #expect(done.presentation(good1)?.reason == .uidMismatch)
        try expectNamed(done, [Self.lettered])
    }

    @Test(arguments: [Fault.removeAfter, .remove, .lostAcknowledgement])
    func whatCameToNoEndIsMadeOnItsTag(fault: Fault) throws {
        // The page that brings the length is written last.
        let torn = tag(.ntag215, good1, faults: [RackFault(.page(4), fault)], again: 0)
        let journal = MemoryJournal(digest: sha256)
        let first = try Scenario([Self.naming(1)], .acr122u, [torn]).run(journal: journal)
        // That the page was sent is known, and not what came of it.
        #expect(first.status(1) == (fault == .lostAcknowledgement ? .written : .inDoubt))
        guard first.status(1) == .inDoubt else { return try expectNamed(first, [good1]) }
        var resumed = Scenario([Self.naming(1)], .acr122u, [tag(.ntag215, good1), tag(.ntag215, good2)])
        resumed.isResumed = true
        let done = try resumed.run(journal: journal)
        #expect(done.status(1) == .written)
        try expectNamed(done, [good1])
    }

    @Test func releasedItGoesToANewTagWithThatOnesUID() throws {
        let journal = MemoryJournal(digest: sha256)
        let torn = tag(.ntag215, good1, faults: [RackFault(.page(4), .removeAfter)], again: 0)
        let first = try Scenario([Self.naming(1)], .acr122u, [torn]).run(journal: journal)
        #expect(first.result.totals == [.inDoubt: 1])
        var resumed = Scenario([Self.naming(1)], .acr122u, [tag(.ntag215, good2)])
        (resumed.isResumed, resumed.releasingInDoubt) = (true, true)
        let done = try resumed.run(journal: journal)
        #expect(done.result.totals == [.written: 1])
        try expectNamed(done, [good2])
    }

    /// One fault at every exchange of a tag: what is on the tag that an item was written to names that tag.
    @Test(arguments: models) func oneFaultAtEveryExchange(model: VirtualReaderModel) throws {
        let items = [Self.naming(1)]
        let clean = try Scenario(items, model, [tag(.ntag213, good1)]).run()
        for number in 1...clean.exchanges(good1) {
            for fault in [Fault.status(0x6300), .remove, .removeAfter] {
                let faulty = tag(.ntag213, good1, faults: [RackFault(.exchange(number), fault)])
                let done = try Scenario(items, model, [faulty, tag(.ntag213, Self.lettered)]).run()
                #expect(done.status(1) == .written, "\(fault) at \(number): \(done.presentations)")
                let uid = try #require(done.outcome(1)?.uid?.description)
                try expectNamed(done, [uid])
            }
        }
    }

    /// Across runs, without a SKU too: the same message is told without the UID.
    @Test(arguments: ["S1", nil]) func aLaterRunFindsItsItem(sku: String?) throws {
        let journal = MemoryJournal(digest: sha256)
        var item = Self.naming(1)
        item.sku = sku
        _ = try Scenario([item], .acr122u, [tag(.ntag215, good1)]).run(journal: journal)
        var later = Scenario(
            [Self.naming(2), item], .acr122u, [tag(.ntag215, good1, pages: try pagesHolding(item, good1))])
        later.id = "20260102T000000Z-job"
        later.items[0].key.row = 7
        let done = try later.run(journal: journal)
        #expect(done.status(1) == .unchanged, "\(done.presentations)")
    }
}
