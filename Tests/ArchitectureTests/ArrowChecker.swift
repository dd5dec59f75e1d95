/// Holds sources against the drawing. Works on texts, so that it can be shown made-up ones.
struct ArrowChecker {
    /// A source file of a target.
    struct Source {
        var target: String
        var path: String
        var text: String
    }

    let sources: [Source]
    /// What each source imports, in the same order.
    private let imports: [Set<String>]

    init(sources: [Source]) {
        self.sources = sources
        imports = sources.map { ImportLines.modules(in: $0.text) }
    }

    /// Imports that no arrow of the drawing allows.
    var undrawnImports: [String] {
        zip(sources, imports).flatMap { source, modules in
            modules.sorted()
                .filter { !isAllowed($0, in: source.target) }
                .map { "\(source.path) imports \($0), and no arrow is drawn from \(source.target) to it" }
        }
    }

    private func isAllowed(_ module: String, in target: String) -> Bool {
        if let drawn = Arrows.drawn[target], drawn.contains(module) { return true }
        guard let targets = Arrows.toolchain[module] else { return false }
        if let targets { return targets.contains(target) }
        return module == "Swift" || !Arrows.pure.contains(target)
    }

    /// C libraries that are imported by no target, or by several.
    var sharedLibraries: [String] {
        Arrows.libraries.sorted().compactMap { library in
            let users = Set(zip(sources, imports).filter { $0.1.contains(library) }.map(\.0.target))
            return users.count == 1 ? nil : "\(library) is imported by \(users.sorted())"
        }
    }

    /// Targets of the drawing without a source, and sources of no target of the drawing.
    var targetsWithoutDrawing: [String] {
        Set(sources.map(\.target)).symmetricDifference(Arrows.drawn.keys).sorted()
    }
}

/// What a source locks by itself.
enum LockRule {
    static let names = [
        "Mutex<", "Mutex(", "pthread_mutex_", "pthread_rwlock_", "pthread_cond_", "NSLock", "DispatchQueue",
    ]

    static func locks(in text: String) -> [String] { names.filter { text.contains($0) } }
}

/// Rules for the text of a source.
struct TextRules {
    static let mostLines = 600
    /// Words that stand for work that was put off.
    static let forbidden = ["TODO", "FIXME", "XXX", "HACK"]

    static func broken(in text: String, path: String) -> [String] {
        var broken: [String] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.count - 1 > mostLines { broken.append("\(path) has \(lines.count - 1) lines") }
        for (index, line) in lines.enumerated() {
            for word in forbidden where contains(line, word: word) {
                broken.append("\(path):\(index + 1) says \(word)")
            }
        }
        return broken
    }

    private static func contains(_ line: Substring, word: String) -> Bool {
        line.ranges(of: word).contains { range in
            let before = line[..<range.lowerBound].last
            let after = line[range.upperBound...].first
            return !isPartOfWord(before) && !isPartOfWord(after)
        }
    }

    private static func isPartOfWord(_ character: Character?) -> Bool {
        guard let character else { return false }
        return character.isLetter || character.isNumber || character == "_"
    }
}
