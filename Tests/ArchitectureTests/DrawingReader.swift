/// Reads the arrows out of the drawing of `Documentation/Architecture.md`: lines `Name … -> A, B` of its code block.
enum DrawingReader {
    static func arrows(in document: String) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for line in block(of: document) {
            let sides = line.ranges(of: "->")
            guard let arrow = sides.last, let name = line.split(whereSeparator: \.isWhitespace).first else { continue }
            let targets = line[arrow.upperBound...].split { $0 == "," || $0.isWhitespace }.map(String.init)
            found[String(name)] = targets == ["nothing"] ? [] : Set(targets)
        }
        return found
    }

    /// The lines of the first code block that holds an arrow.
    private static func block(of document: String) -> [Substring] {
        var lines: [Substring] = []
        var isInside = false
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if isInside && lines.contains(where: { $0.contains("->") }) { return lines }
                isInside.toggle()
                lines = []
            } else if isInside {
                lines.append(line)
            }
        }
        return []
    }
}
