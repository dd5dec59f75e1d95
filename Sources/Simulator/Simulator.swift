package import Checker
package import Provisioning
import Simulation
package import Tags

/// Plays worlds: whole runs of the product on virtual tags, with what goes wrong drawn by a seed, held against the invariants.
///
/// Each world runs on the thread that plays it; a simulator may be used by several threads, each with its own checker.
package struct Simulator: Sendable {
    let digest: Digest
    let makeJournal: @Sendable () -> any Journal
    /// What another process finds when the one before has ended or died.
    let reopened: @Sendable (any Journal) -> any Journal
    /// With which a job that asks for genuine chips looks at the signatures of tags; nil: none verifies.
    let verifySignature: SignatureVerifier?

    /// - Parameters:
    ///   - digest: bytes -> 32 bytes, the same for the same.
    ///   - makeJournal: a journal without runs.
    ///   - reopened: the same journal, as another process opens it.
    ///   - verifySignature: whether a chip's signature is its maker's; nil: none is.
    package init(
        digest: @escaping Digest, makeJournal: @escaping @Sendable () -> any Journal,
        reopened: @escaping @Sendable (any Journal) -> any Journal,
        verifySignature: SignatureVerifier? = Self.verifyMadeUp
    ) {
        self.verifySignature = verifySignature
        self.digest = digest
        self.makeJournal = makeJournal
        self.reopened = reopened
    }

    /// Over journals in memory.
    package init(
        digest: @escaping Digest = Self.quickDigest, verifySignature: SignatureVerifier? = Self.verifyMadeUp
    ) {
        self.init(
            digest: digest, makeJournal: { MemoryJournal(digest: digest) },
            reopened: { journal in
                guard let journal = journal as? MemoryJournal else { return journal }
                return MemoryJournal(leftBy: journal)
            }, verifySignature: verifySignature)
    }

    /// What a world came to.
    package struct Verdict: Sendable {
        package var violations: [Violation]
        package var exchanges: Int
        /// Of each run that was begun, in their order.
        package var reports: [WorldReport]
    }

    /// Plays one world to its end.
    ///
    /// - Parameters:
    ///   - checker: is reset; one may serve world after world.
    ///   - coverage: what was reached is added to it.
    ///   - tell: gets the story, line by line.
    package func play(
        _ world: World, checker: inout RunChecker, coverage: inout Coverage, tell: ((String) -> Void)? = nil
    ) -> Verdict {
        let course = Course(world, self, tell: tell)
        // Taken over and given back, for a copy would be made at the first change.
        swap(&course.checker, &checker)
        swap(&course.coverage, &coverage)
        course.play()
        swap(&course.checker, &checker)
        swap(&course.coverage, &coverage)
        return Verdict(violations: checker.violations, exchanges: course.exchanges, reports: course.reports)
    }

    /// What a genuine chip of a world gives as its signature: nobody but its maker could make a real one.
    static func signature(of uid: [UInt8]) -> [UInt8] { (0..<32).map { UInt8($0 + 1) ^ uid[$0 % uid.count] } }

    /// Holds tags of worlds to `signature`.
    package static let verifyMadeUp: SignatureVerifier = { given, uid, _ in given == signature(of: uid) }

    /// FNV-1a over the bytes, drawn out to 32: no two messages of a world have the same, and it costs nothing. Where secrets or users'
    /// files are concerned the product takes SHA-256.
    package static let quickDigest: Digest = { bytes in
        var digest: [UInt8] = []
        digest.reserveCapacity(32)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        for _ in 0..<4 {
            for shift in 0..<8 { digest.append(UInt8(truncatingIfNeeded: hash >> (8 * UInt64(shift)))) }
            hash = hash &* 0x0000_0100_0000_01B3
        }
        return digest
    }
}
