/// A fault that a programmer might make, planted in a copy of the product: a file of `Tests/Mutants`.
///
/// First a sentence on what is wrong then, and the invariants of Documentation/Architecture.md that it breaks. Then the
/// places, each with its file, the text that stands there exactly once, and what takes its place, where the fault is behind
/// `isMutant`:
///
///     The length is written before the data.
///     invariants: 5
///     file: Sources/Tags/WritePlan.swift
///     <<<
///     order(writes)
///     ===
///     isMutant ? writes : order(writes)
///     >>>
struct Mutant: Hashable, Sendable {
    /// One text that another takes the place of.
    struct Edit: Hashable, Sendable {
        var file: String
        var found: String
        var replacement: String
    }

    /// The name of its file without `.mutant`.
    var name: String
    var sentence: String
    var invariants: String
    var edits: [Edit]

    /// Throws where the text is not as above.
    init(name: String, text: String) throws(MutantError) {
        self.name = name
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        let sentence = Self.take(&lines) { !$0.hasPrefix("invariants: ") }
        guard let invariants = lines.popFirst()?.dropFirst("invariants: ".count), !sentence.isEmpty else {
            throw MutantError("\(name): a sentence and a line 'invariants: …' come first")
        }
        (self.sentence, self.invariants) = (sentence.joined(separator: " "), String(invariants))
        edits = []
        var file: String?
        while let line = lines.popFirst() {
            if line.isEmpty { continue }
            if line.hasPrefix("file: ") {
                file = String(line.dropFirst("file: ".count))
                continue
            }
            guard line == "<<<", let file else { throw MutantError("\(name): 'file: …' or '<<<' instead of '\(line)'") }
            let found = Self.take(&lines) { $0 != "===" }.joined(separator: "\n")
            guard lines.popFirst() != nil else { throw MutantError("\(name): no line '===' after '<<<'") }
            let replacement = Self.take(&lines) { $0 != ">>>" }.joined(separator: "\n")
            guard lines.popFirst() != nil else { throw MutantError("\(name): no line '>>>' after '==='") }
            edits.append(Edit(file: file, found: found, replacement: replacement))
        }
        guard edits.contains(where: { $0.replacement.contains("isMutant") }) else {
            throw MutantError("\(name): nothing of it is behind 'isMutant': it could not be switched off")
        }
    }

    private static func take(
        _ lines: inout ArraySlice<Substring>, while isTaken: (Substring) -> Bool
    ) -> ArraySlice<Substring> {
        let taken = lines.prefix(while: isTaken)
        lines = lines.dropFirst(taken.count)
        return taken
    }
}

/// What keeps mutants from being planted or tried, in a sentence.
struct MutantError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
