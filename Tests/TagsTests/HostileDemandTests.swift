import Testing

@testable import Tags

/// Memories that nobody would make on purpose, and everything asked of them at once: nothing traps, and no plan touches a page
/// or a bit that was not asked for.
@Suite struct HostileDemandTests {
    static let mirrored: [UInt8] =
        bytes("D1011355" + "0461") + [UInt8](repeating: 0x30, count: 14) + bytes("616161")

    private func require(_ holds: Bool, _ what: String, _ memory: PageMemory, _ chip: Chip) {
        if !holds { Issue.record("\(chip), \(what): \(memory.bytes(of: 0..<8)?.hex ?? "")") }
    }

    private func examine(_ memory: PageMemory, _ chip: Chip, opened: [UInt8]?) throws {
        let demand = TagDemand(
            formatsBlank: true, locks: true, mirror: chip.layout.mirror == .none ? nil : MirrorRequest(.uid),
            protection: chip.passwordIsKnown ? try ProtectionPlanTests.request(reading: true, limit: 3) : nil,
            opened: opened)
        guard
            case .write(let plan) = judge(
                memory, chip: chip, message: Self.mirrored, mayOverwrite: true, demand: demand)
        else { return }
        let layout = chip.layout
        let configuration = layout.configurationPage ?? -1
        for write in (plan.mirror?.writes ?? []) + (plan.protection?.writes ?? []) {
            require([configuration, configuration + 1].contains(write.page), "page \(write.page)", memory, chip)
        }
        if let format = plan.format {
            require(memory[3]?.word == 0 && format.write.page == 3, "a container over another", memory, chip)
        }
        let formatted = plan.format?.applied(to: memory) ?? memory
        for step in plan.lock?.steps ?? [] {
            let allowed = [2, 3, layout.dynamicLockPage].compactMap { $0 }
            require(allowed.contains(step.write.page), "lock page \(step.write.page)", memory, chip)
            // Old and new: no bit is lost, and none is added that was not asked for.
            let old = formatted[step.write.page]?.word ?? 0
            let kept: UInt32 = step.write.page == layout.dynamicLockPage ? 0xFFFF_FF00 : .max
            let asked: UInt32 = step.write.page == 3 ? 0x0000_000F : step.mask.word
            require(step.write.data.word == old & kept | asked, "bits of page \(step.write.page)", memory, chip)
        }
    }

    /// Every value of every byte of header, container, locks and configuration.
    @Test(arguments: [Chip.ntag213, .ntag203, .ultralightC, .mf0ul21, .ntag212, .ultralight])
    func everyOneByteChange(chip: Chip) throws {
        let memory = tag(chip, area: "0300FE00")
        for page in Array(0..<5) + Array(chip.layout.tail) {
            for index in 0..<4 {
                for value in 0...255 {
                    var changed = memory
                    changed[page]?[index] = UInt8(value)
                    try examine(changed, chip, opened: value % 2 == 0 ? nil : [0xE1, 0xE2])
                }
            }
        }
    }

    @Test(arguments: Chip.allCases.filter { $0.type2Layout != nil }) func anything(chip: Chip) throws {
        var random = SeededGenerator(seed: 21)
        for round in 0..<300 {
            var memory = tag(chip, area: "0300FE00", cc: round % 3 == 0 ? "00000000" : "E1101200")
            for page in [2, 3] + Array(chip.layout.tail.prefix(6)) where round % 5 != page % 5 {
                let sparse = UInt32.random(in: 0...UInt32.max, using: &random)
                memory[page] = Page(word: sparse & UInt32.random(in: 0...UInt32.max, using: &random))
            }
            for page in 0..<chip.layout.pageCount where round % 7 == 0 && UInt8.random(in: 0...30, using: &random) == 0
            {
                memory[state: page] = Bool.random(using: &random) ? .refused : .unread
            }
            try examine(memory, chip, opened: round % 2 == 0 ? nil : [0, 0])
        }
    }
}
