/// Text that the tag lays over its memory when it is read: UID, counter, or both (NXP NTAG213/215/216 data sheet rev. 3.2,
/// sections 8.7 to 8.9). What is stored beneath is hidden, not changed.
public struct AsciiMirror: Hashable, Sendable {
    public enum Content: String, Hashable, Sendable {
        case uid = "UID"
        case counter = "counter"
        case uidAndCounter = "UID and counter"
    }

    public let content: Content
    /// The bytes that are laid over, counted from the begin of page 0.
    public let bytes: Range<Int>

    /// The pages that are laid over, wholly or in part.
    public var pages: Range<Int> { (bytes.lowerBound / 4)..<((bytes.upperBound + 3) / 4) }

    package init(_ content: Content, bytes: Range<Int>) {
        self.content = content
        self.bytes = bytes
    }

    /// Nil when CFG0 is not known, or no mirror is switched on: MIRROR_CONF 0, MIRROR_PAGE below 4, a span that does not
    /// end inside the user memory, or a counter mirror with the counter switched off; and on chips whose mirror is not
    /// known.
    ///
    /// A counter that CFG1 protects by password, or an unknown CFG1, counts as shown: the wider span is the safer one.
    public init?(memory: PageMemory, chip: Chip) { self.init(memory: memory, layout: chip.layout) }

    init?(memory: PageMemory, layout: Type2Layout) {
        guard case .password(let configurationPage) = layout.accessControl, let cfg0 = memory[configurationPage] else {
            return nil
        }
        let counterIsOn = memory[configurationPage + 1].map { $0[0] & 0x10 != 0 } ?? true
        let setting: UInt8
        switch layout.mirror {
        case .none, .unknown: return nil
        case .uid: setting = 1
        case .uidAndCounter: setting = cfg0[0] >> 6
        }
        let length: Int
        switch setting {
        case 1: (content, length) = (.uid, 14)
        case 2 where counterIsOn: (content, length) = (.counter, 6)
        case 3 where counterIsOn: (content, length) = (.uidAndCounter, 21)
        case 3: (content, length) = (.uid, 14)
        default: return nil
        }
        let page = Int(cfg0[2])
        let start = page * 4 + Int(cfg0[0] >> 4 & 3)
        guard page > 3, start + length <= layout.userPages.upperBound * 4 else { return nil }
        bytes = start..<(start + length)
    }

    /// Which of a value's bytes are laid over, counted from its first; the value's bytes stand at these places, in order.
    func spans(over places: some Collection<Int>) -> [Range<Int>] {
        let before = places.count { $0 < bytes.lowerBound }
        let laidOver = places.count { bytes.contains($0) }
        return laidOver == 0 ? [] : [before..<(before + laidOver)]
    }

    /// Whether the bytes that are laid over read as this mirror shows them of a tag with this UID; false where one of their
    /// pages is not known. Of the counter it is only asked whether it is one: it goes on with every reading.
    func isShown(in memory: PageMemory, uid: UID) -> Bool {
        guard let all = memory.bytes(of: pages) else { return false }
        let start = bytes.lowerBound - pages.lowerBound * 4
        return content.isShown(by: all[start..<(start + bytes.count)], of: uid)
    }
}

extension AsciiMirror.Content {
    /// Whether this text is what a mirror shows of a tag with this UID. Of the counter it is only asked whether it is one: it
    /// goes on with every reading.
    package func isShown(by text: some Collection<UInt8>, of uid: UID) -> Bool {
        let digits = Array(uid.bytes.hex.utf8)
        switch self {
        case .uid: return text.elementsEqual(digits)
        case .counter: return text.count == counterDigits && text.allSatisfy(\.isUpperHexDigit)
        case .uidAndCounter:
            return text.count == digits.count + 1 + counterDigits && text.starts(with: digits + [UInt8(ascii: "x")])
                && text.suffix(counterDigits).allSatisfy(\.isUpperHexDigit)
        }
    }

    /// How many digits at its end are of the counter, which nobody can foretell.
    package var counterDigits: Int {
        switch self {
        case .uid: 0
        case .counter, .uidAndCounter: 6
        }
    }
}

extension UInt8 {
    fileprivate var isUpperHexDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
    }
}
