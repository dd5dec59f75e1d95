/// A reader as the command line names it (contract, section 2): an exact name; else a part of a name, without regard to
/// case, in which `*` stands for anything and no other character is special.
struct ReaderPattern: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    /// The names that are meant, in the order in which they came.
    func matches(among names: [String]) -> [String] {
        if names.contains(text) { return [text] }
        return names.filter { isContained(in: $0) }
    }

    /// Whether the name contains the pattern. The parts between the stars are found one after another, each as early as
    /// it goes, so that the time is bounded by the product of the lengths.
    func isContained(in name: String) -> Bool {
        var rest = Array(name.lowercased())[...]
        for part in text.lowercased().split(separator: "*") {
            let wanted = Array(part)
            guard let start = Self.firstIndex(of: wanted, in: rest) else { return false }
            rest = rest[(start + wanted.count)...]
        }
        return true
    }

    private static func firstIndex(of wanted: [Character], in text: ArraySlice<Character>) -> Int? {
        guard wanted.count <= text.count else { return nil }
        return (text.startIndex...(text.endIndex - wanted.count)).first { start in
            text[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }
}
