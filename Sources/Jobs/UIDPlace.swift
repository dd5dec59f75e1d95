package import Tags

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

    /// The message as the tag of this UID is to hold it. Nil where the UID has not seven bytes: the places were planned for
    /// its digits.
    static func fill(_ places: [UIDPlace], of message: [UInt8], with uid: UID) -> [UInt8]? {
        guard !places.isEmpty else { return message }
        guard uid.count * 2 == digits else { return nil }
        var message = message
        for place in places {
            guard place.offset >= 0, place.offset <= message.count - digits else { return nil }
            for index in 0..<uid.count {
                message[place.offset + 2 * index] = digit(uid[index] >> 4, isLowerCase: place.isLowerCase)
                message[place.offset + 2 * index + 1] = digit(uid[index] & 15, isLowerCase: place.isLowerCase)
            }
        }
        return message
    }

    private static func digit(_ value: UInt8, isLowerCase: Bool) -> UInt8 {
        value < 10 ? 0x30 + value : (isLowerCase ? 0x57 : 0x37) + value
    }

    /// What a tag holds, with zero bytes wherever its UID stands in it, as an item has them; nil where it stands nowhere.
    package static func blank(_ uid: UID, in message: [UInt8]) -> [UInt8]? {
        replace(uid, in: message, with: Array(repeating: 0, count: digits))
    }

    /// What a tag holds, with other digits wherever its UID stands in it; nil where it stands nowhere.
    static func replace(_ uid: UID, in message: [UInt8], with other: [UInt8]) -> [UInt8]? {
        guard uid.count * 2 == digits, message.count >= digits else { return nil }
        // Most messages name no tag, and show it by their first digits.
        let first = (0...message.count - digits).first { index in
            isDigit(message[index], uid[0] >> 4) && isDigit(message[index + 1], uid[0] & 15)
        }
        guard let first else { return nil }
        let (upper, lower) = texts(of: uid)
        var replaced = message
        var (index, isFound) = (first, false)
        while index <= message.count - digits {
            let there = message[index..<index + digits]
            guard there.elementsEqual(upper) || there.elementsEqual(lower) else {
                index += 1
                continue
            }
            replaced.replaceSubrange(index..<index + digits, with: other)
            isFound = true
            index += digits
        }
        return isFound ? replaced : nil
    }

    /// Whether a character is the hex digit of this value, in either case.
    private static func isDigit(_ character: UInt8, _ value: UInt8) -> Bool {
        value < 10 ? character == 0x30 + value : character | 0x20 == 0x57 + value
    }

    /// A message with the sample in the places, always in capitals, and what a tag holds with the sample wherever its UID
    /// stands: equal where the tag holds the message, but for letters that are small.
    static func sampled(_ places: [UIDPlace], in message: [UInt8]) -> [UInt8] {
        var message = message
        for place in places { message.replaceSubrange(place.offset..<place.offset + digits, with: sample.utf8) }
        return message
    }

    /// Nil where the UID stands nowhere.
    static func sampled(_ tag: ObservedTag) -> [UInt8]? { sampled(tag.message, of: tag) }

    /// The same of a message that the tag may hold.
    static func sampled(_ message: [UInt8]?, of tag: ObservedTag) -> [UInt8]? {
        guard let uid = tag.uid, let message else { return nil }
        return replace(uid, in: message, with: Array(sample.utf8))
    }

    private static func texts(of uid: UID) -> (upper: [UInt8], lower: [UInt8]) {
        func text(lowerCase: Bool) -> [UInt8] {
            var text: [UInt8] = []
            text.reserveCapacity(uid.count * 2)
            text.append(hexOf: uid.bytes, lowerCase: lowerCase)
            return text
        }
        return (text(lowerCase: false), text(lowerCase: true))
    }

    /// Puts zero bytes into the places.
    static func blank(_ places: [UIDPlace], in message: inout [UInt8]) {
        for place in places {
            for index in place.offset..<place.offset + digits { message[index] = 0 }
        }
    }

    /// A text for people that was composed with the sample.
    static func named(in text: String) -> String {
        let bytes = Array(text.utf8)
        let samples = [Array(sample.utf8), Array(sample.lowercased().utf8)]
        var named: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let isSample = samples.contains { bytes[index] == $0[0] && bytes[index...].starts(with: $0) }
            if isSample { named += "{uid}".utf8 } else { named.append(bytes[index]) }
            index += isSample ? digits : 1
        }
        return String(decoding: named, as: UTF8.self)
    }
}
