import Jobs

/// Finds the known word that a mistyped one may have been meant to be.
enum Spelling {
    /// The nearest of the candidates that are near at all: a third of the letters wrong, or one of the two words the
    /// beginning of the other. Nil where none is, because a far-fetched suggestion misleads.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        nearestName(to: word, among: candidates.filter { isNear(word.lowercased(), $0) })
    }

    private static func isNear(_ word: String, _ candidate: String) -> Bool {
        if min(word.count, candidate.count) >= 2, word.hasPrefix(candidate) || candidate.hasPrefix(word) { return true }
        return editDistance(word, candidate) <= max(1, word.count / 3)
    }
}
