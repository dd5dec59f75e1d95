public import Tags

extension AsciiMirror.Content {
    /// How the settings name it, in the order in which an error lists them.
    static let settingNames: [(name: String, content: Self)] = [
        ("uid", .uid), ("counter", .counter), ("uid+counter", .uidAndCounter),
    ]

    /// `uid`, `counter` or `uid+counter`.
    public var settingName: String { Self.settingNames.first { $0.content == self }?.name ?? rawValue }
}

extension Chip {
    /// Whether the chip can lay this over its memory (NXP NTAG213/215/216 data sheet rev. 3.2, 8.7; NTAG210/212 rev. 3.0,
    /// 8.7: the UID alone).
    func canMirror(_ content: AsciiMirror.Content) -> Bool {
        switch layout.mirror {
        case .uidAndCounter: true
        case .uid: content == .uid
        case .none, .unknown: false
        }
    }
}
