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
    /// - Returns: the answer as it reaches the caller; nil: the tag leaves, and none comes.
    mutating func answer<Field: FaultyField>(
        _ command: [UInt8], faults: [Fault], random: SeededGenerator, field: inout Field
    ) -> [UInt8]? {
        if faults.contains(.remove) { return nil }
        for case .status(let word) in faults { return [UInt8](statusWord: word) }
        var random = random
        field.fault = StoreFault(faults, random: &random)
        defer { field.fault = nil }
        var answer = answer(command, field: &field)
        if faults.contains(.removeAfter) { return nil }
        if faults.contains(.flip), !field.hasWritten, answer.count > 2 {
            let bit = Int.random(in: 0..<8 * (answer.count - 2), using: &random)
            answer[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        if faults.contains(.short) { answer = Self.shortened(answer) }
        return answer
    }

    private static func shortened(_ answer: [UInt8]) -> [UInt8] {
        guard answer.count > 2 else { return Array(answer.prefix(1)) }
        return answer.prefix((answer.count - 2) / 2) + answer.suffix(2)
    }
}
