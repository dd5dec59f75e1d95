import Glibc

/// Measures, prints every figure beside its threshold, and exits with 1 where one is above it.
@main
struct Benchmarks {
    static func main() {
        let package = folder(of: #filePath, levels: 3)
        let root = folder(of: package, levels: 2)
        guard let own = CommandLine.arguments.first else { exit(2) }
        let empty = ProgramStart(arguments: [folder(of: own, levels: 1) + "/Empty"])
        let version = ProgramStart(arguments: [root + "/.build/release/tagmill", "--version"])
        guard let ratio = startRatio(of: version, to: empty, rounds: 60) else {
            print("not measured: \(version.arguments[0]) or \(empty.arguments[0]) cannot be started")
            exit(2)
        }
        let figures = ["version-start-ratio": ratio]
        exit(check(figures, against: thresholds(at: package + "/thresholds.txt")) ? 0 : 1)
    }

    /// A threshold without a figure is a failure too: it would never be broken.
    static func check(_ figures: [String: Double], against thresholds: [String: Double]) -> Bool {
        var isWell = !thresholds.isEmpty
        for name in Set(figures.keys).union(thresholds.keys).sorted() {
            guard let figure = figures[name], let most = thresholds[name] else {
                print("\(name): a figure and a threshold are needed")
                isWell = false
                continue
            }
            let shown = Double(Int(figure * 100)) / 100
            print("\(name): \(shown), at most \(most): \(figure <= most ? "ok" : "TOO MUCH")")
            if figure > most { isWell = false }
        }
        return isWell
    }

    static func thresholds(at path: String) -> [String: Double] {
        guard let file = fopen(path, "r") else { return [:] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        var found: [String: Double] = [:]
        for line in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            if words.count == 2, let most = Double(words[1]) { found[String(words[0])] = most }
        }
        return found
    }

    private static func folder(of path: String, levels: Int) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast(levels).joined(separator: "/")
    }
}
