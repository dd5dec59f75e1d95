extension ReaderModel {
    /// Feitian R502, 502-CL, bR500 and VR504: READ BINARY and UPDATE BINARY page by page; the maker could name no pass-through
    /// (seen: R502 issue #1).
    static let feitian = ReaderModel(name: "feitian", title: "Feitian R502", slot: .contactless)
}
