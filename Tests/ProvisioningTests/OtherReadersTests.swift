import Provisioning
import ReaderModels
import Simulation
import Tags
import TestSupport
import Testing

/// A reader of another make: what it changes of what a plain reader of PC/SC part 3 answers.
private struct OtherReader: ~Copyable, CardChannel {
    var slot: any ReaderSlot
    let alter: ([UInt8], [UInt8]) -> [UInt8]

    mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
        throw ChannelError(.cancelled)
    }

    mutating func reactivate() throws(ChannelError) {}
}

/// Readers that give the four bytes of one page where others give sixteen (Identiv uTrust 3720 F), and one that refuses pages
/// from 16 on (OMNIKEY 5426).
@Suite struct OtherReadersTests {
}
