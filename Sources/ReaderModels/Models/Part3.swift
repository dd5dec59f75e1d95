extension ReaderModel {
    /// Any other contactless reader: the commands of PC/SC part 3 alone (FF CA, FF B0, FF D6).
    static let part3 = ReaderModel(name: "part3", title: "PC/SC part 3", slot: .contactless)
}
