extension ReaderModel {
    /// The model of a reader, told from the name that PC/SC gives it; a reader of no known model is taken for one that
    /// follows PC/SC part 3.
    public static func model(ofReaderNamed name: String) -> ReaderModel {
        let name = name.lowercased()
        if name.contains("acr122") {
            return ReaderModel(
                name: "acr122u", slot: .contactless, passThrough: .inCommunicateThru, pagesPerFastRead: 60)
        }
        return ReaderModel(name: "part3", slot: .contactless, passThrough: .none, pagesPerFastRead: 0)
    }
}
