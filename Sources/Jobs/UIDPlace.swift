/// A place in a message where the UID of the tag stands, in hex: `{uid}` in a template (contract, section 4).
///
/// The UID is known only when the tag is there. Until then the place holds as many zero bytes as the UID has digits.
public struct UIDPlace: Hashable, Sendable {
    /// The digits of a UID of seven bytes, as every Type 2 tag has that is written.
    public static let digits = 14

    /// The byte of the message at which it begins, from 0.
    public var offset: Int
    /// Whether the digits A to F are written in small letters.
    public var isLowerCase: Bool

    public init(offset: Int, isLowerCase: Bool = false) {
        self.offset = offset
        self.isLowerCase = isLowerCase
    }

    /// Two UIDs that differ in each digit: what a message is composed with to find where the UID comes to stand.
    static let sample = "0F1E2D3C4B5A69"
    static let otherSample = "F0E1D2C3B4A596"

    /// The places in which two messages differ that were composed with the one and the other sample. Nil where they differ in
    /// anything but these, or not at all.
    static func places(_ message: [UInt8], _ other: [UInt8]) -> [UIDPlace]? {
        guard message.count == other.count else { return nil }
        var places: [UIDPlace] = []
        var index = 0
        while index < message.count {
            guard message[index] != other[index] else {
                index += 1
                continue
            }
            let range = index..<index + digits
            guard range.upperBound <= message.count else { return nil }
            let (found, changed) = (message[range], other[range])
            if found.elementsEqual(sample.utf8), changed.elementsEqual(otherSample.utf8) {
                places.append(UIDPlace(offset: index))
            } else if found.elementsEqual(sample.lowercased().utf8),
                changed.elementsEqual(otherSample.lowercased().utf8)
            {
                places.append(UIDPlace(offset: index, isLowerCase: true))
            } else {
                return nil
            }
            index = range.upperBound
        }
        return places.isEmpty ? nil : places
    }

    /// Puts zero bytes into the places.
    static func blank(_ places: [UIDPlace], in message: inout [UInt8]) {
        for place in places {
            for index in place.offset..<place.offset + digits { message[index] = 0 }
        }
    }

    /// A text for people that was composed with the sample.
    static func named(in text: String) -> String {
        var rest = text[...]
        var named = ""
        while let found = rest.firstRange(ofEither: sample, sample.lowercased()) {
            named += rest[..<found.lowerBound] + "{uid}"
            rest = rest[found.upperBound...]
        }
        return named + rest
    }
}

extension Substring {
    fileprivate func firstRange(ofEither first: String, _ second: String) -> Range<Index>? {
        [firstRange(of: first), firstRange(of: second)].compactMap { $0 }.min { $0.lowerBound < $1.lowerBound }
    }
}
