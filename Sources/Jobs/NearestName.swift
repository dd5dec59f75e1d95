/// The candidate that differs from a name by the fewest letters added, left out, changed or swapped with their
/// neighbour; the first of several. Nil where there is no candidate. Case does not count; no more than the first 64
/// letters are compared.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    var nearest: (name: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(name, candidate)
        if nearest.map({ distance < $0.distance }) ?? true { nearest = (candidate, distance) }
    }
    return nearest?.name
}

/// The number of single steps between two strings, whatever their case: optimal string alignment over at most 64 scalars
/// of each.
public func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left.lowercased().unicodeScalars.prefix(64))
    let right = Array(right.lowercased().unicodeScalars.prefix(64))
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
