import Provisioning

/// What is to become of the answers, and what was seen of the commands. On the fuzzer's thread alone.
final class Garbling {
    /// More than any procedure needs: a tag has at most 900 pages, each of which is written a few times and read.
    static let mostExchanges = 20_000

    private var input: FuzzInput
    private(set) var exchanges = 0
    /// The lowest page of an UPDATE BINARY; `Int.max` where none was sent.
    private(set) var lowestPageWritten = Int.max

    init(_ input: FuzzInput) { self.input = input }

    /// Takes note of a command; throws where there have been too many, so that every loop ends.
    func note(_ command: [UInt8]) throws(ChannelError) {
        exchanges += 1
        guard exchanges < Self.mostExchanges else { throw ChannelError(.readerLost) }
        if command.starts(with: [0xFF, 0xD6, 0x00]), command.count > 3 {
            lowestPageWritten = min(lowestPageWritten, Int(command[3]))
        }
    }

    /// The answer as it comes, by the next byte of the input; at its end answers come as they are.
    func garbled(_ answer: [UInt8]) throws(ChannelError) -> [UInt8] {
        var answer = answer
        let choice = input.byte()
        switch choice {
        case 0x01...0x3F:
            let place = Int(input.byte()) % answer.count
            answer[place] ^= choice
        case 0x40...0x5F: answer = Array(answer.prefix(max(2, Int(choice & 0x1F))))
        case 0x60...0x7F: answer.insert(contentsOf: input.bytes(Int(choice & 0x1F)), at: 0)
        case 0x80...0xBF: answer = input.bytes(Int(choice & 0x3F)) + [0x90, 0x00]
        case 0xC0...0xCF: answer = [0x60 + (choice & 0x0F), input.byte()]
        case 0xD0: throw ChannelError(.tagReset)
        case 0xD1: throw ChannelError(.transmission)
        case 0xD2: throw ChannelError(.tagRemoved)
        case 0xD3: throw ChannelError(.malformedAnswer)
        case 0xD4: throw ChannelError(.unresponsive)
        default: break
        }
        return answer
    }
}

/// A channel to a tag whose answers are garbled. Lives no longer than the call that was given the tag's own channel.
struct GarbledChannel: ~Copyable, CardChannel {
    let tag: UnsafeMutablePointer<any CardChannel & ~Copyable>
    let garbling: Garbling

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        try garbling.note(command)
        return try garbling.garbled(try tag.pointee.exchange(command))
    }

    mutating func reactivate() throws(ChannelError) { try tag.pointee.reactivate() }
}
