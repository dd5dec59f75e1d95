import Tags

/// A host that is a number rather than a name (RFC 3986, 3.2.2), as 16 bytes; an address of IPv4 as one of IPv6 (RFC 4291,
/// 2.5.5.2).
struct HostAddress: Hashable {
    let bytes: [UInt8]

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// Reads `192.0.2.1`: four numbers of 0 to 255 without zeros in front.
    init?(ipv4 text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.count <= 3 && (part == "0" || part.first != "0")
                ? Int(decimal: String(part)).flatMap(UInt8.init(exactly:)) : nil
        }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        bytes = Self.mappedPrefix + numbers
    }

    /// Reads `2001:db8::1`, without brackets (RFC 4291, 2.2).
    init?(ipv6 text: Substring) {
        var halves: [[UInt8]] = []
        var rest = text
        if let gap = Self.gap(in: text) {
            guard let left = Self.groups(text[..<gap], isEnd: false) else { return nil }
            halves.append(left)
            rest = text[gap...].dropFirst(2)
        }
        guard let right = Self.groups(rest, isEnd: true) else { return nil }
        halves.append(right)
        let count = halves.joined().count
        // `::` stands for one group of zeros at least.
        guard halves.count == 1 ? count == 16 : count <= 14 else { return nil }
        bytes = halves.count == 1 ? right : halves[0] + [UInt8](repeating: 0, count: 16 - count) + right
    }

    /// Where `::` begins.
    private static func gap(in text: Substring) -> Substring.Index? {
        zip(text.indices, text.indices.dropFirst()).first { text[$0] == ":" && text[$1] == ":" }?.0
    }

    /// Groups of 16 bits in hex; the last two of an address may stand as one of IPv4.
    private static func groups(_ text: Substring, isEnd: Bool) -> [UInt8]? {
        if text.isEmpty { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 8 else { return nil }
        for (index, part) in parts.enumerated() {
            if isEnd, part.contains("."), index == parts.count - 1 {
                guard let address = HostAddress(ipv4: part) else { return nil }
                bytes += address.bytes.suffix(4)
            } else {
                guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ $0.hexDigitValue != nil }),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes
    }

    /// The machine's own address (RFC 1122, 3.2.1.3; RFC 4291, 2.5.2 and 2.5.3).
    var isOwn: Bool {
        if let ipv4 { return ipv4[0] == 127 || ipv4[0] == 0 }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
    }

    /// Known in one network alone: private (RFC 1918, RFC 4193), shared (RFC 6598) and link-local (RFC 3927, RFC 4291).
    var isPrivate: Bool {
        guard let ipv4 else { return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }
        switch (ipv4[0], ipv4[1]) {
        case (10, _), (172, 16...31), (192, 168), (169, 254), (100, 64...127): return true
        default: return false
        }
    }

    private var ipv4: [UInt8]? { bytes.starts(with: Self.mappedPrefix) ? Array(bytes.suffix(4)) : nil }
}
