/// The candidate that a mistyped name was most likely meant to be; the first of several, nil where there is none.
///
/// Counted are the letters added, left out, changed or swapped with their neighbour; a candidate that begins with the
/// name, or with which the name begins, by two letters or more, counts as nearer. Case does not count, and no more than
/// the first 64 letters are compared.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    let name = comparable(name)
    var nearest: (name: String, distance: Int)?
    for candidate in candidates {
        let distance = distance(name, comparable(candidate))
        if nearest.map({ distance < $0.distance }) ?? true { nearest = (candidate, distance) }
    }
    return nearest?.name
}

/// The nearest candidate where it is near: one begins with the other, or at most a third of the letters differ, or one
/// does. Nil where a suggestion would be no help.
public func nearName(to name: String, among candidates: some Sequence<String>) -> String? {
    guard let nearest = nearestName(to: name, among: candidates) else { return nil }
    let (name, candidate) = (comparable(name), comparable(nearest))
    let isNear = distance(name, candidate) < 0 || edits(name, candidate) <= max(1, name.count / 3)
    return isNear ? nearest : nil
}

/// The number of single steps between two strings: optimal string alignment over at most 64 scalars of each.
func editDistance(_ left: String, _ right: String) -> Int { edits(comparable(left), comparable(right)) }

private func comparable(_ name: String) -> [Unicode.Scalar] { Array(name.lowercased().unicodeScalars.prefix(64)) }

/// Twice the edits; less all that was typed and all that could have been where one is the begin of the other.
private func distance(_ name: [Unicode.Scalar], _ candidate: [Unicode.Scalar]) -> Int {
    let shorter = min(name.count, candidate.count)
    let isBegin = shorter >= 2 && name.prefix(shorter) == candidate.prefix(shorter)
    return 2 * edits(name, candidate) - (isBegin ? name.count + candidate.count : 0)
}

private func edits(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
        var current = [row + 1]
        for column in 0..<right.count {
            let same = left[row] == right[column]
            var distance = min(previous[column] + (same ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                distance = min(distance, before[column - 1] + 1)
            }
            current.append(distance)
        }
        before = previous
        previous = current
    }
    return previous[right.count]
}
