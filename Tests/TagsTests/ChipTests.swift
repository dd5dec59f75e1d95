import Tags
import Testing

@Suite struct ChipTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let chip: Chip
        /// All pages, user bytes, bytes of the container as delivered.
        let pages: Int
        let userBytes: Int
        let delivered: Int
        var dynamicLock: Int?
        var configuration: Int?
        var secrets: Range<Int> = 0..<0
        var version: String?
        var testDescription: String { chip.rawValue }
    }

    /// Written down apart from the product's own table.
    static let rows: [Row] = [
        Row(chip: .ultralight, pages: 16, userBytes: 48, delivered: 0),
        Row(
            chip: .ultralightC, pages: 48, userBytes: 144, delivered: 0, dynamicLock: 40, configuration: 42,
            secrets: 44..<48),
        Row(
            chip: .mf0ul11, pages: 20, userBytes: 48, delivered: 0, configuration: 16, secrets: 18..<20,
            version: "0004030101000B03"),
        Row(
            chip: .mf0ul21, pages: 41, userBytes: 128, delivered: 0, dynamicLock: 36, configuration: 37,
            secrets: 39..<41, version: "0004030101000E03"),
        Row(chip: .ntag203, pages: 42, userBytes: 144, delivered: 144, dynamicLock: 40),
        Row(
            chip: .ntag210, pages: 20, userBytes: 48, delivered: 48, configuration: 16, secrets: 18..<20,
            version: "0004040101000B03"),
        Row(
            chip: .ntag212, pages: 41, userBytes: 128, delivered: 128, dynamicLock: 36, configuration: 37,
            secrets: 39..<41, version: "0004040101000E03"),
        Row(
            chip: .ntag213, pages: 45, userBytes: 144, delivered: 144, dynamicLock: 40, configuration: 41,
            secrets: 43..<45, version: "0004040201000F03"),
        Row(
            chip: .ntag213F, pages: 45, userBytes: 144, delivered: 144, dynamicLock: 40, configuration: 41,
            secrets: 43..<45, version: "0004040401000F03"),
        Row(
            chip: .ntag213TT, pages: 46, userBytes: 144, delivered: 144, dynamicLock: 40, configuration: 41,
            secrets: 43..<45, version: "0004040203000F03"),
        Row(
            chip: .ntag215, pages: 135, userBytes: 504, delivered: 496, dynamicLock: 130, configuration: 131,
            secrets: 133..<135, version: "0004040201001103"),
        Row(
            chip: .ntag216, pages: 231, userBytes: 888, delivered: 872, dynamicLock: 226, configuration: 227,
            secrets: 229..<231, version: "0004040201001303"),
        Row(
            chip: .ntag216F, pages: 231, userBytes: 888, delivered: 872, dynamicLock: 226, configuration: 227,
            secrets: 229..<231, version: "0004040401001303"),
        Row(
            chip: .ntagI2C1K, pages: 231, userBytes: 888, delivered: 872, dynamicLock: 226, version: "0004040502011303"),
        Row(
            chip: .ntagI2C2K, pages: 485, userBytes: 1904, delivered: 1872, dynamicLock: 480,
            version: "0004040502011503"),
        Row(
            chip: .ntagI2CPlus1K, pages: 236, userBytes: 888, delivered: 872, dynamicLock: 226, configuration: 227,
            secrets: 229..<231, version: "0004040502021303"),
        Row(
            chip: .ntagI2CPlus2K, pages: 492, userBytes: 888, delivered: 872, dynamicLock: 226, configuration: 227,
            secrets: 229..<231, version: "0004040502021503"),
        Row(chip: .st25tn512, pages: 64, userBytes: 64, delivered: 64, secrets: 47..<49),
        Row(chip: .st25tn01k, pages: 64, userBytes: 160, delivered: 160, secrets: 47..<49),
        Row(chip: .myDMove, pages: 38, userBytes: 128, delivered: 0),
        Row(chip: .myDNFC, pages: 256, userBytes: 1008, delivered: 0),
        Row(chip: .myDLean, pages: 16, userBytes: 48, delivered: 0),
    ]

    @Test(arguments: rows) func layouts(_ row: Row) throws {
        let layout = try #require(row.chip.type2Layout)
        #expect(layout.chip == row.chip)
        #expect(layout.pageCount == row.pages)
        #expect(layout.userPages.lowerBound == 4 && layout.userPages.count * 4 == row.userBytes)
        #expect(CapabilityContainer(layout.factoryContainer).areaBytes == row.delivered)
        #expect(layout.dynamicLockPage == row.dynamicLock)
        #expect(layout.configurationPage == row.configuration)
        #expect(row.chip.secretPages == row.secrets)
        #expect(row.chip.version?.hex == row.version)
        for page in [layout.dynamicLockPage, layout.configurationPage, layout.counterPage].compactMap({ $0 }) {
            #expect(layout.tail.contains(page))
        }
    }

    @Test func everyType2Chip() {
        let chips = Chip.allCases.filter { $0.forumType == 2 }
        // Of Ultralight AES only the number of pages is confirmed.
        #expect(Set(chips).subtracting(Self.rows.map(\.chip)) == [.ultralightAES, .unknown])
        #expect(Chip.ultralightAES.type2Layout == nil)
        #expect(Chip.allCases.filter { $0.type2Layout != nil }.allSatisfy { $0.forumType == 2 })
    }

    // Field case 32.
    @Test(
        arguments: [
            ("0004040201000F03", Chip.ntag213), ("0004030201000B03", .mf0ul11), ("0004030304000F03", .ultralightAES),
            // Copies with numbers of their own: chip by size, where only one has it.
            ("0053040201000F03", .ntag213), ("0005340201001103", .ntag215), ("0053040502021303", .ntagI2CPlus1K),
            ("0034210101000E03", .mf0ul21),
            // Relatives of NXP's own that are not in the list, and no versions.
            ("0004040201010F03", nil), ("0004040204000F03", nil), ("0000000000000000", nil), ("0104040201000F03", nil),
        ] as [(String, Chip?)])
    func versions(_ hex: String, _ chip: Chip?) {
        let version = bytes(hex)
        #expect(ChipVersion(version)?.nearestChip == chip)
        #expect(Chip(image: PageMemory(), pageCount: 12, version: version) == chip)
    }

    struct Image: Sendable, CustomTestStringConvertible {
        let name: String
        let memory: PageMemory
        var count: Int?
        let chip: Chip?
        var testDescription: String { name }
    }

    static func st25tn(_ chip: Chip, _ code: String) -> PageMemory {
        var memory = tag(chip)
        memory.store(bytes("02E5C9A6" + "22325E80" + "00480000"), from: 0)
        memory.store(bytes(code + "0000"), from: 0x2D)
        return memory
    }

    static let images: [Image] = [
        Image(name: "16 pages", memory: tag(.ultralight), chip: .ultralight),
        Image(name: "the first 16 pages of NTAG213", memory: tag(.ultralight, cc: "E1101200"), chip: nil),
        Image(name: "48 pages", memory: tag(.ultralightC), chip: .ultralightC),
        Image(name: "42 pages", memory: tag(.ntag203), chip: .ntag203),
        Image(name: "46 pages", memory: tag(.ntag213TT), chip: .ntag213TT),
        Image(name: "135 pages", memory: tag(.ntag215), chip: .ntag215),
        Image(name: "236 pages", memory: tag(.ntagI2CPlus1K), chip: .ntagI2CPlus1K),
        Image(name: "485 pages", memory: tag(.ntagI2C2K), chip: .ntagI2C2K),
        Image(name: "492 pages", memory: tag(.ntagI2CPlus2K), chip: .ntagI2CPlus2K),
        Image(
            name: "56 pages", memory: PageMemory(bytes: tag(.ntag203).bytes(of: 0..<42) ?? []), count: 56,
            chip: .ultralightAES),
        // Several chips have so many pages.
        Image(name: "20 pages with a container", memory: tag(.ntag210), chip: nil),
        Image(name: "20 pages without container", memory: tag(.mf0ul11), chip: .mf0ul11),
        Image(
            name: "20 pages, page 3 used as a counter that NTAG210 could not show",
            memory: tag(.mf0ul11, cc: "C1313E3F"),
            chip: .mf0ul11),
        Image(name: "41 pages with a container", memory: tag(.ntag212), chip: nil),
        Image(name: "41 pages without container", memory: tag(.mf0ul21), chip: .mf0ul21),
        Image(name: "41 pages, container of 144 bytes", memory: tag(.ntag212, cc: "E1101200"), chip: nil),
        // NTAG213F and 216F are alike in memory: the plain chip is named.
        Image(name: "45 pages", memory: tag(.ntag213), chip: .ntag213),
        Image(name: "231 pages, UID and check bytes", memory: tag(.ntag216), chip: .ntag216),
        Image(name: "231 pages, serial bytes and ATQA", memory: tag(.ntagI2C1K), chip: .ntagI2C1K),
        Image(name: "64 pages of ST25TN512", memory: st25tn(.st25tn512, "9190"), chip: .st25tn512),
        Image(name: "64 pages of ST25TN01K", memory: st25tn(.st25tn01k, "9090"), chip: .st25tn01k),
        Image(name: "64 pages of anything", memory: st25tn(.st25tn01k, "0000"), chip: nil),
        Image(name: "40 pages", memory: tag(.ntag213), count: 40, chip: nil),
        Image(name: "nothing", memory: PageMemory(), count: 0, chip: nil),
    ]

    @Test(arguments: images) func fromImages(_ image: Image) {
        #expect(Chip(image: image.memory, pageCount: image.count ?? image.memory.end, version: nil) == image.chip)
        // A version comes first.
        #expect(Chip(image: image.memory, pageCount: 16, version: Chip.ntag215.version) == .ntag215)
    }

    @Test func uids() {
        let uid = UID(hex: "04E5C922325E80")
        #expect(UID(pages: tag(.ntag213), chip: .ntag213) == uid)
        #expect(UID(pages: tag(.ntag213), chip: nil) == uid)
        // Serial bytes of NTAG I2C are not to be trusted, whether the chip is known or not.
        #expect(UID(pages: tag(.ntagI2C1K), chip: .ntagI2C1K) == nil)
        #expect(UID(pages: tag(.ntagI2C1K), chip: nil) == nil)
        // A wrong check byte: believed where the chip is known to have its UID there.
        var wrong = tag(.ntag213)
        wrong[0]?[3] ^= 1
        #expect(UID(pages: wrong, chip: .ntag213) == uid)
        #expect(UID(pages: wrong, chip: nil) == nil)
        #expect(UID(pages: PageMemory(bytes: [UInt8](repeating: 0, count: 64)), chip: .ultralight) == nil)
        wrong[1] = nil
        #expect(UID(pages: wrong, chip: .ntag213) == nil)
        #expect(UID(pages: ChipTests.st25tn(.st25tn512, "9190"), chip: .st25tn512) == UID(hex: "02E5C922325E80"))
    }
}
