import Tags
import Testing

/// Every way in which a plan can be cut off, over many pairs of old state and new message.
@Suite struct WritePlanSafetyTests {
    /// Old states: blank, with messages, with control and unknown TLVs, broken in several ways, random.
    static func oldStates(_ chip: Chip, _ random: inout SeededGenerator) -> [PageMemory] {
        var states = [
            tag(chip), tag(chip, area: "00"), tag(chip, area: "FE"), tag(chip, area: "0300FE"),
            tag(chip, area: "03FF0000"),
            tag(chip, area: "0103A00CFF7FFFFF"), tag(chip, area: "03FFD000"), tag(chip, area: "0102A00C0303D50000"),
            tag(chip, area: "03DBD101"), tag(chip, area: "0303D10000"), tag(chip, area: "41FF03E80303D50000FE"),
            // A stale message behind a torn begin: half of the factory chain would bring it back.
            tag(chip, area: "FFFFFFFF340303D50000FE"), tag(chip, area: "0103A00CFF0303D50000FE"),
            tag(chip, area: "00033AD134030000" + String(repeating: "41", count: 60)),
            tag(chip, area: "0203600502030003D50000FE"), tag(chip, area: "010360104203FF0003D5BEEF0000FE"),
        ]
        for count in [3, 4, 20, 33, 90, 133] {
            let content = message(of: count, filling: 0x30).hex
            let length = [UInt8(count)].hex
            for nulls in 0..<4 {
                states.append(tag(chip, area: String(repeating: "00", count: nulls) + "03" + length + content + "FE"))
            }
            states.append(tag(chip, area: "0103A00C3403" + length + content + "FE"))
            states.append(tag(chip, area: "FD02BBBB03FF00" + length + content + "FE"))
        }
        for _ in 0..<40 {
            var area = (0..<80).map { _ in UInt8.random(in: 0...255, using: &random) }
            for index in 0..<12 where Bool.random(using: &random) {
                area[index] = [0x00, 0x01, 0x02, 0x03, 0x04, 0xFE, 0xFF, 0xA0, 0x0C].randomElement(using: &random) ?? 0
            }
            states.append(tag(chip, area: area.hex))
        }
        return states
    }

    static let lengths = [3, 4, 5, 6, 17, 33, 34, 35, 36, 120]

    /// Cut off between two writes, the tag reads as empty; so before the first write it holds the old, after the last
    /// the new message, and nothing else ever.
    @Test(arguments: [Chip.ntag210, .ntag212, .ntag213, .ntag215, .ntag216, .ntagI2C2K]) func everyPrefix(_ chip: Chip)
    {
        var random = SeededGenerator(seed: 11)
        let lengths = chip == .ntag213 ? Self.lengths : [3, 33, 253, 254, 255, 256, 300]
        for old in Self.oldStates(chip, &random) {
            for count in lengths {
                let new = message(of: count)
                guard let plan = WritePlan(memory: old, chip: chip, message: new) else { continue }
                follow(plan, on: old, chip, to: new)
                // Nothing but the pages that were to be written has changed.
                let memory = apply(plan.writes, to: old)
                let changed = (0..<chip.layout.pageCount).filter { memory[$0] != old[$0] }
                require(Set(changed).isSubset(of: plan.writes.map(\.page)), "a page that was not to be written", old)
                require(WritePlan(memory: memory, chip: chip, message: new)?.writes == [], "written again", old)
            }
        }
    }

    /// Compares without the test library's macro: this runs tens of thousands of times.
    private func require(_ holds: Bool, _ what: String, _ memory: PageMemory) {
        if !holds { Issue.record("\(what): \(memory.bytes(of: 4..<12)?.hex ?? "")") }
    }

    private func follow(_ plan: WritePlan, on old: PageMemory, _ chip: Chip, to new: [UInt8]) {
        var memory = old
        for write in plan.writes {
            require(chip.layout.userPages.contains(write.page), "page \(write.page)", old)
            require(memory[write.page] != write.data, "page \(write.page) written for nothing", old)
            memory[write.page] = write.data
            let verdict = interpret(memory, chip: chip).verdict
            let isLast = write == plan.writes.last
            require(verdict == (isLast ? .message(new) : .empty), "after page \(write.page): \(verdict)", old)
        }
        require(plan.mismatches(in: memory) == [], "the expected pages", old)
        require(interpret(memory, chip: chip).verdict == .message(new), "the message", old)
    }

    /// Cut off inside a write, with anything on that page: it counts only if it is whole, and the plan repairs it.
    @Test(arguments: [Chip.ntag213, .ntag215]) func tornPages(_ chip: Chip) {
        var random = SeededGenerator(seed: 12)
        for old in Self.oldStates(chip, &random) {
            let new = message(of: [3, 5, 6, 17, 33].randomElement(using: &random) ?? 33)
            guard let plan = WritePlan(memory: old, chip: chip, message: new) else { continue }
            for cut in plan.writes.indices {
                var memory = apply(plan.writes[..<cut], to: old)
                for torn in [0xFFFF_FFFF, UInt32.random(in: 0...UInt32.max, using: &random)] {
                    memory[plan.writes[cut].page] = Page(word: torn)
                    let isWhole = plan.expected.allSatisfy { memory[$0.key] == $0.value }
                    require(plan.mismatches(in: memory).isEmpty == isWhole, "a torn page counts", old)
                    let again = plan.replanned(on: memory)
                    require(again.expected == plan.expected, "another image", old)
                    follow(again, on: memory, chip, to: new)
                    // A plan made anew brings the message too, where it finds room.
                    if let fresh = WritePlan(memory: memory, chip: chip, message: new) {
                        follow(fresh, on: memory, chip, to: new)
                    }
                }
            }
        }
    }

    /// A write that was lost or landed wrongly anywhere is found by the comparison.
    @Test func everyFlippedBitIsFound() throws {
        let plan = try #require(WritePlan(memory: tag(.ntag213), chip: .ntag213, message: message(of: 33)))
        let written = apply(plan.writes, to: tag(.ntag213))
        for page in plan.expectedPages {
            for bit in 0..<32 {
                var flipped = written
                flipped[page]?.word ^= 1 << UInt32(bit)
                #expect(plan.mismatches(in: flipped) == [page])
                #expect(apply(plan.replanned(on: flipped).writes, to: flipped) == written)
            }
            var unknown = written
            unknown[state: page] = .refused
            #expect(plan.mismatches(in: unknown) == [page])
        }
    }
}
