/// Finds the known word that a mistyped one was meant to be.
enum Spelling {
    /// The candidate with the fewest changed, missing, added or swapped letters; the first of those that are equally
    /// near. One that begins with the word, or with which the word begins, counts as nearer.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let folded = Array(word.lowercased().prefix(64))
        return candidates.min { left, right in
            distance(folded, left) < distance(folded, right)
        }
    }

    private static func distance(_ word: [Character], _ candidate: String) -> Int {
        let other = Array(candidate.lowercased())
        let common = zip(word, other).prefix { $0 == $1 }.count
        let isPrefix = common >= 2 && common == min(word.count, other.count)
        return 2 * edits(word, other) - (isPrefix ? word.count + other.count : 0)
    }

    /// The distance of Damerau and Levenshtein (neighbours swapped count once).
    static func edits(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (character == other ? 0 : 1))
                let isSwap =
                    row > 0 && column > 0 && character == right[column - 1] && left[row - 1] == other
                if isSwap { best = min(best, beforeLast[column - 1] + 1) }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
