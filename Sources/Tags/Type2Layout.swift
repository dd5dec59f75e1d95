/// Where the pages of a Type 2 chip lie. All page numbers count from 0.
///
/// Source: NXP NTAG213/215/216 data sheet rev. 3.2, sections 8.5 to 8.5.7.
public struct Type2Layout: Hashable, Sendable {
    public let chip: Chip
    /// All pages, configuration and password pages included.
    public let pageCount: Int
    /// The pages that a message may use.
    public let userPages: Range<Int>
    /// The page of the dynamic lock bytes.
    public let dynamicLockPage: Int
    /// How many pages one dynamic lock bit locks, from page 16 on.
    public let pagesPerDynamicLockBit: Int
    /// CFG0, whose byte 3 is AUTH0; CFG1, PWD and PACK follow it.
    public let configurationPage: Int
    /// The capability container as delivered.
    public let factoryContainer: Page
    /// The bytes from page 4 on as delivered.
    public let factoryChain: [UInt8]
}

extension Chip {
    /// The layout of a Type 2 chip that is written; no other is asked for.
    public var layout: Type2Layout {
        guard let layout = type2Layout else { preconditionFailure("\(self) has no Type 2 layout") }
        return layout
    }

    /// The layout of a Type 2 chip whose pages are known; nil for every other.
    public var type2Layout: Type2Layout? {
        switch self {
        case .ntag213:
            Type2Layout(
                chip: self, pageCount: 0x2D, userPages: 0x04..<0x28, dynamicLockPage: 0x28, pagesPerDynamicLockBit: 2,
                configurationPage: 0x29, factoryContainer: Page(0xE1, 0x10, 0x12, 0x00),
                factoryChain: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE])
        case .ntag215:
            Type2Layout(
                chip: self, pageCount: 0x87, userPages: 0x04..<0x82, dynamicLockPage: 0x82, pagesPerDynamicLockBit: 16,
                configurationPage: 0x83, factoryContainer: Page(0xE1, 0x10, 0x3E, 0x00),
                factoryChain: [0x03, 0x00, 0xFE, 0x00])
        case .ntag216:
            Type2Layout(
                chip: self, pageCount: 0xE7, userPages: 0x04..<0xE2, dynamicLockPage: 0xE2, pagesPerDynamicLockBit: 16,
                configurationPage: 0xE3, factoryContainer: Page(0xE1, 0x10, 0x6D, 0x00),
                factoryChain: [0x03, 0x00, 0xFE, 0x00])
        default: nil
        }
    }
}
