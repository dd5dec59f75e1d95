import Foundation
import Simulation
import Tags
import Testing

/// Locks and passwords set by the built command through a real pcscd; afterwards the chip itself is asked whether it takes a
/// write, and every bit that was not asked for is as it was.
@Suite("What lasts on a tag, through a real pcscd", .serialized) struct LastingTests {
    private static let names = ["Lasting A 00 00", "Lasting A 00 01", "Lasting B 00 00", "Lasting B 00 01"]

    /// The tags on as many readers; on the last they are laid without pass-through where `plain` says so.
    private static func rack(_ tags: [String], readers: Int, model: String = "acr122u") -> String {
        let columns = (0..<readers).map { column in
            let own = tags.indices.filter { $0 % readers == column }.map { tags[$0] }
            return #"{"name": "\#(names[column])", "model": "\#(model)", "tags": [\#(own.joined(separator: ", "))]}"#
        }
        return #"{"readers": [\#(columns.joined(separator: ", "))]}"#
    }

    private static func messages(_ memory: [UInt8], chain: [UInt8]) -> [UInt8] {
        let start = 16 + chain.count
        guard memory[start] == 0x03 else { return [] }
        return Array(memory[start + 2..<start + 2 + Int(memory[start + 1])])
    }

    /// Memory outside the pages that a message of one page or more takes.
    private static func expectUnchanged(
        _ got: [UInt8], _ wanted: [UInt8], but pages: Range<Int>, _ chip: LastingChip
    ) {
        for page in 0..<got.count / 4 where !pages.contains(page) {
            let span = 4 * page..<4 * page + 4
            #expect(Array(got[span]).hex == Array(wanted[span]).hex, "\(chip.chip), page \(page)")
        }
    }

    /// Every user page refuses a write, and nothing changed but what a lock is.
    private static func expectLocked(_ chip: LastingChip, _ before: World.Tag, _ after: World.Tag, message: Range<Int>)
        throws
    {
        let asked = AskedTag(chip: chip.chip, uid: chip.uid, memory: after.memory)
        #expect(try asked.pagesTakingWrites(chip.userPages) == [], "\(chip.chip)")
        // A tag that refuses everything would prove nothing: as it was before, it takes a write on each.
        let open = AskedTag(chip: chip.chip, uid: chip.uid, memory: before.memory)
        #expect(try open.pagesTakingWrites(chip.userPages) == chip.userPages, "\(chip.chip)")
        expectUnchanged(after.memory, chip.locked(before.memory), but: message, chip)
    }

    private static func byUID(_ tags: [World.Tag]) -> [String: World.Tag] {
        Dictionary(tags.map { ($0.uid, $0) }) { first, _ in first }
    }

    // MARK: Locks

    @Test func aJobLocksEveryChipForEver() throws {
        let scratch = try Scratch()
        // Its row says false: it stays open among those that are locked.
        let open = LastingChip(
            chip: .ntag213, uid: "04A200000002F0", lastUserPage: 0x27, size: 0x12,
            chain: [0x01, 0x03, 0xA0, 0x0C, 0x34])
        let chips = LastingChip.lockable
        let world = try World(
            rack: Self.rack((chips + [open]).map { $0.rackTag() }, readers: 4), in: scratch)
        var csv = "sku,url,uid,lock\n"
        for (index, chip) in chips.enumerated() {
            csv += "L\(index),https://example.com/l/\(index),\(chip.uid),\(index % 2 == 0 ? "true" : "")\n"
        }
        try scratch.write("stock.csv", csv + "OPEN,https://example.com/l/open,\(open.uid),FALSE\n")
        let before = Self.byUID(try world.tags())
        let done = try world.run(["run", "stock.csv", "--lock", "--yes", "--idle-timeout", "30"])
        #expect(done.code == 0, "\(done.errors)")
        let after = Self.byUID(try world.tags())
        for (index, chip) in chips.enumerated() {
            let (old, new) = (try #require(before[chip.uid]), try #require(after[chip.uid]))
            let message = Self.uri("example.com/l/\(index)")
            #expect(Self.messages(new.memory, chain: chip.chain) == message, "\(chip.chip)")
            let end = 16 + chip.chain.count + 2 + message.count
            try Self.expectLocked(chip, old, new, message: 4..<end / 4 + 1)
        }
        let left = try #require(after[open.uid])
        let asked = AskedTag(chip: open.chip, uid: open.uid, memory: left.memory)
        #expect(try asked.pagesTakingWrites(open.userPages) == open.userPages)
        #expect(Array(left.memory[8..<16]) == before[open.uid].map { Array($0.memory[8..<16]) })
        let report = try String(contentsOfFile: try #require(done.lines.last) + "/report.csv", encoding: .utf8)
        #expect(report.components(separatedBy: ",locked,done,").count == chips.count + 1)
        #expect(report.components(separatedBy: ",writable,none,").count == 2)
    }

    @Test func withoutYesNothingIsLocked() throws {
        let scratch = try Scratch()
        let chip = LastingChip.ntag213
        let rack = try scratch.write("rack.json", Self.rack([chip.rackTag()], readers: 1))
        try scratch.write("stock.csv", "sku,url,lock\nL,https://example.com/l,true\n")
        let done = try BuiltCommand.run(
            [BuiltCommand.path, "run", "stock.csv", "--rack", rack], in: scratch.path)
        #expect(done.code == 2)
        #expect(done.errors.contains("--yes"))
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/reports"))
    }

    @Test(arguments: ["acr122u", "part3"]) func tagLockLocksForEver(model: String) throws {
        let scratch = try Scratch()
        let chips = model == "part3" ? [.ntag213, .ntag216, .ultralightC] : LastingChip.lockable
        let world = try World(rack: Self.rack(chips.map { $0.rackTag() }, readers: 1, model: model), in: scratch)
        let before = Self.byUID(try world.tags())
        try Self.repeatUntil(chips.count, world, ["tag", "lock", "--yes", "--idle-timeout", "20"]) { tag in
            tag.memory[15] & 0x0F == 0x0F
        }
        let after = Self.byUID(try world.tags())
        for chip in chips {
            try Self.expectLocked(
                chip, try #require(before[chip.uid]), try #require(after[chip.uid]), message: 4..<4)
        }
    }

    // MARK: Passwords

    private static let password: [UInt8] = [0xC0, 0xFF, 0xEE, 0x01]
    private static let acknowledgement: [UInt8] = [0xBE, 0xEF]

    private static func expectProtected(
        _ chip: LastingChip, _ before: World.Tag, _ after: World.Tag, message: Range<Int>
    ) throws {
        let asked = AskedTag(chip: chip.chip, uid: chip.uid, memory: after.memory)
        #expect(try asked.pagesTakingWrites(chip.userPages) == [], "\(chip.chip)")
        expectUnchanged(
            after.memory, chip.protected(before.memory, password, acknowledgement), but: message, chip)
    }

    @Test func aJobProtectsEveryChip() throws {
        let scratch = try Scratch()
        let chips = LastingChip.protectable
        let world = try World(rack: Self.rack(chips.map { $0.rackTag() }, readers: 2), in: scratch)
        try scratch.write("shop.key", Self.password.hex + " " + Self.acknowledgement.hex + "\n")
        var csv = "sku,url,uid\n"
        for (index, chip) in chips.enumerated() { csv += "P\(index),https://example.com/p/\(index),\(chip.uid)\n" }
        try scratch.write("stock.csv", csv)
        try scratch.write("stock.json", #"{"protect": {"password_file": "shop.key", "read": false}}"#)
        let before = Self.byUID(try world.tags())
        let done = try world.run(["run", "stock.csv", "--yes", "--idle-timeout", "30"])
        #expect(done.code == 0, "\(done.errors)")
        let after = Self.byUID(try world.tags())
        for (index, chip) in chips.enumerated() {
            let (old, new) = (try #require(before[chip.uid]), try #require(after[chip.uid]))
            let message = Self.uri("example.com/p/\(index)")
            #expect(Self.messages(new.memory, chain: chip.chain) == message, "\(chip.chip)")
            try Self.expectProtected(
                chip, old, new, message: 4..<(16 + chip.chain.count + 2 + message.count) / 4 + 1)
        }
        try Self.expectNoSecret(done, in: scratch)
    }

    @Test func tagProtectProtectsEveryChip() throws {
        let scratch = try Scratch()
        let chips = LastingChip.protectable
        let world = try World(rack: Self.rack(chips.map { $0.rackTag() }, readers: 1), in: scratch)
        try scratch.write("shop.key", Self.password.hex + " " + Self.acknowledgement.hex + "\n")
        let before = Self.byUID(try world.tags())
        let words = ["tag", "protect", "--password-file", "shop.key", "--yes", "--idle-timeout", "20"]
        try Self.repeatUntil(chips.count, world, words) { tag in
            let chip = chips.first { $0.uid == tag.uid }
            return chip?.configuration.map { tag.memory[4 * $0 + 3] == 4 } ?? false
        }
        let after = Self.byUID(try world.tags())
        for chip in chips {
            try Self.expectProtected(
                chip, try #require(before[chip.uid]), try #require(after[chip.uid]), message: 4..<4)
        }
    }

    // MARK: Hands

    /// Runs a command for one tag until every tag is as it should be: each takes the tag that lies there.
    private static func repeatUntil(
        _ count: Int, _ world: World, _ words: [String], isDone: (World.Tag) -> Bool
    ) throws {
        for _ in 0..<3 * count {
            if try world.tags().allSatisfy(isDone) { return }
            let done = try world.run(words)
            try #require(done.code == 0, "\(done.errors)")
            // The tag that is done with is lifted, and the next one laid.
            usleep(UInt32(1000 * (World.doneAfter + World.betweenTags)))
        }
    }

    private static func uri(_ text: String) -> [UInt8] {
        [0xD1, 0x01, UInt8(text.utf8.count + 1), 0x55, 0x04] + Array(text.utf8)
    }

    /// Neither PWD nor PACK stands in what the command said or left behind.
    private static func expectNoSecret(_ done: BuiltCommand, in scratch: Scratch) throws {
        var texts = [done.output, done.errors]
        let folder = try #require(done.lines.last)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            texts.append(try String(contentsOfFile: folder + "/" + name, encoding: .utf8))
        }
        for text in texts {
            #expect(!text.uppercased().contains(password.hex))
            #expect(!text.uppercased().contains("BEEF"))
        }
    }
}
