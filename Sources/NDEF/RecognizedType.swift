/// The type of a record that is known here, also where a naive writer spelt it in another way.
enum RecognizedType: Hashable {
    case uri, text, smartPoster, posterAction, posterSize, posterTarget, androidPackage

    /// The type on the wire.
    var name: String {
        switch self {
        case .uri: "U"
        case .text: "T"
        case .smartPoster: "Sp"
        case .posterAction: "act"
        case .posterSize: "s"
        case .posterTarget: "t"
        case .androidPackage: "android.com:pkg"
        }
    }

    /// `act`, `s` and `t` mean something in a smart poster alone (NFC Record Type Definition 1.0: local types).
    private static func known(_ format: Record.TypeNameFormat, isInPoster: Bool) -> [RecognizedType] {
        switch format {
        case .wellKnown: [.uri, .text, .smartPoster] + (isInPoster ? [.posterAction, .posterSize, .posterTarget] : [])
        case .external: [.androidPackage]
        default: []
        }
    }

    /// A type, and how it deviates from `name`.
    struct Match {
        let type: RecognizedType
        var notes: [RecordNote] = []
    }

    /// Nil where the type is not known.
    ///
    /// - Parameter leniently: also with the URN in front, and in another case where that is no other type.
    static func match(_ record: Record, isInPoster: Bool, leniently: Bool) -> Match? {
        let known = known(record.typeNameFormat, isInPoster: isInPoster)
        if let type = known.first(where: { record.type.elementsEqual($0.name.utf8) }) { return Match(type: type) }
        guard leniently else { return nil }
        var folded = record.type.map { lowered($0) }
        var notes: [RecordNote] = []
        let urn = Array((record.typeNameFormat == .external ? "urn:nfc:ext:" : "urn:nfc:wkt:").utf8)
        var rest = record.type[...]
        if folded.starts(with: urn) {
            folded.removeFirst(urn.count)
            rest = rest.dropFirst(urn.count)
            notes.append(.typeAsURN)
        }
        // With the right case first, since `t` and `T` are two types in a smart poster.
        if let type = known.first(where: { rest.elementsEqual($0.name.utf8) }) {
            return Match(type: type, notes: notes)
        }
        guard let type = known.first(where: { $0.name.lowercased().utf8.elementsEqual(folded) }) else { return nil }
        return Match(type: type, notes: notes + [.typeInWrongCase(type.name)])
    }

    /// ASCII letters alone.
    static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
