/// Slots that never see a tag.
extension ReaderModel {
    static let sam = ReaderModel(name: "sam", title: "SAM slot", slot: .notForTags)
    static let contact = ReaderModel(name: "contact", title: "contact slot", slot: .notForTags)
    static let securityKey = ReaderModel(name: "security-key", title: "security key", slot: .notForTags)
}
