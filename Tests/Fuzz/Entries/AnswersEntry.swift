import ReaderModels
import Tags

extension FuzzEntry {
    /// What a reader or a tag answers: APDUs, the answers of each way to pass commands through, GET_VERSION, reads.
    ///
    /// Held: data that comes through is part of the answer, and has the length that was asked for; the end of the reads is
    /// found after fewer READs than there are pages.
    static let answers = FuzzEntry("answers", longestInput: 600) { input throws(BrokenProperty) in
        if let answer = ResponseAPDU(input) {
            try hold(answer.bytes == input, "an answer that is made of other bytes")
            let commands = [CommandAPDU.getUID, .readBinary(page: 4), .updateBinary(page: 4, data: Page(word: 0))]
            for command in commands {
                guard let renamed = command.renamed(by: answer) else { continue }
                try hold(renamed != command, "the same command again")
            }
        } else {
            try hold(input.count < 2, "an answer of \(input.count) bytes is none")
        }
        if let uid = UID(answered: input) { try hold(UID(hex: uid.description) == uid, "a UID that cannot be read") }
        if let version = ChipVersion(input) { _ = version.nearestChip }
        for signal in ReaderModel.contactless.flatMap(\.signals.values) {
            _ = (signal, SignalCommand.isDone(input))
        }
        if case .tag(let uid) = InListPassiveTarget.answer(input) {
            try hold(input.contains(uid.bytes), "a UID that is not in the answer")
        }
        _ = TransparentSession.isDone(input)
        try holdPassThrough(input)
        try holdReads(input)
    }

    private static func holdPassThrough(_ input: [UInt8]) throws(BrokenProperty) {
        for way in PassThrough.allCases {
            for length in [nil, 0, 2, 8, 16, 32, 180] {
                switch way.unwrap(input, expecting: length) {
                case .data(let data):
                    try hold(length.map { data.count == $0 } ?? true, "\(data.count) bytes where others were asked for")
                    try hold(input.contains(data), "bytes that are not in the answer")
                case .noAnswer(let why), .notPassed(let why), .misfit(_, let why):
                    try hold(!why.isEmpty, "refused without a word")
                }
            }
            for part in 0...1 { _ = way.mayBeSectorSelected(input, part: part) }
        }
    }

    /// READs that are answered with 16 or 4 bytes of the input each, or refused.
    private static func holdReads(_ bytes: [UInt8]) throws(BrokenProperty) {
        var input = FuzzInput(bytes)
        let isShort = input.byte() & 1 != 0
        var memory = PageMemory(bytes: input.bytes(16))
        guard memory.end == 4 else { return }
        var end = ReadEnd(header: (0..<4).compactMap { memory[$0] }, pagesPerRead: isShort ? 1 : 4)
        var reads = 0
        while let page = end.next {
            reads += 1
            try hold(reads <= 256 && (0..<256).contains(page), "READ \(reads) is of page \(page)")
            let answer = input.byte() & 1 != 0 ? input.bytes(isShort ? 4 : 16) : nil
            let own = end.take(answer, at: page)
            memory.store((answer ?? []).prefix(own * 4), from: page)
        }
        guard let found = end.end else { throw BrokenProperty(what: "no end, and nothing to read") }
        try hold(found <= 256 + 4, "an end at page \(found)")
        _ = ChipByReads(memory: memory, end: found)
    }
}
