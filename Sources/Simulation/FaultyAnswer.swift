/// The tag before the antenna while one command is carried out, with what goes wrong in it.
protocol FaultyField: TagField {
    /// What the frames of the command find going wrong inside the tag.
    var fault: StoreFault? { get set }

    /// Whether one of the frames so far was a write.
    var hasWritten: Bool { get }
}

extension ReaderSide {
    /// Carries out a command among faults.
    ///
    /// - Parameters:
    ///   - faults: those that come with this command. Of several that say what becomes of a write, or of several status words,
    ///     the first counts.
    ///   - random: draws what a fault leaves open.
    ///   - answer: comes empty; the answer as it reaches the caller.
    /// - Returns: false: the tag leaves, and no answer comes.
    mutating func answer(
        _ command: [UInt8], faults: [Fault], random: SeededGenerator, into answer: inout [UInt8],
        field: some FaultyField
    ) -> Bool {
        if faults.contains(.remove) { return false }
        for case .status(let word) in faults {
            answer.append(statusWord: word)
            return true
        }
        var random = random
        field.fault = StoreFault(faults, random: &random)
        defer { field.fault = nil }
        self.answer(command, into: &answer, field: field)
        if faults.contains(.removeAfter) { return false }
        if faults.contains(.flip), !field.hasWritten, answer.count > 2 {
            let drawn = Int.random(in: 0..<8 * (answer.count - 2), using: &random)
            let bit = Self.saysNothing(drawn, in: answer) ? drawn - 1 : drawn
            answer[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        if faults.contains(.short) { Self.shorten(&answer) }
        return true
    }

    /// Bit 7 of the status of InCommunicateThru tells of a node address, and nothing of the answer (NXP PN532 user manual, 7.3.9):
    /// with it turned over the caller would hear what the tag said.
    private static func saysNothing(_ bit: Int, in answer: [UInt8]) -> Bool {
        bit == 2 * 8 + 7 && answer.starts(with: [0xD5, 0x43])
    }

    private static func shorten(_ answer: inout [UInt8]) {
        let data = answer.count - 2
        answer.removeSubrange(data > 0 ? data / 2..<data : 1..<answer.count)
    }
}
