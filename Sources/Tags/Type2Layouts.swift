extension Chip {
    /// The layout of a Type 2 chip whose pages are known; nil for every other.
    ///
    /// Ultralight AES has none: of its memory only the number of pages is confirmed.
    public var type2Layout: Type2Layout? {
        switch self {
        case .ultralight: .ultralight
        case .ultralightC: .ultralightC
        case .mf0ul11: .mf0ul11
        case .mf0ul21: .mf0ul21
        case .ntag203: .ntag203
        case .ntag210: .ntag210
        case .ntag212: .ntag212
        case .ntag213: .ntag213
        case .ntag213F: .ntag213F
        case .ntag213TT: .ntag213TT
        case .ntag215: .ntag215
        case .ntag216: .ntag216
        case .ntag216F: .ntag216F
        case .ntagI2C1K: .ntagI2C1K
        case .ntagI2C2K: .ntagI2C2K
        case .ntagI2CPlus1K: .ntagI2CPlus1K
        case .ntagI2CPlus2K: .ntagI2CPlus2K
        case .st25tn512: .st25tn512
        case .st25tn01k: .st25tn01k
        case .myDMove: .myDMove
        case .myDNFC: .myDNFC
        case .myDLean: .myDLean
        case .ultralightAES, .unknown, .ntag413, .ntag424, .desfire, .icodeSLI, .icodeSLIX, .icodeSLIX2, .st25dv,
            .felicaLite, .felicaLiteS, .classicMini, .classic1K, .classic2K, .classic4K:
            nil
        }
    }
}

/// MIFARE Ultralight, delivered without a capability container.
extension Type2Layout {
    /// MF0ICU1.
    fileprivate static let ultralight = Type2Layout(chip: .ultralight, pageCount: 0x10, userPages: 0x04..<0x10)

    /// NXP MF0ICU2 data sheet rev. 3.3, 7.5; lock bits 5 to 7 of byte 0 are published, 1 to 3 are taken to be as on NTAG203,
    /// whose dynamic lock bytes have the same place and groups.
    fileprivate static let ultralightC = Type2Layout(
        chip: .ultralightC, pageCount: 0x30, userPages: 0x04..<0x28, dynamicLocks: .fours(page: 0x28),
        accessControl: .key(page: 0x2A), counterPage: 0x29)

    /// MF0ULx1: the public tables of Proxmark3 and nfcpy; the dynamic lock bits as the Flipper's emulator has them.
    fileprivate static let mf0ul11 = Type2Layout(
        chip: .mf0ul11, pageCount: 0x14, userPages: 0x04..<0x10, accessControl: .password(page: 0x10))

    fileprivate static let mf0ul21 = Type2Layout(
        chip: .mf0ul21, pageCount: 0x29, userPages: 0x04..<0x24, dynamicLocks: .runs(page: 0x24, pagesPerBit: 2),
        accessControl: .password(page: 0x25))
}

/// NTAG (NXP NTAG203 data sheet rev. 3.0, 8.5; NTAG213/215/216 data sheet rev. 3.2, 8.5 to 8.5.7).
extension Type2Layout {
    /// An empty NDEF TLV at the begin of the chain.
    private static let shortChain: [UInt8] = [0x03, 0x00, 0xFE, 0x00]

    fileprivate static let ntag203 = Type2Layout(
        chip: .ntag203, pageCount: 0x2A, userPages: 0x04..<0x28, dynamicLocks: .fours(page: 0x28), counterPage: 0x29,
        factoryContainer: Page(0xE1, 0x10, 0x12, 0x00),
        factoryChain: [0x01, 0x03, 0xA0, 0x10, 0x44, 0x03, 0x00, 0xFE])

    fileprivate static let ntag210 = Type2Layout(
        chip: .ntag210, pageCount: 0x14, userPages: 0x04..<0x10, accessControl: .password(page: 0x10), mirror: .uid,
        factoryContainer: Page(0xE1, 0x10, 0x06, 0x00), factoryChain: shortChain)

    /// Two pages a lock bit: so says the lock control TLV as delivered (10 bits, 8 bytes each, at byte 144).
    fileprivate static let ntag212 = Type2Layout(
        chip: .ntag212, pageCount: 0x29, userPages: 0x04..<0x24, dynamicLocks: .runs(page: 0x24, pagesPerBit: 2),
        accessControl: .password(page: 0x25), mirror: .uid, factoryContainer: Page(0xE1, 0x10, 0x10, 0x00),
        factoryChain: [0x01, 0x03, 0x90, 0x0A, 0x34, 0x03, 0x00, 0xFE])

    fileprivate static let ntag213 = Type2Layout(
        chip: .ntag213, pageCount: 0x2D, userPages: 0x04..<0x28, dynamicLocks: .runs(page: 0x28, pagesPerBit: 2),
        accessControl: .password(page: 0x29), mirror: .uidAndCounter, factoryContainer: Page(0xE1, 0x10, 0x12, 0x00),
        factoryChain: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE])

    fileprivate static let ntag213F = ntag213.renamed(.ntag213F)

    /// One page more than NTAG213: the message of the tamper wire. What of it a mirror can show is not confirmed.
    fileprivate static let ntag213TT = {
        var layout = ntag213.renamed(.ntag213TT)
        layout.pageCount = 0x2E
        layout.mirror = .unknown
        return layout
    }()

    fileprivate static let ntag215 = Type2Layout(
        chip: .ntag215, pageCount: 0x87, userPages: 0x04..<0x82, dynamicLocks: .runs(page: 0x82, pagesPerBit: 16),
        accessControl: .password(page: 0x83), mirror: .uidAndCounter, factoryContainer: Page(0xE1, 0x10, 0x3E, 0x00),
        factoryChain: shortChain)

    fileprivate static let ntag216 = Type2Layout(
        chip: .ntag216, pageCount: 0xE7, userPages: 0x04..<0xE2, dynamicLocks: .runs(page: 0xE2, pagesPerBit: 16),
        accessControl: .password(page: 0xE3), mirror: .uidAndCounter, factoryContainer: Page(0xE1, 0x10, 0x6D, 0x00),
        factoryChain: shortChain)

    fileprivate static let ntag216F = ntag216.renamed(.ntag216F)

    private func renamed(_ chip: Chip) -> Type2Layout {
        var layout = self
        layout.chip = chip
        return layout
    }
}

/// NXP NT3H1101/1201 and NT3H2111/2211, as images have their pages: of NTAG I2C 2K sector 1 begins at 256, of plus 2K at 236,
/// behind the session registers of sector 0 (EC and ED on the chip, pages 234 and 235 of an image). Behind the lock page of
/// those before plus come the registers E8 and E9, then session registers of sector 3, which are not read. The lock bits and
/// the pages that are given out are those of the Flipper's emulator.
extension Type2Layout {
    fileprivate static let ntagI2C1K = Type2Layout(
        chip: .ntagI2C1K, pageCount: 231, userPages: 0x04..<0xE2, header: .serialBytes,
        dynamicLocks: .runs(page: 0xE2, pagesPerBit: 16), factoryContainer: Page(0xE1, 0x10, 0x6D, 0x00),
        factoryChain: shortChain, runs: [PageRun(0..<0xE3), PageRun(0xE3..<0xE5, first: 0xE8)])

    /// The message runs on from sector 0 to pages 00 to DF of sector 1; the lock page is E0 of sector 1.
    fileprivate static let ntagI2C2K = Type2Layout(
        chip: .ntagI2C2K, pageCount: 485, userPages: 4..<(256 + 0xE0), header: .serialBytes,
        dynamicLocks: .runs(page: 256 + 0xE0, pagesPerBit: 32), factoryContainer: Page(0xE1, 0x10, 0xEA, 0x00),
        factoryChain: shortChain,
        runs: [
            PageRun(0..<256), PageRun(256..<(256 + 0xE1), sector: 1), PageRun(481..<483, sector: 1, first: 0xE8),
        ])

    fileprivate static let ntagI2CPlus1K = Type2Layout(
        chip: .ntagI2CPlus1K, pageCount: 236, userPages: 0x04..<0xE2, header: .serialBytes,
        dynamicLocks: .runs(page: 0xE2, pagesPerBit: 16), accessControl: .password(page: 0xE3),
        factoryContainer: Page(0xE1, 0x10, 0x6D, 0x00), factoryChain: shortChain,
        runs: [PageRun(0..<234), PageRun(234..<236, first: 0xEC)])

    /// Its container as delivered (less well confirmed than the others) announces sector 0 alone, and whether a message may run
    /// on into sector 1 is not known: it ends with sector 0.
    fileprivate static let ntagI2CPlus2K = Type2Layout(
        chip: .ntagI2CPlus2K, pageCount: 492, userPages: 0x04..<0xE2, header: .serialBytes,
        dynamicLocks: .runs(page: 0xE2, pagesPerBit: 32), accessControl: .password(page: 0xE3),
        factoryContainer: Page(0xE1, 0x10, 0x6D, 0x00), factoryChain: shortChain,
        runs: [PageRun(0..<234), PageRun(234..<236, first: 0xEC), PageRun(236..<492, sector: 1)])
}

/// ST25TN: two independent public decoders; the data sheet (DS13433) was not seen, so of the dynamic lock page (2C) and the
/// protection nothing is taken for granted.
extension Type2Layout {
    fileprivate static let st25tn512 = Type2Layout(
        chip: .st25tn512, pageCount: 0x40, userPages: 0x04..<0x14, header: .uid, dynamicLocks: .unknown,
        accessControl: .unknown, factoryContainer: Page(0xE1, 0x10, 0x08, 0x00))

    fileprivate static let st25tn01k = Type2Layout(
        chip: .st25tn01k, pageCount: 0x40, userPages: 0x04..<0x2C, header: .uid, dynamicLocks: .unknown,
        accessControl: .unknown, factoryContainer: Page(0xE1, 0x10, 0x14, 0x00))
}

/// Infineon my-d: the last pages are those of the public table of Proxmark3. my-d move has 1216 bits in blocks of four bytes,
/// 128 bytes of them for users and six blocks for service: 0 to 3 and the last two (SLE 66R01P data book, 2011-11-24).
/// Sector 0 of my-d NFC goes on in others, so its last page is no lock page. Which bits lock what is not confirmed. What the
/// container says decides within that.
extension Type2Layout {
    fileprivate static let myDMove = myD(.myDMove, pageCount: 0x26, end: 0x24)
    fileprivate static let myDNFC = myD(.myDNFC, pageCount: 0x100, end: 0x100)
    fileprivate static let myDLean = myD(.myDLean, pageCount: 0x10, end: 0x10)

    private static func myD(_ chip: Chip, pageCount: Int, end: Int) -> Type2Layout {
        Type2Layout(
            chip: chip, pageCount: pageCount, userPages: 0x04..<end, header: .uid,
            dynamicLocks: end > 0x10 ? .unknown : .none, accessControl: .unknown)
    }
}
