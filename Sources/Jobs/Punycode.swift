/// The Bootstring encoding of Unicode in the letters, digits and hyphen of host names (RFC 3492).
enum Punycode {
    // RFC 3492, section 5.
    private static let base = 36
    private static let leastThreshold = 1
    private static let greatestThreshold = 26
    private static let skew = 38
    private static let damp = 700
    private static let firstBias = 72
    private static let firstValue = 0x80

    /// Encodes scalars, without the `xn--` of host names (RFC 3492, 6.3). Letters of ASCII keep their case.
    ///
    /// The time grows with the square of the count: a label has at most 63, which the caller sees to.
    static func encoded(_ scalars: [Unicode.Scalar]) -> String {
        var output = String(String.UnicodeScalarView(scalars.filter(\.isASCII)))
        let asciiCount = output.utf8.count
        if asciiCount > 0 { output += "-" }
        var value = firstValue
        var delta = 0
        var bias = firstBias
        var handled = asciiCount
        while handled < scalars.count {
            guard let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= value }).min() else { break }
            delta += (next - value) * (handled + 1)
            value = next
            for scalar in scalars {
                if Int(scalar.value) < value { delta += 1 }
                guard Int(scalar.value) == value else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == asciiCount)
                delta = 0
                handled += 1
            }
            delta += 1
            value += 1
        }
        return output
    }

    /// A number of variable length, the least digit first (RFC 3492, 3.3).
    private static func append(_ delta: Int, bias: Int, to output: inout String) {
        var rest = delta
        var place = base
        while true {
            let threshold = min(max(place - bias, leastThreshold), greatestThreshold)
            if rest < threshold { break }
            output.unicodeScalars.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.unicodeScalars.append(digit(rest))
    }

    /// `a` to `z` are 0 to 25, `0` to `9` are 26 to 35.
    private static func digit(_ value: Int) -> Unicode.Scalar {
        let letter = value < 26 ? UInt8(ascii: "a") : UInt8(ascii: "0") - 26
        return Unicode.Scalar(letter + UInt8(value))
    }

    /// RFC 3492, 6.1.
    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? delta / damp : delta / 2
        rest += rest / count
        var bias = 0
        while rest > (base - leastThreshold) * greatestThreshold / 2 {
            rest /= base - leastThreshold
            bias += base
        }
        return bias + (base - leastThreshold + 1) * rest / (rest + skew)
    }
}
