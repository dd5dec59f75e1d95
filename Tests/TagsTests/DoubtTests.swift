import Testing

@testable import Tags

/// Tags whose chip is told by reads alone, and what speaks against it.
@Suite struct DoubtTests {
    private func doubt(_ chip: Chip, _ memory: PageMemory, _ uid: String = "04E5C922325E80") throws -> String? {
        chip.doubt(on: memory, uid: try #require(UID(hex: uid)))
    }

    @Test(arguments: [
        (Chip.ultralight, "E1100600"), (.ultralightC, "E1101200"), (.mf0ul11, "00000000"), (.ntag203, "E1101200"),
        (.ntag213, "E1101200"), (.ntag215, "E1103E00"), (.ntag216, "E1106D00"),
    ]) func whatIsWhatItSaysIsNotDoubted(chip: Chip, cc: String) throws {
        // Byte 3 of page 28h reads BD on NTAG21x alone.
        var memory = tag(chip, cc: cc)
        if chip == .ntag203 || chip == .ultralightC { memory[40] = Page(0, 0, 0, 0) }
        #expect(try doubt(chip, memory) == nil)
        // Another maker, with check bytes that are right.
        memory.store(bytes("1DE5C9B9 22325E80 CE480000"), from: 0)
        let foreign = try #require(try doubt(chip, memory, "1DE5C922325E80"))
        #expect(foreign.hasPrefix("the UID begins with 1D"))
        // Check bytes that are wrong.
        memory.store(bytes("04E5C9A1 22325E80 CE480000"), from: 0)
        #expect(try doubt(chip, memory)?.hasPrefix("BCC0") == true)
    }

    /// What a memory of 42 pages must show before it is locked as NTAG203.
    @Test(
        arguments: [
            ([40: "00000000"], nil), ([40: "0E000000", 41: "12340000"], nil), ([3: "E110120F", 40: "00000000"], nil),
            ([3: "E1111200", 40: "00000000"], nil), ([40: "000000BD"], "page 40"), ([40: "FF0F00BD"], "page 40"),
            ([40: "00000000", 41: "040000FF"], "page 41"),
            ([3: "E1100600", 40: "00000000"], "its capability container"),
            ([3: "00000000", 40: "00000000"], "its capability container"),
            ([4: "0103A00C", 40: "00000000"], "the lock control TLV"),
            ([4: "0300FE00", 40: "00000000"], "the lock control TLV"),
            ([5: "340300FE", 40: "00000000"], "the lock control TLV"),
        ] as [([Int: String], String?)]) func ntag203(pages: [Int: String], why: String?) throws
    {
        var memory = tag(.ntag203)
        for (page, data) in pages { memory.store(bytes(data), from: page) }
        let doubt = try doubt(.ntag203, memory)
        if let why { #expect(doubt?.hasPrefix(why) == true, "\(doubt ?? "none")") } else { #expect(doubt == nil) }
        // A page that was not read proves nothing.
        for page in [3, 5, 41] {
            var memory = memory
            memory[page] = nil
            #expect(try self.doubt(.ntag203, memory) != nil)
        }
    }

    @Test func ultralightC() throws {
        var memory = tag(.ultralightC, area: "0103A01044 0300FE", cc: "E1101200")
        memory[40] = Page(0, 0, 0, 0)
        #expect(try doubt(.ultralightC, memory) == nil)
        memory[4] = Page(0x01, 0x03, 0xA0, 0x0C)
        memory[5] = Page(0x34, 0x03, 0x00, 0xFE)
        #expect(try doubt(.ultralightC, memory)?.hasPrefix("the lock control TLV") == true)
        memory = tag(.ultralightC, cc: "E1101200")
        #expect(try doubt(.ultralightC, memory)?.hasPrefix("page 40") == true)
    }

    /// Nothing for ever and nothing of the configuration is planned, and a message is as before.
    @Test func whatIsDoubtedIsNotLocked() throws {
        let password = try #require(TagPassword(password: [1, 2, 3, 4]))
        let request = ProtectionRequest(password: password, protectsReading: false)
        let memory = tag(.ntag213)
        let blank = tag(.ultralight, area: "00000000", cc: "00000000")
        for doubt in [nil, "the UID is another's"] {
            let layout = Chip.ntag213.layout.doubted(for: doubt)
            guard case .impossible(let why) = LockPlan.make(memory, layout: layout) else {
                #expect(doubt == nil)
                continue
            }
            #expect(why.contains("that it is NTAG213 is not proved") && why.contains("the UID is another's"))
            #expect(ProtectionPlan.make(memory, layout: layout, request: request) == .unsupported(why))
            let item = message(of: 20)
            #expect(
                judge(memory, layout: layout, message: item, mayOverwrite: false)
                    == judge(memory, layout: Chip.ntag213.layout, message: item, mayOverwrite: false))
            #expect(
                judge(memory, layout: layout, message: item, mayOverwrite: false, demand: TagDemand(locks: true))
                    == .rejected(.lockImpossible, detail: why))
            let ultralight = Chip.ultralight.layout.doubted(for: doubt)
            guard case .impossible = FormatPlan.make(blank, layout: ultralight) else {
                Issue.record("a doubted tag is formatted")
                continue
            }
            guard case .plan = FormatPlan.make(blank, layout: Chip.ultralight.layout) else {
                Issue.record("an Ultralight is not formatted")
                continue
            }
            // Where no chip is known there is nothing to be doubted.
            #expect(Chip.ntag213.layout.withoutChip().doubted(for: doubt).doubt == nil)
        }
    }
}
