import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing

/// One tag of a rack, looked at as `inspect` does.
func inspected(
    _ tag: RackTag, on model: VirtualReaderModel, passwords: (any PasswordSource)? = nil
) throws -> (seen: TagInspection, tag: VirtualTag) {
    let rack = try Rack(RackFile(readers: [RackReader("Reader A 00 00", model: model, tags: [tag])]))
    let info = try #require(try rack.readers.list().first)
    let slot = try rack.readers.open(info)
    _ = try slot.waitForTag()
    let seen = try slot.withCard {
        TagInspection.inspect(&$0, reader: ReaderFindings(of: info.model), passwords: passwords)
    }
    return (seen, try #require(rack.tags.first))
}

@Suite struct IdentificationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let chip: VirtualChip
        var pages: [Int: String] = [:]
        /// What a reader with pass-through calls it, and one without.
        let name: (Chip, Chip)
        var verdict = TagContents.Verdict.empty
        /// The bytes that a message may have, with pass-through and without.
        let capacity: (Int?, Int?)
        /// Exchanges, with pass-through and without.
        var most = (4, 5)
        var testDescription: String { "\(chip) \(pages.sorted { $0.key < $1.key }.map(\.value))" }
    }

    static let formatted16 = [3: "E1100600", 4: "0300FE00"]
    static let formatted41 = [3: "E1101000", 4: "0300FE00"]

    static let rows: [Row] = [
        Row(
            chip: .ultralight, name: (.ultralight, .ultralight), verdict: .unformatted, capacity: (nil, nil),
            most: (7, 4)),
        Row(chip: .ultralight, pages: formatted16, name: (.ultralight, .ultralight), capacity: (46, 46), most: (6, 4)),
        Row(
            chip: .ultralightC, name: (.ultralightC, .ultralightC), verdict: .unformatted, capacity: (nil, nil),
            most: (7, 5)),
        Row(
            chip: .ultralightC, pages: [3: "E1101200", 4: "0300FE00"], name: (.ultralightC, .ultralightC),
            capacity: (142, 142), most: (7, 5)),
        Row(chip: .mf0ul11, name: (.mf0ul11, .mf0ul11), verdict: .unformatted, capacity: (nil, nil), most: (3, 8)),
        Row(chip: .mf0ul11, pages: formatted16, name: (.mf0ul11, .unknown), capacity: (46, 46), most: (3, 5)),
        Row(chip: .mf0ul21, name: (.mf0ul21, .mf0ul21), verdict: .unformatted, capacity: (nil, nil), most: (3, 5)),
        Row(chip: .mf0ul21, pages: formatted41, name: (.mf0ul21, .unknown), capacity: (126, 126)),
        Row(chip: .ntag203, name: (.ntag203, .ntag203), capacity: (137, 137), most: (6, 4)),
        Row(chip: .ntag210, name: (.ntag210, .unknown), capacity: (46, 46), most: (3, 5)),
        Row(chip: .ntag212, name: (.ntag212, .unknown), capacity: (121, 121)),
        Row(chip: .ntag213, name: (.ntag213, .ntag213), capacity: (137, 137)),
        Row(chip: .ntag213F, name: (.ntag213F, .ntag213), capacity: (137, 137)),
        Row(chip: .ntag213TT, name: (.ntag213TT, .ntag213TT), capacity: (137, 137), most: (3, 6)),
        Row(chip: .ntag215, name: (.ntag215, .ntag215), capacity: (492, 492)),
        Row(chip: .ntag216, name: (.ntag216, .ntag216), capacity: (868, 868)),
        Row(chip: .ntag216F, name: (.ntag216F, .ntag216), capacity: (868, 868)),
        Row(chip: .ntagI2C1K, name: (.ntagI2C1K, .ntagI2C1K), capacity: (868, 868), most: (4, 8)),
        Row(chip: .ntagI2C2K, name: (.ntagI2C2K, .ntagI2C2K), capacity: (1868, 1004), most: (7, 8)),
        Row(chip: .ntagI2CPlus1K, name: (.ntagI2CPlus1K, .unknown), capacity: (868, 868), most: (4, 10)),
        Row(chip: .ntagI2CPlus2K, name: (.ntagI2CPlus2K, .unknown), capacity: (868, 868), most: (4, 10)),
        Row(chip: .st25tn512, name: (.st25tn512, .st25tn512), capacity: (62, 62), most: (7, 5)),
        Row(chip: .st25tn01K, name: (.st25tn01k, .st25tn01k), capacity: (158, 158), most: (7, 5)),
        Row(chip: .mydMove, name: (.myDMove, .myDMove), verdict: .unformatted, capacity: (nil, nil), most: (5, 3)),
        Row(chip: .mydMove, pages: formatted41, name: (.myDMove, .myDMove), capacity: (126, 126), most: (6, 4)),
        Row(chip: .mydNFC, name: (.myDNFC, .myDNFC), verdict: .unformatted, capacity: (nil, nil), most: (5, 3)),
        Row(chip: .mydLean, pages: formatted16, name: (.myDLean, .myDLean), capacity: (46, 46), most: (6, 4)),
    ]

    /// Field case 33, and field case 34: a tag is called what the chip says.
    @Test(arguments: rows, VirtualReaderModel.allCases) func everyChipIsNamed(row: Row, model: VirtualReaderModel)
        throws
    {
        let (seen, tag) = try inspected(tag(row.chip, row.pages), on: model)
        let passes = model.passesThrough
        #expect(seen.rejection == nil)
        #expect(seen.chip == (passes ? row.name.0 : row.name.1))
        #expect(seen.contents?.verdict == row.verdict)
        let seesAll = model.selectsSectors || passes && row.chip != .ntagI2C2K
        #expect(seen.contents?.capacityBytes == (seesAll ? row.capacity.0 : row.capacity.1))
        #expect(seen.uid == tag.uid)
        #expect(tag.pageWrites.isEmpty)
        guard [.acr122u, .part3].contains(model) else { return }
        #expect(tag.exchanges <= (passes ? row.most.0 : row.most.1))
    }

    // MARK: Clones and fakes

    struct Fake: Sendable, CustomTestStringConvertible {
        let name: String
        let chip: VirtualChip
        var uid = "04112233445566"
        var pages: [Int: String] = [:]
        var traits = TagTraits()
        /// What a reader with pass-through says; one without says the same, unless `byReads` says otherwise.
        let seen: Seen
        var byReads: Seen?
        var testDescription: String { name }
    }

    enum Seen: Sendable {
        case chip(Chip, note: String? = nil)
        case rejected(Reason)
    }

    static func version(_ hex: String) -> TagTraits { TagTraits(version: .answer([UInt8](hex: hex) ?? [])) }

    static let fakes: [Fake] = [
        Fake(
            name: "Feiju NTAG213", chip: .ntag213, uid: "53112233445566", traits: version("0053040201000F03"),
            seen: .chip(.ntag213, note: "GET_VERSION names vendor 53 (Feiju), not 04 (NXP)"),
            byReads: .chip(.ntag213, note: "the UID begins with 53 (Feiju), and NTAG213 is of 04 (NXP)")),
        Fake(
            name: "Feiju NTAG215", chip: .ntag215, traits: version("0005340201001103"),
            seen: .chip(.ntag215, note: "GET_VERSION names vendor 05 (Infineon), not 04 (NXP)"),
            byReads: .chip(.ntag215)),
        // Field case 32.
        Fake(
            name: "NTAG I2C plus 1K of another vendor", chip: .ntagI2CPlus1K, traits: version("0053040502021303"),
            seen: .chip(.ntagI2CPlus1K, note: "GET_VERSION names vendor 53 (Feiju), not 04 (NXP)"),
            byReads: .chip(.unknown)),
        Fake(
            name: "Mikron Ultralight EV1", chip: .mf0ul21, pages: formatted41, traits: version("0034210101000E03"),
            seen: .chip(.mf0ul21, note: "GET_VERSION names vendor 34 (Mikron), not 04 (NXP)"), byReads: .chip(.unknown)),
        Fake(
            name: "Fudan, without GET_VERSION", chip: .ntag213, uid: "1D112233445566",
            traits: TagTraits(version: .refused),
            seen: .chip(.ntag213, note: "the UID begins with 1D (Shanghai Fudan), and NTAG213 is of 04 (NXP)")),
        Fake(
            name: "silent after GET_VERSION", chip: .ntag215, traits: TagTraits(isSilentAfterVersion: true),
            seen: .chip(.ntag215)),
        Fake(
            name: "an answer to GET_VERSION that is none", chip: .ntag213, traits: version("0104040201000F03"),
            seen: .chip(.ntag213)),
        Fake(
            name: "a version of no known chip, pages like NTAG213", chip: .ntag213, traits: version("0004040209000F03"),
            seen: .chip(.unknown), byReads: .chip(.ntag213)),
        Fake(
            name: "a version of no known chip, pages like none", chip: .ntag216,
            traits: {
                var traits = version("0004040204000F03")
                traits.lastPage = 0x3B
                return traits
            }(), seen: .chip(.unknown), byReads: .rejected(.tagPassword)),
        Fake(
            name: "a chip that is known and not written", chip: .ntag216, traits: version("0004030104000F03"),
            seen: .rejected(.chipUnsupported), byReads: .chip(.ntag216)),
        // Field case 31.
        Fake(
            name: "NTAG203 that says NTAG215", chip: .ntag215, uid: "04070809101213",
            pages: [3: "E1101200"], traits: TagTraits(lastPage: 0x29), seen: .rejected(.tagDamaged),
            byReads: .chip(.ntag203)),
        Fake(
            name: "NTAG213 that says NTAG216", chip: .ntag216, traits: TagTraits(lastPage: 0x2C),
            seen: .rejected(.tagDamaged), byReads: .rejected(.tagPassword)),
        Fake(
            name: "NTAG215 whose last page is not there", chip: .ntag215, traits: TagTraits(lastPage: 0x85),
            seen: .rejected(.tagDamaged), byReads: .chip(.unknown)),
    ]

    @Test(arguments: fakes, VirtualReaderModel.allCases) func everyFakeIsTold(fake: Fake, model: VirtualReaderModel)
        throws
    {
        var laid = tag(fake.chip, fake.pages, traits: fake.traits)
        laid.uid = UID(hex: fake.uid)
        let (seen, tag) = try inspected(laid, on: model)
        #expect(tag.pageWrites.isEmpty)
        switch model.passesThrough ? fake.seen : fake.byReads ?? fake.seen {
        case .chip(let chip, let note):
            #expect(seen.rejection == nil)
            #expect(seen.chip == chip)
            #expect(seen.contents?.verdict == .empty)
            if let note { #expect(seen.contents?.notes.contains(note) == true) }
        case .rejected(let reason):
            #expect(seen.rejection?.reason == reason)
        }
    }

    /// Where pages behind AUTH0 are kept from being read, a tag is not taken for a smaller one.
    @Test(
        arguments: [
            ("NTAG216, AUTH0 at 30h", VirtualChip.ntag216, [0xE3: "04000030", 0xE4: "80050000"], 0x30),
            ("NTAG216, AUTH0 at D0h", .ntag216, [0xE3: "040000D0", 0xE4: "80050000"], 0xD0),
            ("NTAG213, AUTH0 at page 2", .ntag213, [0x29: "04000002", 0x2A: "80050000"], 2),
            ("NTAG213, AUTH0 at page 3", .ntag213, [0x29: "04000003", 0x2A: "80050000"], 3),
            ("NTAG213, AUTH0 at page 4", .ntag213, [0x29: "04000004", 0x2A: "80050000"], 4),
            ("NTAG213, AUTH0 at CFG0", .ntag213, [0x29: "04000029", 0x2A: "80050000"], 0x29),
        ], VirtualReaderModel.allCases)
    func keptFromReading(
        _ row: (name: String, chip: VirtualChip, pages: [Int: String], from: Int), model: VirtualReaderModel
    ) throws {
        let (seen, _) = try inspected(tag(row.chip, row.pages), on: model)
        #expect(seen.lockState == .passwordReadWrite)
        if model.passesThrough {
            #expect(seen.chip?.rawValue == row.chip.rawValue)
            #expect(seen.contents?.verdict == .passwordRead(from: row.from))
        } else {
            #expect(seen.chip == nil)
            #expect(seen.rejection?.reason == .tagPassword)
        }
    }

    /// Without pass-through NTAG216 whose reads end where those of NTAG213 do is none; with it GET_VERSION is believed less
    /// than the pages that are not there.
    @Test func authAtTheEndOfAnotherChip() throws {
        let laid = tag(.ntag216, [0xE3: "0400002D", 0xE4: "80050000"])
        #expect(try inspected(laid, on: .part3).seen.rejection?.reason == .tagPassword)
        let seen = try inspected(laid, on: .acr122u).seen
        #expect(seen.rejection?.reason == .tagDamaged)
        #expect(seen.rejection?.detail.contains("unless a password keeps just these pages") == true)
    }

    /// All that the container speaks of is read: the tag is taken as far as it is read, less five pages, and never locked.
    @Test func authBehindWhatTheContainerSpeaksOf() throws {
        let laid = tag(.ntag216, [0xE3: "040000E1", 0xE4: "80050000"])
        let seen = try inspected(laid, on: .part3).seen
        #expect(seen.chip == .unknown && seen.lockState == .unknown)
        #expect(seen.contents?.verdict == .empty && seen.contents?.capacityBytes == (0xE1 - 5 - 4) * 4 - 4)
        #expect(try inspected(laid, on: .acr122u).seen.contents?.verdict == .passwordRead(from: 0xE1))
    }

    /// An NTAG213 that keeps its CFG1 from being read ends where Ultralight C does; the other way round NTAG203 and it.
    @Test func chipsThatCannotBeToldApart() throws {
        for (auth0, named) in [("2C", Chip.unknown), ("2A", .unknown), ("2B", .unknown)] {
            let laid = tag(.ntag213, [0x28: "000000BD", 0x29: "040000" + auth0, 0x2A: "80050000"])
            let seen = try inspected(laid, on: .part3).seen
            #expect(seen.chip == named)
            #expect(seen.contents?.verdict == .empty)
            #expect(seen.contents?.capacityBytes == 137)
            #expect(try inspected(laid, on: .acr122u).seen.chip == .ntag213)
        }
    }

    private func tag(_ chip: VirtualChip, _ pages: [Int: String], traits: TagTraits = TagTraits()) -> RackTag {
        RackTag(chip, pages: pages.compactMapValues { [UInt8](hex: $0).flatMap { Page($0) } }, traits: traits)
    }
}
