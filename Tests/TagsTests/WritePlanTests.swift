import Tags
import Testing

@Suite struct WritePlanTests {
    struct Figure: Sendable, CustomTestStringConvertible {
        let name: String
        let chip: Chip
        let memory: PageMemory
        let message: [UInt8]
        let writes: Int
        var testDescription: String { name }
    }

    /// A message with one byte changed that lies on page 8 of a tag with the TLV at page 5, byte 1.
    static let changed: [UInt8] = {
        var bytes = message(of: 33)
        bytes[12] ^= 0xFF
        return bytes
    }()

    static let figures = [
        Figure(
            name: "33 bytes, as delivered", chip: .ntag213, memory: tag(.ntag213), message: message(of: 33), writes: 10),
        Figure(
            name: "33 bytes, TLV at page 4", chip: .ntag213, memory: tag(.ntag213, area: "0300FE00"),
            message: message(of: 33), writes: 9),
        Figure(
            name: "same content", chip: .ntag213,
            memory: tag(.ntag213, area: "0103A00C340321" + message(of: 33).hex + "FE"), message: message(of: 33),
            writes: 0),
        Figure(
            name: "one page, not the length page, different", chip: .ntag213,
            memory: tag(.ntag213, area: "0103A00C340321" + changed.hex + "FE"), message: message(of: 33), writes: 3),
        Figure(
            name: "the length page alone different", chip: .ntag213,
            memory: tag(.ntag213, area: "0103A00C340321" + "E5" + message(of: 33).hex.dropFirst(2) + "FE"),
            message: message(of: 33), writes: 1),
        Figure(
            name: "800 bytes, as delivered", chip: .ntag216, memory: tag(.ntag216), message: message(of: 800),
            writes: 202),
        Figure(
            name: "torn page 5, control TLV begun", chip: .ntag213,
            memory: tag(.ntag213, area: "0103A00CFF7FFFFF" + message(of: 33).hex.dropFirst(2) + "FE"),
            message: message(of: 33), writes: 1),
        Figure(
            name: "torn page 5 and another message", chip: .ntag213,
            memory: tag(.ntag213, area: "0103A00CFF7FFFFF"), message: message(of: 33), writes: 11),
        Figure(
            name: "no chain at all", chip: .ntag213, memory: tag(.ntag213, area: "00"), message: message(of: 33),
            writes: 13),
        Figure(
            name: "no chain at all, chain of one page", chip: .ntag215, memory: tag(.ntag215, area: "00"),
            message: message(of: 33), writes: 10),
    ]

    @Test(arguments: figures) func counts(_ figure: Figure) throws {
        let plan = try #require(WritePlan(memory: figure.memory, chip: figure.chip, message: figure.message))
        #expect(plan.writes.count == figure.writes)
        #expect(plan.lengthWrite == (figure.writes == 0 ? nil : figure.writes - 1))
        let written = apply(plan.writes, to: figure.memory)
        #expect(interpret(written, chip: figure.chip).verdict == .message(figure.message))
        #expect(plan.mismatches(in: written) == [])
        #expect(WritePlan(memory: written, chip: figure.chip, message: figure.message)?.writes == [])
    }

    @Test func orderOnATagAsDelivered() throws {
        let plan = try #require(WritePlan(memory: tag(.ntag213), chip: .ntag213, message: bytes("D500024142")))
        #expect(plan.writes.map(\.page) == [6, 7, 5])
        #expect(plan.writes.map(\.data.description) == ["00024142", "FE000000", "340305D5"])
        #expect(plan.expectedPages == 4..<8)
        #expect(plan.expected[4]?.description == "0103A00C")
        #expect(plan.expected.count == 4)
    }

    @Test func orderOverAMessage() throws {
        let memory = tag(.ntag213, area: "0303D50000FE0000")
        let plan = try #require(WritePlan(memory: memory, chip: .ntag213, message: bytes("D500024142")))
        #expect(plan.writes.map { "\($0.page):\($0.data)" } == ["4:0300D500", "5:024142FE", "4:0305D500"])
    }

    @Test func theFactoryChainIsLaidEmptyFirst() throws {
        let memory = tag(.ntag213, area: "41FF03E8 AA03 0000")
        let plan = try #require(WritePlan(memory: memory, chip: .ntag213, message: bytes("D500024142")))
        #expect(
            plan.writes.map { "\($0.page):\($0.data)" } == [
                "4:0300FE00", "5:340300FE", "4:0103A00C", "6:00024142", "7:FE000000", "5:340305D5",
            ])
    }

    @Test func straddlingLengths() throws {
        // T at byte 1, 2 and 3 of a page; the long form straddles two pages; from an empty chain and over a message.
        for nulls in 0..<8 {
            for old in ["00", "03D50000"] {
                let memory = tag(.ntag215, area: String(repeating: "00", count: nulls) + "03" + old + "FE")
                let plan = try #require(WritePlan(memory: memory, chip: .ntag215, message: message(of: 300)))
                let last = try #require(plan.writes.last)
                #expect(last.page == (16 + nulls + 1) / 4)
                #expect(plan.writes.filter { $0.page == last.page }.count == (old == "00" ? 1 : 2))
                let written = apply(plan.writes, to: memory)
                #expect(plainValue(written, areaBytes: 496) == message(of: 300))
                #expect(interpret(written, chip: .ntag215).verdict == .message(message(of: 300)))
            }
        }
    }

    /// Every length around the long form, and to the last byte of the area.
    @Test(
        arguments: [
            (Chip.ntag213, nil, 137), (.ntag213, "0300FE", 142), (.ntag215, nil, 492), (.ntag216, nil, 868),
            (.ntag213, "00000300", 140),
        ] as [(Chip, String?, Int)])
    func lengths(_ chip: Chip, _ area: String?, _ capacity: Int) throws {
        let memory = tag(chip, area: area)
        #expect(interpret(memory, chip: chip).capacityBytes == capacity)
        let areaBytes = CapabilityContainer(chip.layout.factoryContainer).areaBytes
        let near = Set((3...60).map { $0 }).union(250...260).union((capacity - 4)...capacity)
        for count in near.filter({ $0 <= capacity }).sorted() {
            let content = message(of: count)
            let plan = try #require(WritePlan(memory: memory, chip: chip, message: content), "\(count)")
            #expect(plan.writes.allSatisfy { chip.layout.userPages.contains($0.page) })
            let written = apply(plan.writes, to: memory)
            #expect(plainValue(written, areaBytes: areaBytes) == content)
            #expect(interpret(written, chip: chip).verdict == .message(content))
            let header = try #require(written.bytes(of: 4..<10)?.map { $0 })
            let type = (memory.bytes(of: 4..<10) ?? []).firstIndex(of: 3) ?? 0
            let start = area == nil && chip == .ntag213 ? 5 : type
            #expect(header[start] == 0x03)
            if count < 255 {
                #expect(header[start + 1] == UInt8(count))
            } else {
                #expect(Array(header[(start + 1)...(start + 3)]) == [0xFF, UInt8(count >> 8), UInt8(count & 255)])
            }
        }
        #expect(WritePlan(memory: memory, chip: chip, message: message(of: capacity + 1)) == nil)
    }

    /// Areas in which a long length takes two bytes more than there are: 254 bytes fit, 255 do not.
    /// Field case 9.
    @Test func theGapOfTheLongForm() {
        for (size, capacity) in [(32, 254), (33, 260)] {
            let cc = "E110" + [UInt8(size)].hex + "00"
            let memory = tag(.ntag215, cc: cc)
            #expect(interpret(memory, chip: .ntag215).capacityBytes == capacity)
        }
        // 257 and 258 free bytes: 7 and 6 NULL TLVs in an area of 264.
        for nulls in [5, 6, 7] {
            let memory = tag(.ntag215, area: String(repeating: "00", count: nulls) + "0300FE", cc: "E1102100")
            #expect(interpret(memory, chip: .ntag215).capacityBytes == (nulls == 5 ? 255 : 254))
            #expect((WritePlan(memory: memory, chip: .ntag215, message: message(of: 255)) != nil) == (nulls == 5))
        }
    }

    /// Field case 21.
    @Test func forgedSizeReachesNoPageBehindTheUserMemory() throws {
        let memory = tag(.ntag215, cc: "E1107F00")
        #expect(WritePlan(memory: memory, chip: .ntag215, message: message(of: 520)) == nil)
        let plan = try #require(WritePlan(memory: memory, chip: .ntag215, message: message(of: 500)))
        #expect(plan.writes.map(\.page).max() == 129)
    }

    @Test func reservedBytesAreKept() throws {
        // Two bytes of page 40 are reserved; their page is known, unread, and part of a long message.
        var memory = tag(.ntag216, area: "0103A010440300FE")
        memory.store(bytes("11223344"), from: 40)
        let content = message(of: 200)
        let plan = try #require(WritePlan(memory: memory, chip: .ntag216, message: content))
        let written = apply(plan.writes, to: memory)
        #expect(written[40]?.description.hasPrefix("1122") == true)
        #expect(interpret(written, chip: .ntag216).verdict == .message(content))
        memory[40] = nil
        #expect(WritePlan(memory: memory, chip: .ntag216, message: content) == nil)
        #expect(judge(memory, chip: .ntag216, message: content, mayOverwrite: false) == .needs(40..<41))
        // A page that is reserved as a whole is not touched.
        memory = tag(.ntag216, area: "0203A004040300FE")
        memory.store(bytes("11223344"), from: 40)
        let around = try #require(WritePlan(memory: memory, chip: .ntag216, message: content))
        #expect(!around.writes.contains { $0.page == 40 })
        #expect(around.expected[40] == nil)
        #expect(interpret(apply(around.writes, to: memory), chip: .ntag216).verdict == .message(content))
    }

    @Test func unreadPagesDifferAndAreFilledWithZero() throws {
        var memory = tag(.ntag216)
        for page in 5..<226 { memory[page] = nil }
        let plan = try #require(WritePlan(memory: memory, chip: .ntag216, message: message(of: 6)))
        #expect(plan.writes.map { "\($0.page):\($0.data)" } == ["5:03414243", "6:FE000000", "4:0306D500"])
        #expect(plan.mismatches(in: memory) == [4, 5, 6])
        #expect(WritePlan(memory: PageMemory(), chip: .ntag216, message: message(of: 6)) == nil)
    }

    @Test func emptyMessage() throws {
        let memory = tag(.ntag213, area: "0303D50000FE")
        let plan = try #require(WritePlan(memory: memory, chip: .ntag213, message: []))
        #expect(interpret(apply(plan.writes, to: memory), chip: .ntag213).verdict == .empty)
        #expect(WritePlan(memory: tag(.ntag215), chip: .ntag215, message: [])?.writes == [])
        #expect(WritePlan(memory: tag(.ntag215, cc: "E1100000"), chip: .ntag215, message: []) == nil)
    }
}
