import NDEF
import Tags

/// Whole memories of tags, made for these tests: a chip as delivered, with what a test changes.
func tag(
    _ chip: Chip, area: String? = nil, cc: String? = nil, staticLock: String = "0000", dynamicLock: String = "000000",
    cfg0: String? = nil, cfg1: String? = nil
) -> PageMemory {
    let layout = chip.layout
    var memory = PageMemory(bytes: [UInt8](repeating: 0, count: layout.pageCount * 4))
    let header = layout.header == .serialBytes ? "04E5C922 325E8000 4400" : "04E5C9A0 22325E80 CE48"
    memory.store(bytes(header + staticLock), from: 0)
    memory[3] = layout.factoryContainer
    if let cc { memory.store(bytes(cc), from: 3) }
    let content = area.map { bytes($0) } ?? layout.factoryChain
    memory.store(content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4), from: 4)
    if let page = layout.dynamicLockPage { memory.store(bytes(dynamicLock + "BD"), from: page) }
    switch layout.accessControl {
    case .password(let page): memory.store(bytes((cfg0 ?? "040000FF") + (cfg1 ?? "00050000")), from: page)
    case .key(let page): memory.store(bytes((cfg0 ?? "30000000") + (cfg1 ?? "00000000")), from: page)
    case .none, .unknown: break
    }
    return memory
}

/// Hex of a test's own; anything else is the test's mistake.
func bytes(_ hex: String) -> [UInt8] {
    guard let bytes = [UInt8](hex: hex) else { preconditionFailure("not hex: \(hex)") }
    return bytes
}

/// A well-formed message of exactly this many bytes (at least 3): one external or empty record.
func message(of count: Int, filling seed: UInt8 = 0x41) -> [UInt8] {
    if count == 3 { return [0xD5, 0x00, 0x00] }
    let short = count - 3 <= 255
    let payload = count - (short ? 3 : 6)
    var bytes: [UInt8] = short ? [0xD5, 0x00, UInt8(payload)] : [0xC5, 0x00, 0x00, 0x00]
    if !short { bytes += [UInt8(payload >> 8), UInt8(payload & 255)] }
    return bytes + (0..<payload).map { seed &+ UInt8(truncatingIfNeeded: $0) }
}

func apply(_ writes: some Sequence<PageWrite>, to memory: PageMemory) -> PageMemory {
    var memory = memory
    for write in writes { memory[write.page] = write.data }
    return memory
}

/// Reads a whole memory as `interpret` asks for it; nil when it asks for what is known already, or too often.
func read(_ whole: PageMemory, chip: Chip) -> (contents: TagContents, read: PageMemory)? {
    var memory = PageMemory()
    for _ in 0...chip.layout.pageCount {
        let contents = interpret(memory, chip: chip)
        guard case .needs(let pages) = contents.verdict else { return (contents, memory) }
        guard !pages.isEmpty, pages.upperBound <= chip.layout.pageCount,
            pages.allSatisfy({ memory[state: $0] == .unread })
        else { return nil }
        for page in pages { memory[state: page] = whole[state: page] }
    }
    return nil
}

/// An own reading of the simplest kind, apart from the product's: the value of the first 03 TLV of a chain in which
/// nothing is reserved inside the area.
func plainValue(_ memory: PageMemory, areaBytes: Int) -> [UInt8]? {
    guard let area = memory.bytes(of: 4..<(4 + areaBytes / 4)) else { return nil }
    var index = 0
    while index < area.count {
        let type = area[index]
        if type == 0 {
            index += 1
            continue
        }
        if type == 0xFE || index + 1 >= area.count { return nil }
        var length = Int(area[index + 1])
        index += 2
        if length == 255 {
            guard index + 1 < area.count else { return nil }
            length = Int(area[index]) * 256 + Int(area[index + 1])
            index += 2
        }
        if type == 3 { return index + length <= area.count ? Array(area[index..<(index + length)]) : nil }
        index += length
    }
    return nil
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
