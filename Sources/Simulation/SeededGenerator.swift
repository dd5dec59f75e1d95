/// SplitMix64: the same numbers from the same seed, on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// A generator of its own for each combination of parts, so that no order of threads changes what it gives.
    init(seed: UInt64, parts: some Sequence<UInt64>) {
        var generator = SeededGenerator(seed: seed)
        for part in parts { generator = SeededGenerator(seed: generator.next() ^ part) }
        self = generator
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
