import Tags
import Testing

/// Images of other tags than Type 2 that nobody would make on purpose: nothing traps, and no message is longer than the
/// room that is said to be there.
@Suite struct HostileImageTests {
    private func examine(_ image: ImageMemory) {
        let contents = interpret(image, chip: nil)
        guard case .message(let bytes) = contents.verdict else { return }
        if let capacity = contents.capacityBytes, bytes.count > capacity {
            Issue.record("a message of \(bytes.count) bytes where \(capacity) fit")
        }
    }

    static let type3 = Type3ImageTests.memory(Type3ImageTests.attributes(length: 10))
    static let type5 = Type5ImageTests.memory("E1400D01 0000 FD03AABBCC 030A\(smallMessage)FE")
    static let type5Extended = Type5ImageTests.memory("E240000100000003 030A\(smallMessage)FE")
    static let classic = ClassicImageTests.filled(
        ClassicImageTests.card(sectors: 40, ndef: [1, 2, 17]), with: bytes("033C") + message(of: 60),
        blocks: [4, 5, 6, 8, 9])
    static let container = "00193000FF00FF 0506E10500808283 0608E1040000004000FF"
    static let file = "0000000A" + smallMessage

    /// Every byte unknown, and with every one of these values.
    private func everyChange(
        _ memory: BlockMemory, offsets: some Sequence<Int>, to values: [UInt8] = Array(0...255),
        _ image: (BlockMemory) -> ImageMemory
    ) {
        for offset in offsets {
            var changed = memory
            changed[byte: offset] = nil
            examine(image(changed))
            for value in values {
                changed[byte: offset] = value
                examine(image(changed))
            }
        }
    }

    @Test func everyOneByteChange() {
        everyChange(Self.type3, offsets: 0..<48) { .type3($0) }
        everyChange(Self.type5, offsets: 0..<28) { .type5($0) }
        everyChange(Self.type5Extended, offsets: 0..<24) { .type5($0) }
        // The directories, the trailers, the begin of the message; the values that mean something to them.
        let telling: [UInt8] = [
            0x00, 0x01, 0x03, 0x04, 0x0F, 0x40, 0x43, 0x7F, 0x80, 0x82, 0xC1, 0xE1, 0xFD, 0xFE, 0xFF,
        ]
        everyChange(Self.classic, offsets: Array(16..<70) + Array(112..<128) + Array(1024..<1072), to: telling) {
            .classic($0)
        }
        let (container, file) = (bytes(Self.container), bytes(Self.file))
        for value in UInt8.min...UInt8.max {
            for index in container.indices {
                var changed = container
                changed[index] = value
                examine(.type4(container: changed, files: [0xE104: file]))
            }
            for index in file.indices {
                var changed = file
                changed[index] = value
                examine(.type4(container: container, files: [0xE104: changed]))
            }
        }
    }

    @Test func everyPrefix() {
        for length in 0...64 {
            examine(
                .type3(blockMemory(Self.prefix(of: Self.type3, length), blockBytes: 16, blocks: (length + 15) / 16)))
            examine(.type5(blockMemory(Self.prefix(of: Self.type5, length), blockBytes: 4, blocks: (length + 3) / 4)))
        }
        for blocks in Array(0...72) + [127, 128, 143, 144, 255, 256] {
            examine(.classic(blockMemory(Self.prefix(of: Self.classic, blocks * 16), blockBytes: 16, blocks: blocks)))
        }
        let (container, file) = (bytes(Self.container), bytes(Self.file))
        for length in 0...container.count {
            for end in 0...file.count {
                examine(
                    .type4(container: Array(container.prefix(length)), files: [0xE104: Array(file.prefix(end))]))
            }
        }
    }

    private static func prefix(of memory: BlockMemory, _ count: Int) -> String {
        memory.bytes.prefix(count).map { $0 ?? 0 }.hex
    }

    @Test func random() {
        var random = SeededGenerator(seed: 41)
        for round in 0..<3000 {
            let blockBytes = [4, 16, 1, 32, 8][round % 5]
            var memory = BlockMemory(blockBytes: blockBytes, blockCount: Int.random(in: 0...40, using: &random))
            for offset in memory.bytes.indices where Int.random(in: 0..<50, using: &random) != 0 {
                memory[byte: offset] = [0x00, 0x03, 0xE1, 0xFE, 0xFF, .random(in: 0...255, using: &random)]
                    .randomElement(using: &random)
            }
            if round % 3 == 0, memory.bytes.count > 4 {
                for (offset, byte) in bytes("E1400D01").enumerated() { memory[byte: offset] = byte }
            }
            examine(.type3(memory))
            examine(.type5(memory))
            examine(.classic(memory))
            let known = memory.bytes.map { $0 ?? 0 }
            examine(.type4(container: known, files: [0x03E1: known, 0xE103: known, 0xE1E1: known]))
        }
    }

    /// The largest numbers that the containers can claim end at once.
    @Test func largestClaims() {
        let large = BlockMemory(blockBytes: 32, blockCount: 65_536)
        var type5 = large
        for (offset, byte) in bytes("E24000010000FFFF03FFFFFF").enumerated() { type5[byte: offset] = byte }
        #expect(interpret(.type5(type5), chip: nil).verdict.kind == "missing")
        var type3 = BlockMemory(blockBytes: 16, blockCount: 65_536)
        type3[0] = Type3ImageTests.attributes(blocks: 0xFFFF, length: 0xFFFF0)
        for block in 1..<2000 { type3[block] = [UInt8](repeating: 0xC5, count: 16) }
        #expect(interpret(.type3(type3), chip: nil).verdict.kind == "missing")
    }
}
