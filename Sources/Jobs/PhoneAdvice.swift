package import NDEF

/// What phones make of a message without an app of its own.
///
/// Android starts what the first record asks for: a URI, a smart poster, a media type, an external type (Android, NFC basics, "How
/// NFC tags are mapped to MIME types and URIs"). An iPhone that reads in the background takes the first URI record, only one of
/// the type `U`, and only of certain schemes (Apple, Core NFC, "Adding Support for Background Tag Reading").
package enum PhoneAdvice {
    /// What an iPhone opens of a tag that it reads without an app (the same page of Apple's).
    private static let schemesOfIPhones: Set<String> = [
        "http", "https", "mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm",
    ]

    /// What keeps phones from opening a message with these records; nil where they open it, and where its first record is of a type
    /// that is meant for certain programs, a network or a visiting card among them: a URL in front would hide it from Android.
    ///
    /// Codes: `phone-no-uri`, `phone-order`, `phone-scheme`, `phone-smart-poster`.
    package static func finding(_ records: [Record]) -> BuiltRecord.Finding? {
        guard let first = records.first, first.typeNameFormat == .wellKnown else { return nil }
        switch first.type {
        case URIRecord.type: return scheme(of: first).flatMap(finding(scheme:))
        case SmartPoster.type:
            // An iPhone goes on to the first URI record.
            guard !records.contains(where: isURI) else { return nil }
            return warning(
                "phone-smart-poster",
                "the first record is a smart poster, which an iPhone without an app passes over; write a URI record in "
                    + "its place, or behind it")
        case TextRecord.type: return finding(behindText: records.dropFirst())
        default: return nil
        }
    }

    private static func finding(behindText records: ArraySlice<Record>) -> BuiltRecord.Finding? {
        // Android opens the package wherever in the message it stands.
        if records.contains(where: isPackage) { return nil }
        guard records.contains(where: { isURI($0) || isSmartPoster($0) }) else {
            return noURI
        }
        return warning(
            "phone-order",
            "the first record is a text, and Android acts on the first record alone; put the record with the URL first")
    }

    /// What is said of a text without a URI behind it.
    static var noURI: BuiltRecord.Finding {
        warning(
            "phone-no-uri",
            "the first record is no URI but a text, and none follows: an iPhone without an app opens a URI record alone, "
                + "and Android has a text to show at most; put a URL first, unless an app of your own reads the tags")
    }

    private static func finding(scheme: String) -> BuiltRecord.Finding? {
        guard !schemesOfIPhones.contains(scheme) else { return nil }
        return warning(
            "phone-scheme",
            "the first record is a URI of the scheme \(scheme.quoted), which an iPhone without an app does not open: "
                + "of a tag it takes https, http, mailto, sms, tel and FaceTime; write an https URL that leads to it")
    }

    private static func warning(_ code: String, _ message: String) -> BuiltRecord.Finding {
        BuiltRecord.Finding(severity: .warning, code: code, field: nil, message: message)
    }

    // MARK: Records

    private static func isURI(_ record: Record) -> Bool {
        record.typeNameFormat == .wellKnown && record.type == URIRecord.type
    }

    private static func isSmartPoster(_ record: Record) -> Bool {
        record.typeNameFormat == .wellKnown && record.type == SmartPoster.type
    }

    private static func isPackage(_ record: Record) -> Bool {
        guard case .androidPackage = InterpretedRecord(record).meaning else { return false }
        return true
    }

    /// Of a URI record, in small letters; nil where its URI has none.
    private static func scheme(of record: Record) -> String? {
        guard let code = record.payload.first else { return nil }
        let uri = (URIPrefix.text(of: code) ?? "") + String(decoding: record.payload.dropFirst(), as: UTF8.self)
        return uri.firstIndex(of: ":").map { uri[..<$0].lowercased() }
    }
}
