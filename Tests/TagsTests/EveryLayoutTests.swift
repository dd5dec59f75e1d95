import Tags
import Testing

/// Containers and chains of every kind, on every chip that is written and on tags of which only the number of pages is known.
@Suite struct EveryLayoutTests {
    struct Laid: Sendable, CustomTestStringConvertible {
        let name: String
        let layout: Type2Layout
        var testDescription: String { name }
    }

    static let layouts: [Laid] =
        Chip.written.map { Laid(name: $0.rawValue, layout: $0.layout) }
        + [16, 20, 41, 44, 45, 60, 231, 256].map { Laid(name: "\($0) pages", layout: .unknown(pageCount: $0)) }

    /// A tag with so many bytes of area, and these first bytes in it.
    private func memory(_ layout: Type2Layout, cc: [UInt8], area: [UInt8]) -> PageMemory {
        var memory = PageMemory(bytes: [UInt8](repeating: 0, count: layout.pageCount * 4))
        memory.store(bytes("04E5C9A0 22325E80 CE480000"), from: 0)
        memory.store(cc, from: 3)
        memory.store(area + [UInt8](repeating: 0, count: (4 - area.count % 4) % 4), from: 4)
        switch layout.accessControl {
        case .password(let page): memory[page]?[3] = 0xFF
        case .key(let page): memory[page]?[0] = 0x30
        case .none, .unknown: break
        }
        return memory
    }

    private func userBytes(_ layout: Type2Layout) -> Int { layout.userPages.count * 4 }

    /// A size byte that is too large counts as what there is; minor versions of the mapping are taken as 1.0.
    @Test(arguments: layouts) func containers(_ laid: Laid) throws {
        let most = userBytes(laid.layout)
        for (cc, area) in [
            ("E1100600", 48), ("E110FF00", 2040), ("E1106F00", 888), ("E1121200", 144), ("E1111200", 144),
            ("E11F1200", 144),
        ] {
            let contents = interpret(memory(laid.layout, cc: bytes(cc), area: [0x03, 0x00]), layout: laid.layout)
            #expect(contents.verdict == .empty)
            let room = min(area, most)
            #expect(contents.capacityBytes == max(min(room - 2, 254), room - 4), "\(cc)")
        }
        for cc in ["F110FFEE", "E2101200", "E1201200", "E1001200", "FFFFFFFF"] {
            let contents = interpret(memory(laid.layout, cc: bytes(cc), area: [0x03, 0x00]), layout: laid.layout)
            guard case .notNDEF = contents.verdict else {
                Issue.record("\(cc): \(contents.verdict)")
                continue
            }
            #expect(contents.lockState == .notNDEF)
        }
        #expect(
            interpret(memory(laid.layout, cc: [0, 0, 0, 0], area: [0x03, 0x00]), layout: laid.layout).verdict
                == .unformatted)
        let none = memory(laid.layout, cc: bytes("E1100000"), area: [0x03, 0x00])
        guard
            case .rejected(.messageTooLarge, _) = judge(
                none, layout: laid.layout, message: message(of: 3), mayOverwrite: true)
        else {
            Issue.record("an area of no bytes takes a message")
            return
        }
    }

    /// NULL TLVs and TLVs that nobody knows; then the NDEF TLV.
    static let chains = [
        "", "00", "0000", "000000", "0000000000", "FD0201FE", "4100", "41FF000302FE03", "04050303030303",
    ]

    /// Memory control TLVs, and the bytes that they reserve, counted from the begin of page 0.
    static let controls: [(value: String, bytes: Range<Int>)] = [
        // Pages of 16 bytes: 2 * 16, five bytes; 2 * 16 + 9, three; pages of 8 bytes: 5 * 8 + 1, one.
        ("200504", 32..<37), ("290304", 41..<44), ("510103", 41..<42),
    ]

    @Test(arguments: layouts) func everyChain(_ laid: Laid) throws {
        let layout = laid.layout
        for chain in Self.chains { try fill(layout, chain: bytes(chain), reserved: 0..<0) }
        for (value, reserved) in Self.controls {
            try fill(layout, chain: bytes("0203" + value), reserved: reserved)
            try fill(layout, chain: bytes("0002 03" + value + "FD00"), reserved: reserved)
        }
        // Lock bits inside the area: 10 of them, two bytes, at byte 40.
        try fill(layout, chain: bytes("0103280A34"), reserved: 40..<42)
    }

    /// Every length up to the last byte, where the long form begins, and one byte too many.
    private func fill(_ layout: Type2Layout, chain: [UInt8], reserved: Range<Int>) throws {
        let areaBytes = userBytes(layout) / 8 * 8
        let cc: [UInt8] = [0xE1, 0x10, UInt8(min(255, areaBytes / 8)), 0x00]
        var blank = memory(layout, cc: cc, area: chain + [0x03, 0x00, 0xFE])
        for offset in reserved { blank[offset / 4]?[offset % 4] = 0xA5 }
        let contents = interpret(blank, layout: layout)
        #expect(contents.verdict == .empty)
        let capacity = try #require(contents.capacityBytes)
        let area = min(2040, areaBytes)
        let free = area - chain.count - reserved.count
        #expect(capacity == max(min(free - 2, 254), free - 4), "\(chain.hex)")
        for count in Set([3, 17, capacity - 1, capacity, 253, 254, 255, 256]).sorted() where count >= 3 {
            let content = message(of: count)
            guard case .write(let plan) = judge(blank, layout: layout, message: content, mayOverwrite: true) else {
                #expect(count > capacity, "\(count) of \(capacity)")
                continue
            }
            #expect(count <= capacity)
            let writes = plan.message?.writes ?? []
            let after = apply(writes, to: blank)
            #expect(interpret(after, layout: layout).verdict == .message(content))
            #expect(writes.allSatisfy { layout.userPages.contains($0.page) && $0.page < 4 + area / 4 })
            for offset in reserved { #expect(after.byte(at: offset) == 0xA5) }
            #expect(after.bytes(of: 4..<8)?.starts(with: chain.prefix(16)) == true)
        }
        guard
            case .rejected(.messageTooLarge, _) =
                judge(blank, layout: layout, message: message(of: capacity + 1), mayOverwrite: true)
        else {
            Issue.record("\(capacity + 1) bytes are taken")
            return
        }
    }

    /// The long form straddles pages in every way.
    @Test(arguments: layouts.filter { $0.layout.userPages.count > 80 }) func longForms(_ laid: Laid) throws {
        for nulls in 0..<9 {
            try fill(laid.layout, chain: [UInt8](repeating: 0, count: nulls), reserved: 0..<0)
        }
    }

    /// A layout that is not known never uses the last five pages, unless there is nothing behind page 15.
    @Test func unknownLayouts() {
        for count in 5...256 {
            let layout = Type2Layout.unknown(pageCount: count)
            #expect(layout.chip == nil)
            #expect(layout.userPages.lowerBound == 4)
            #expect(layout.userPages.upperBound <= count)
            #expect(layout.dynamicLockPage.map { $0 < count } ?? true)
            if ![16, 20, 41, 42, 44, 45, 46, 135, 231].contains(count) {
                #expect(layout.userPages.upperBound == max(4, count - 5))
                #expect(layout.accessControl == .unknown)
            }
        }
        #expect(Type2Layout.unknown(pageCount: 45).userPages == Chip.ntag213.layout.userPages)
        #expect(Type2Layout.unknown(pageCount: 44).accessControl == Chip.ultralightC.layout.accessControl)
        #expect(Type2Layout.unknown(pageCount: 41).configurationPage == 0x25)
        #expect(Type2Layout.unknown(pageCount: 20).mirror == .unknown)
    }
}
