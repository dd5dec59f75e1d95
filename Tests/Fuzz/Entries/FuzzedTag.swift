import Tags

/// A Type 2 tag, and what is asked of it, out of a fuzzer's input: the chip, two bytes of choices, the message (a count and
/// its bytes), and the pages from page 0 on. Pages behind the input are refused or zero.
struct FuzzedTag {
    let layout: Type2Layout
    let message: [UInt8]
    let mayOverwrite: Bool
    let wipes: Bool
    let demand: TagDemand
    /// What the tag holds, with the pages that it refuses.
    let memory: PageMemory

    private static let layouts = Chip.written.map(\.layout) + [16, 45, 135].map { Type2Layout.unknown(pageCount: $0) }

    init(_ input: inout FuzzInput) {
        layout = input.choice(of: Self.layouts)
        let (choices, wishes) = (input.byte(), input.byte())
        message = input.counted()
        mayOverwrite = choices & 0x01 != 0
        wipes = choices & 0x02 != 0
        demand = Self.demand(choices, wishes)
        var memory = PageMemory(bytes: Array(input.rest.prefix(layout.pageCount * 4)))
        for page in memory.end..<max(memory.end, layout.pageCount) {
            memory[state: page] = wishes & 0x80 != 0 ? .refused : .data(Page(word: 0))
        }
        // One page may be refused among those that are there.
        if wishes & 0x70 == 0x70 { memory[state: Int(wishes) * 7 % layout.pageCount] = .refused }
        self.memory = memory
    }

    private static func demand(_ choices: UInt8, _ wishes: UInt8) -> TagDemand {
        var demand = TagDemand(formatsBlank: choices & 0x04 != 0, locks: choices & 0x08 != 0)
        if choices & 0x10 != 0 { demand.mirror = MirrorRequest(choices & 0x20 != 0 ? .uid : .counter) }
        if choices & 0x40 != 0 { demand.opened = wishes & 0x01 != 0 ? [0x05, 0x06] : [0x07, 0x08] }
        let password = TagPassword(password: [0x01, 0x02, 0x03, 0x04], acknowledgement: [0x05, 0x06])
        if choices & 0x80 != 0, let password {
            demand.protection = ProtectionRequest(
                password: password, protectsReading: wishes & 0x02 != 0,
                wrongPasswordLimit: wishes & 0x04 != 0 ? Int(wishes >> 4 & 0x07) : nil,
                locksConfiguration: wishes & 0x08 != 0)
        }
        return demand
    }
}
