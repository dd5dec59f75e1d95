import Jobs
import Provisioning
import Tags
import Testing

extension JournalConformance {
    /// An item whose message has the UID of its tag in it: `https://a.example/…`, here without its scheme.
    static func naming(
        _ row: Int, sku: String? = nil, bound: UID? = nil, places: [UIDPlace] = [UIDPlace(offset: 9)]
    ) -> Item {
        var item = Sample.item(row, sku: sku, bound: bound)
        item.message = [0xD1, 0x01, 0x13, 0x55, 0x04] + Array("a/\(row)/".utf8) + Array(repeating: 0, count: 14)
        item.uidPlaces = places
        return item
    }

    /// What the item's message is on a tag.
    private static func message(_ item: Item, _ uid: UID) throws -> [UInt8] { try #require(item.message(for: uid)) }

    /// Messages that have the UID of their tag in them.
    static let tagsNamed: [JournalRule] = [
        JournalRule("The places of the UID come back, after the run was opened again too") { journal in
            let items = [
                naming(1), naming(2, places: [UIDPlace(offset: 9, isLowerCase: true)]), Sample.item(3),
            ]
            try journal.start(items)
            for again in [false, true] {
                if again {
                    try journal.die()
                    try journal.goOn()
                }
                #expect(try journal.entries().map(\.item) == items)
                #expect(try journal.entry(run: Sample.run, item: Sample.key(2))?.item == items[1])
                #expect(try journal.claim(run: Sample.run, count: 9, station: "bench").map(\.item) == items)
            }
        },
        JournalRule("A tag with its own UID in the message is that of the item, in either case") { journal in
            let items = [naming(1), naming(2, places: [UIDPlace(offset: 9, isLowerCase: true)])]
            let uid = try #require(UID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6]))
            try journal.start(items)
            for item in items {
                let held = try message(item, uid)
                #expect(try journal.find(uid, message: held).sameMessage?.item == item)
                // Another tag's UID, as on a copy.
                #expect(try journal.find(Sample.uid(2), message: held).sameMessage == nil)
                #expect(try journal.find(uid, message: held, busy: [item.key]).sameMessage == nil)
            }
            #expect(try journal.find(uid, message: items[0].message).sameMessage == nil)
        },
        JournalRule("A message that names no tag is found before one that would be the same here") { journal in
            let uid = Sample.uid(1)
            var plain = Sample.item(3)
            plain.message = try message(naming(1), uid)
            try journal.start([naming(1), plain])
            #expect(try journal.find(uid, message: plain.message).sameMessage?.item.key.row == 3)
            try journal.make(3, on: Sample.uid(9))
            #expect(try journal.find(uid, message: plain.message).sameMessage?.item.key.row == 1)
        },
        JournalRule("An item without SKU is the same one in a later run, whatever tag it names") { journal in
            var zeros = Sample.item(5)
            zeros.message = naming(1).message
            try journal.start([naming(1)], run: "a")
            let uid = Sample.uid(1)
            let answer = try journal.intend(
                run: "a", item: Sample.key(1), attempt: Sample.attempt(uid), message: message(naming(1), uid))
            #expect(answer == .accepted)
            #expect(try journal.conclude(1, .written, uid, run: "a") == .accepted)
            try journal.start([zeros, naming(1)], run: "b")
            #expect(try journal.find(uid, run: "b").carries?.item == naming(1))
            try journal.start([zeros], run: "c")
            #expect(try journal.find(uid, run: "c").carries == nil)
        },
        JournalRule("A crash between intent and outcome leaves it in doubt, to be composed for that tag") { journal in
            let uid = Sample.uid(1)
            try journal.start([naming(1)])
            let answer = try journal.intend(
                run: Sample.run, item: Sample.key(1), attempt: Sample.attempt(uid), message: message(naming(1), uid))
            #expect(answer == .accepted)
            try journal.die()
            try journal.goOn()
            let doubtful = try #require(try journal.find(uid).inDoubt)
            #expect(doubtful.item == naming(1))
            #expect(doubtful.attempts == 1)
        },
        JournalRule("Forgetting a run forgets where its tags were named") { journal in
            let uid = Sample.uid(1)
            try journal.start([naming(1, sku: "A")])
            let answer = try journal.intend(
                run: Sample.run, item: Sample.key(1), attempt: Sample.attempt(uid), message: message(naming(1), uid))
            #expect(answer == .accepted)
            try journal.die()
            try journal.forget(run: Sample.run, at: Sample.time(9))
            let item = try journal.entry(1).item
            #expect(item.message.isEmpty && item.uidPlaces.isEmpty)
            #expect(item.sku == "A")
        },
    ]
}
