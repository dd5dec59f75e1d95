/// Reads the targets of the package and their dependencies out of `Package.swift`, as far as this package writes them:
/// calls of `pure(…)` and of `.executableTarget(name:dependencies:)`.
enum ManifestReader {
    static func dependencies(in manifest: String) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for call in ["pure(", ".executableTarget("] {
            for range in manifest.ranges(of: call) {
                let arguments = arguments(manifest[range.upperBound...])
                let names = strings(in: arguments)
                guard let name = names.first, arguments.first(where: { !$0.isWhitespace }) != "_" else { continue }
                found[name] = Set(names.dropFirst())
            }
        }
        return found
    }

    /// The text up to the bracket that closes the call.
    private static func arguments(_ text: Substring) -> Substring {
        var depth = 1
        for index in text.indices {
            switch text[index] {
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            if depth == 0 { return text[..<index] }
        }
        return text
    }

    private static func strings(in text: Substring) -> [String] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }
}
