/// Plants all mutants in the sources at once. Which one is at work is told the program when it starts; with none it is the
/// product as it is.
struct Planting {
    /// Numbered from 1 in this order.
    let mutants: [Mutant]
    /// What keeps mutants from being planted, a sentence each.
    private(set) var faults: [String] = []

    init(mutants: [Mutant]) { self.mutants = mutants }

    /// The files that mutants change.
    var files: Set<String> { Set(mutants.flatMap(\.edits).map(\.file)) }

    /// The file with every mutant in it; the text as it is where none changes it. It is a fault where a text that is to be
    /// found stands there not at all or more than once, or where two mutants change the same text.
    mutating func planted(_ file: String, _ text: String) -> String {
        var places: [(range: Range<String.Index>, replacement: String, name: String)] = []
        for (index, mutant) in mutants.enumerated() {
            for edit in mutant.edits where edit.file == file {
                let ranges = text.ranges(of: edit.found)
                guard ranges.count == 1 else {
                    faults.append(
                        "\(mutant.name): this stands \(ranges.count) times in \(file), not once:\n\(edit.found)")
                    continue
                }
                let replacement = edit.replacement.replacing("isMutant", with: "(activeMutant == \(index + 1))")
                places.append((ranges[0], replacement, mutant.name))
            }
        }
        guard !places.isEmpty else { return text }
        places.sort { $0.range.lowerBound < $1.range.lowerBound }
        for (one, next) in zip(places, places.dropFirst()) where one.range.upperBound > next.range.lowerBound {
            faults.append("\(one.name) and \(next.name) change the same text of \(file)")
            return text
        }
        var planted = text
        for place in places.reversed() { planted.replaceSubrange(place.range, with: place.replacement) }
        // `activeMutant` is in NDEF, the lowest target.
        let knowsNDEF = file.hasPrefix("Sources/NDEF/") || text.contains("import NDEF\n")
        return knowsNDEF ? planted : "import NDEF\n" + planted
    }

    /// A file of the lowest target: which mutant is at work, by the first argument of the program.
    static let active = """
        package let activeMutant = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 0 : 0

        """
}
