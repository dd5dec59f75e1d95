import Testing

@testable import Simulation

@Suite struct VpcdFrameTests {
    private static let stream: [UInt8] = [0, 1, 1, 0, 1, 4, 0, 5, 0xFF, 0xCA, 0, 0, 0, 0, 0, 0, 1, 2, 0, 1, 0]
    private static let frames: [VpcdFrame] = [
        .powerOn, .getATR, .command([0xFF, 0xCA, 0, 0, 0]), .reset, .powerOff,
    ]

    private func read(_ pieces: [[UInt8]]) -> [VpcdFrame] {
        var frames = VpcdFrames()
        var found: [VpcdFrame] = []
        for piece in pieces {
            frames.append(piece)
            while let frame = frames.next() { found.append(frame) }
        }
        return found
    }

    @Test func framesInOnePieceAndInMany() {
        #expect(read([Self.stream]) == Self.frames)
        #expect(read(Self.stream.map { [$0] }) == Self.frames)
        for cut in 0...Self.stream.count {
            #expect(read([Array(Self.stream[..<cut]), Array(Self.stream[cut...])]) == Self.frames)
            #expect(Self.frames.starts(with: read([Array(Self.stream[..<cut])])))
        }
    }

    @Test func aFrameWaitsUntilItIsWhole() {
        #expect(read([[0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_534)]).isEmpty)
        #expect(read([[0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_535)]).count == 1)
    }

    @Test func anyOneByteChangeIsTaken() {
        for index in Self.stream.indices {
            for value in UInt8.min...UInt8.max {
                var changed = Self.stream
                changed[index] = value
                _ = read([changed])
            }
        }
    }

    @Test func answers() {
        #expect(VpcdFrame.answer([0x90, 0x00]) == [0, 2, 0x90, 0x00])
        #expect(VpcdFrame.answer([UInt8](repeating: 7, count: 300))?.prefix(2) == [1, 44])
        // Length 0 would hang pcscd's driver.
        #expect(VpcdFrame.answer([]) == nil)
        #expect(VpcdFrame.answer([UInt8](repeating: 7, count: 65_536)) == nil)
    }
}
