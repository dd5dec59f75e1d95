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
        requireSameAnswers(memory, chip, contents, message: new)
        // A refused page that nobody needed is known only where the whole memory was read.
        if !(0..<chip.layout.pageCount).contains(where: { memory[state: $0] == .refused }) {
            require(stepwise.contents.verdict == contents.verdict, "read step by step", memory)
        }
        switch judge(memory, chip: chip, message: new, mayOverwrite: true) {
        case .write(let plan):
            let writes = plan.message?.writes ?? []
            let written = apply(writes, to: memory)
            require(interpret(written, chip: chip).verdict == .message(new), "written", memory)
            require(writes.allSatisfy { chip.layout.userPages.contains($0.page) }, "pages", memory)
            require(new.count <= contents.capacityBytes ?? 0, "capacity", memory)
        case .unchanged: require(contents.verdict == .message(new), "unchanged", memory)
        case .needs: require(false, "a whole memory needs more", memory)
        case .rejected: break
        }
    }

    /// What is asked alone, or with the contents in hand, is answered alike.
    private func requireSameAnswers(_ memory: PageMemory, _ chip: Chip, _ contents: TagContents, message: [UInt8]) {
        var state: LockState? = contents.lockState
        if case .needs = contents.verdict { state = nil }
        require(lockState(of: memory, layout: chip.layout) == state, "lock state", memory)
        for demand in [TagDemand(), TagDemand(formatsBlank: true, locks: true)] {
            let asked = judge(memory, chip: chip, message: message, mayOverwrite: false, demand: demand)
            let given = judge(
                memory, layout: chip.layout, contents: contents, message: message, mayOverwrite: false, demand: demand)
            require(asked == given, "judgement", memory)
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
            let chip = Chip.written[round % Chip.written.count]
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

    /// Data of another memory are taken over; what it does not know stays as it was.
    @Test func takesOverWhatIsKnown() {
        var known = PageMemory(bytes: [1, 1, 1, 1, 2, 2, 2, 2])
        var other = PageMemory()
        other[1] = Page(3, 3, 3, 3)
        other[state: 0] = .refused
        other[4] = Page(5, 5, 5, 5)
        known.take(other)
        #expect(known[0] == Page(1, 1, 1, 1))
        #expect(known[1] == Page(3, 3, 3, 3))
        #expect(known[state: 2] == .unread && known[state: 3] == .unread)
        #expect(known[4] == Page(5, 5, 5, 5))
        known.take(PageMemory())
        #expect(known.end == 5)
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
                require(lockState(of: memory, layout: Chip.ntag216.layout) == nil, "lock state", memory)
                require(!pages.isEmpty && pages.allSatisfy { memory[state: $0] == .unread }, "question", memory)
                for page in pages { memory[page] = whole[page] }
            }
            require(interpret(memory, chip: .ntag216).verdict == .message(content), "contents", memory)
        }
    }
}

/// Images that nobody would make on purpose: nothing traps, every walk ends, nothing is asked for.
@Suite struct HostileType2ImageTests {
    /// Everything that Tags says of an image, and what must hold of it whatever the image holds.
    private func examine(_ memory: PageMemory, _ chip: Chip?) {
        let contents = interpret(.type2(memory), chip: chip)
        var wrong = ""
        switch contents.verdict {
        case .needs: wrong = "an image is asked for pages"
        case .damaged: wrong = "an image is judged by what it could not read"
        case .passwordRead:
            let isKept = contents.lockState == .passwordReadWrite && contents.capacityBytes == nil
            if !isKept { wrong = "an image is judged by what it could not read" }
        case .message(let bytes):
            if contents.filledSpans.contains(where: { $0.isEmpty || $0.upperBound > bytes.count }) { wrong = "spans" }
            if let capacity = contents.capacityBytes, bytes.count > capacity { wrong = "more than fits" }
        case .unformatted, .notNDEF, .broken, .missing, .empty: break
        }
        let said = contents.notes + contradictions(in: memory, chip: chip, statedUID: UID(hex: "04E5C922325E80"))
        if said.contains(where: { $0.isEmpty || $0.utf8.count > 400 }) { wrong = "a note without measure" }
        if said.count > 40 { wrong = "notes without end" }
        if !wrong.isEmpty { Issue.record("\(wrong): \(chip?.rawValue ?? "no chip") \(contents.verdict)") }
        let found = Chip(image: memory, pageCount: memory.end, version: nil)
        if found != chip { _ = interpret(.type2(memory), chip: found) }
    }

    static let chips: [Chip?] = Chip.allCases.filter { $0.forumType == 2 } + [nil]

    private func example(_ chip: Chip?) -> PageMemory {
        let area = "0103A00C340312D1010E55046578616D706C652E636F6D2F61FE"
        guard let chip, let layout = chip.type2Layout else { return tag(.ntag213, area: area, cc: "E1100600") }
        return tag(chip, area: area, cc: layout.factoryContainer.word == 0 ? "E1100600" : nil, cfg0: "44000610")
    }

    @Test(arguments: chips) func everyPrefix(_ chip: Chip?) {
        let whole = example(chip).bytes(of: 0..<example(chip).end) ?? []
        // Cut in every page, at its end and inside it; large chips are cut less often in their middle.
        for page in 0..<(whole.count / 4) where page < 60 || page % 16 == 0 || whole.count / 4 - page < 24 {
            examine(PageMemory(bytes: Array(whole.prefix(page * 4 + page % 4))), chip)
        }
    }

    @Test(arguments: chips) func everyOneByteChange(_ chip: Chip?) {
        let whole = example(chip)
        let pages = [0] + Array(2..<7) + (chip?.type2Layout.map { Array($0.tail.prefix(3)) } ?? [40, 41, 42])
        for page in pages {
            for index in 0..<4 {
                for value: UInt8 in [0x00, 0x01, 0x02, 0x03, 0x04, 0x10, 0x7F, 0x80, 0xE1, 0xFE, 0xFF] {
                    var changed = whole
                    changed[page]?[index] = value
                    examine(changed, chip)
                }
            }
        }
    }

    @Test(arguments: chips) func randomBytes(_ chip: Chip?) {
        var random = SeededGenerator(seed: 15)
        for round in 0..<60 {
            var memory = PageMemory()
            let count = Int.random(in: 0...(round % 10 == 0 ? 520 : 60), using: &random)
            for page in 0..<count where UInt8.random(in: 0...9, using: &random) != 0 {
                memory[page] = Page(word: .random(in: 0...UInt32.max, using: &random))
            }
            if round % 3 != 0 { memory[3] = Page(0xE1, 0x10, .random(in: 0...255, using: &random), 0x00) }
            if round % 2 == 0 { memory.store([0x03, .random(in: 0...255, using: &random), 0xD0, 0x00], from: 4) }
            for page in 0..<count where round % 4 == 0 && page % 7 == 0 { memory[state: page] = .refused }
            examine(memory, chip)
        }
    }

    /// A memory as large as one can be, full of TLVs that each reserve what they can.
    @Test func largestMemory() {
        var bytes: [UInt8] = Array(repeating: 0, count: PageMemory.pageLimit * 4)
        for index in stride(from: 16, to: bytes.count - 4, by: 5) {
            bytes.replaceSubrange(index..<(index + 5), with: [0x02, 0x03, UInt8(index / 5 & 0xF0), 0x00, 0x05])
        }
        var memory = PageMemory(bytes: bytes)
        for chip in Self.chips { examine(memory, chip) }
        memory[3] = nil
        for chip in [nil, Chip.ntagI2C2K] { examine(memory, chip) }
    }

    @Test func dataAreas() {
        var random = SeededGenerator(seed: 16)
        for round in 0..<300 {
            let bytes = (0..<Int.random(in: 0...90, using: &random)).map { index -> UInt8 in
                index == 0 && round % 2 == 0 ? 0x03 : .random(in: 0...255, using: &random)
            }
            for image in [ImageMemory.dataArea(bytes), .message(bytes)] {
                if case .needs = interpret(image, chip: nil).verdict { Issue.record("asked for pages: \(bytes.hex)") }
            }
        }
    }
}
