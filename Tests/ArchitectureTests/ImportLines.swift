import Foundation

/// Finds the modules that a Swift source imports, in every form of an import: with attributes (`@testable`,
/// `@preconcurrency`, `@_spi(x)`), with an access level, of one declaration (`import struct Module.Name`), of a submodule,
/// several on a line, and within `#if`. Comments and string literals are passed over.
enum ImportLines {
    private static let levels: Set<String> = ["public", "package", "internal", "fileprivate", "private", "open"]
    private static let kinds: Set<String> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor", "macro",
    ]

    static func modules(in source: String) -> Set<String> {
        // What follows the last `import` holds none: of most files that is nearly all.
        guard let last = source.range(of: "import", options: .backwards) else { return [] }
        let end = source[last.upperBound...].firstIndex(where: \.isNewline) ?? source.endIndex
        var modules: Set<String> = []
        for line in code(of: String(source[..<end])).split(whereSeparator: { $0.isNewline || $0 == ";" }) {
            if let module = module(of: line) { modules.insert(module) }
        }
        return modules
    }

    private static func module(of line: Substring) -> String? {
        var words = line.split(whereSeparator: \.isWhitespace)[...]
        while let word = words.first, word.hasPrefix("@") || levels.contains(String(word)) {
            words = words.dropFirst()
            // `@_spi(Some Name)` may hold blanks.
            guard word.contains("("), !word.contains(")") else { continue }
            while let part = words.popFirst() { if part.contains(")") { break } }
        }
        guard words.popFirst() == "import", var name = words.popFirst() else { return nil }
        if kinds.contains(String(name)) {
            guard let scoped = words.first else { return nil }
            name = scoped
        }
        return name.split(separator: ".").first.map { $0.filter { $0 != "`" } }
    }

    /// The source without comments and without the contents of string literals; newlines are kept.
    static func code(of source: String) -> String {
        var result = ""
        var rest = Array(source)[...]
        while let character = rest.first {
            if character != "/" && character != "#" && character != "\"" {
                result.append(character)
                rest = rest.dropFirst()
            } else if rest.starts(with: "//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.starts(with: "/*") {
                rest = afterComment(rest)
                result.append(" ")
            } else if let literal = opening(rest) {
                rest = afterLiteral(rest.dropFirst(literal.opening), closing: literal.closing, escape: literal.escape)
                result.append("\"\"")
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Comments nest.
    private static func afterComment(_ text: ArraySlice<Character>) -> ArraySlice<Character> {
        var rest = text
        var depth = 0
        while !rest.isEmpty {
            if rest.starts(with: "/*") {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.starts(with: "*/") {
                depth -= 1
                rest = rest.dropFirst(2)
                if depth == 0 { return rest }
            } else {
                rest = rest.dropFirst()
            }
        }
        return rest
    }

    private static func opening(
        _ text: ArraySlice<Character>
    ) -> (opening: Int, closing: [Character], escape: [Character])? {
        let pounds = text.prefix { $0 == "#" }.count
        let behind = text.dropFirst(pounds)
        guard behind.first == "\"" else { return nil }
        let marks = Array(repeating: Character("\""), count: behind.starts(with: "\"\"\"") ? 3 : 1)
        let tail = Array(repeating: Character("#"), count: pounds)
        return (pounds + marks.count, marks + tail, ["\\"] + tail)
    }

    private static func afterLiteral(
        _ text: ArraySlice<Character>, closing: [Character], escape: [Character]
    ) -> ArraySlice<Character> {
        var rest = text
        while !rest.isEmpty {
            if rest.starts(with: closing) { return rest.dropFirst(closing.count) }
            rest = rest.dropFirst(rest.starts(with: escape) ? escape.count + 1 : 1)
        }
        return rest
    }
}
