/// Slots that never see a tag.
extension ReaderModel {
    static let sam = ReaderModel(name: "sam", slot: .notForTags, passThrough: .none, pagesPerFastRead: 0)
    static let contact = ReaderModel(name: "contact", slot: .notForTags, passThrough: .none, pagesPerFastRead: 0)
    static let securityKey = ReaderModel(
        name: "security-key", slot: .notForTags, passThrough: .none, pagesPerFastRead: 0)
}
