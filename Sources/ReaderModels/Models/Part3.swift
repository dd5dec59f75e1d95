extension ReaderModel {
    /// Any other contactless reader: the commands of PC/SC part 3 alone.
    static let part3 = ReaderModel(name: "part3", slot: .contactless, passThrough: .none, pagesPerFastRead: 0)
}
