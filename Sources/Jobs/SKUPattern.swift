/// A regular expression that says where in a URI or a text the SKU stands: Swift's own syntax, which is that of PCRE but for
/// lookbehind.
public struct SKUPattern: Hashable, Sendable {
    /// Why a pattern is none. The sentence names the place.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// Most characters in which a SKU is looked for: no URI that phones open is longer, and a pattern of several
    /// repetitions takes a power of the length.
    static let mostCharacters = 2_048

    /// Compiled for each tag anew: that takes less than a millisecond, and `Regex` is not `Sendable`.
    private let text: String

    /// Throws where the text is no regular expression.
    public init(_ text: String) throws(Fault) {
        do {
            _ = try Regex(text)
        } catch {
            throw Fault(description: "\(error)\(Self.place(of: error, in: text))")
        }
        self.text = text
    }

    /// The first match: its first group where the pattern has one that took part, else all of it. Nil without a match, and
    /// where the match is blank.
    func sku(in text: String) -> String? {
        guard let match = try? Regex(self.text).firstMatch(in: text.prefix(Self.mostCharacters)) else { return nil }
        let group = match.output.dropFirst().lazy.compactMap(\.substring).first
        let sku = String(group ?? text[match.range]).trimmingBlanks
        return sku.isEmpty ? nil : sku
    }

    /// The parser's error has a place and keeps it to itself; it is told where it can be seen.
    private static func place(of error: any Error, in text: String) -> String {
        guard let location = Mirror(reflecting: error).descendant("location"),
            let range = Mirror(reflecting: location).descendant("range") as? Range<String.Index>,
            range.lowerBound <= text.endIndex
        else { return "" }
        return ", at character \(text.distance(from: text.startIndex, to: range.lowerBound) + 1)"
    }
}
