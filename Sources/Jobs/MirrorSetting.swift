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
    /// Whether the chip can lay this over its memory: NTAG213, 215 and 216 UID and counter, NTAG210 and 212 the UID alone
    /// (NXP's data sheets, ASCII mirror).
    func canMirror(_ content: AsciiMirror.Content) -> Bool {
        switch layout.mirror {
        case .uidAndCounter: true
        case .uid: content == .uid
        case .none, .unknown: false
        }
    }
}
