/// The readers of one model, told by the product names of libccid's list.
struct ReaderFamily: Sendable {
    let model: ReaderModel
    /// One of these words stands in the name; empty: any name will do.
    var makes: Set<String> = []
    /// And a word that begins so. A dot stands for any digit; behind it no further digit follows.
    let numbers: [String]

    static let all = [
        ReaderFamily(model: .acr122u, numbers: ["acr122"]),
        ReaderFamily(model: .acr1252u, numbers: ["acr1252", "acr1255", "acm1252", "acr1281"]),
        ReaderFamily(model: .acr1552u, numbers: ["acr1552"]),
        ReaderFamily(model: .utrust, makes: ["utrust", "cloud"], numbers: ["370.", "372.", "47.."]),
        ReaderFamily(model: .scl3711, numbers: ["scl3711", "scm3712"]),
        ReaderFamily(model: .omnikey, makes: ["omnikey"], numbers: ["502.", "512.", "532.", "542."]),
        ReaderFamily(model: .springcard, numbers: ["springcard"]),
        ReaderFamily(model: .feitian, makes: ["feitian"], numbers: ["r502", "502", "vr504", "br500"]),
        ReaderFamily(model: .rcs300, makes: ["rc"], numbers: ["s300"]),
    ]

    /// - Parameter words: the words of a reader's name, in lower case.
    func contains(words: [String]) -> Bool {
        (makes.isEmpty || !makes.isDisjoint(with: words))
            && numbers.contains { number in words.contains { Self.begins($0, with: number) } }
    }

    /// `acr122u` with `acr122`, and `5427ck` with `542.`; not `acr1222l` with `acr122`.
    private static func begins(_ word: String, with number: String) -> Bool {
        word.count >= number.count && zip(word, number).allSatisfy { $0 == $1 || ($1 == "." && $0.isNumber) }
            && !(word.dropFirst(number.count).first?.isNumber ?? false)
    }
}
