import Tags
import Testing

/// Memories that nobody would make on purpose: nothing traps, every walk ends, and every question makes progress.
@Suite struct HostileMemoryTests {
    /// Compares without the test library's macro: this runs tens of thousands of times.
    private func require(_ holds: Bool, _ what: String, _ memory: PageMemory) {
        if !holds { Issue.record("\(what): \(memory.bytes(of: 0..<12)?.hex ?? "")") }
    }

    private func examine(_ memory: PageMemory, _ chip: Chip, message new: [UInt8]) {
        guard let stepwise = read(memory, chip: chip) else {
            Issue.record("a question without progress: \(memory.bytes(of: 0..<12)?.hex ?? "")")
            return
        }
        let contents = interpret(memory, chip: chip)
        // A refused page that nobody needed is known only where the whole memory was read.
        if !(0..<chip.layout.pageCount).contains(where: { memory[state: $0] == .refused }) {
            require(stepwise.contents.verdict == contents.verdict, "read step by step", memory)
        }
        switch judge(memory, chip: chip, message: new, mayOverwrite: true) {
        case .write(let plan):
            let written = apply(plan.writes, to: memory)
            require(interpret(written, chip: chip).verdict == .message(new), "written", memory)
            require(plan.writes.allSatisfy { chip.layout.userPages.contains($0.page) }, "pages", memory)
            require(new.count <= contents.capacityBytes ?? 0, "capacity", memory)
        case .unchanged: require(contents.verdict == .message(new), "unchanged", memory)
        case .needs: require(false, "a whole memory needs more", memory)
        case .rejected: break
        }
    }

    /// Every value of every byte of a tag with a message that says something: header, chain, locks, configuration.
    @Test func everyOneByteChange() {
        let memory = tag(.ntag213, area: "0103A00C340312D1010E55046578616D706C652E636F6D2F61FE")
        for page in Array(2...6) + Array(40...42) {
            for index in 0..<4 {
                for value in 0...255 {
                    var changed = memory
                    changed[page]?[index] = UInt8(value)
                    examine(changed, .ntag213, message: message(of: 9))
                }
            }
        }
    }

    /// The values that mean something to a chain, at every place of chains of other kinds.
    @Test(arguments: ["03FF0003D50000FE", "FD02AAAA0203500F020300", "00000103A00C340303D00000FE", "41FF0002BBBB0300"])
    func everyTelltaleChange(_ area: String) {
        let memory = tag(.ntag213, area: area)
        for offset in 16..<32 {
            for value: UInt8 in [0x00, 0x01, 0x02, 0x03, 0x04, 0x0F, 0x7F, 0x80, 0x8C, 0x90, 0xD1, 0xFD, 0xFE, 0xFF] {
                var changed = memory
                changed[offset / 4]?[offset % 4] = value
                examine(changed, .ntag213, message: message(of: 9))
            }
        }
    }

    @Test func randomMemories() {
        var random = SeededGenerator(seed: 13)
        for round in 0..<600 {
            let chip = Chip.written[round % 3]
            var memory = tag(chip)
            for page in chip.layout.userPages { memory[page] = Page(word: .random(in: 0...UInt32.max, using: &random)) }
            if round % 2 == 0 {
                // Bytes that look like TLVs.
                var bytes: [UInt8] = []
                while bytes.count < 200 {
                    let piece: [UInt8] =
                        [[0x00], [0x01, 0x03], [0x02, 0x03], [0x03], [0xFD, 0x01], [0xFF], [0x41, 0x02]]
                        .randomElement(using: &random) ?? []
                    bytes += piece + (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }.prefix(round % 4)
                }
                memory.store(bytes.prefix(140), from: 4)
            }
            for page in [2, 3, chip.layout.tail.lowerBound, chip.layout.tail.lowerBound + 1] where round % 5 == page % 5
            {
                memory[page] = Page(word: .random(in: 0...UInt32.max, using: &random))
            }
            for page in 0..<chip.layout.pageCount where round % 7 == 0 && UInt8.random(in: 0...30, using: &random) == 0
            {
                memory[state: page] = .refused
            }
            examine(memory, chip, message: message(of: Int.random(in: 3...300, using: &random)))
        }
    }

    /// Pages known in any pattern: the questions never name a page that is known or refused.
    @Test func holes() {
        var random = SeededGenerator(seed: 14)
        let content = message(of: 400)
        let whole = tag(.ntag216, area: "0000FD01AA03FF0190" + content.hex + "FE")
        for _ in 0..<200 {
            var memory = whole
            for page in 0..<231 where Bool.random(using: &random) { memory[page] = nil }
            for _ in 0..<231 {
                guard case .needs(let pages) = interpret(memory, chip: .ntag216).verdict else { break }
                require(!pages.isEmpty && pages.allSatisfy { memory[state: $0] == .unread }, "question", memory)
                for page in pages { memory[page] = whole[page] }
            }
            require(interpret(memory, chip: .ntag216).verdict == .message(content), "contents", memory)
        }
    }
}
