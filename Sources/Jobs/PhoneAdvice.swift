extension URICheck {
    /// What an iPhone opens of a tag that it reads without an app (Apple, Core NFC, "Adding Support for Background Tag Reading").
    private static let schemesOfPhones: Set<String> = [
        "http", "https", "mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm",
    ]

    /// What phones make of tags whose first record is a URI record with this URI, or no URI record (nil); nil where they open it.
    ///
    /// Android starts what the first record asks for, a URI, smart poster or media type (Android, NFC basics, "How NFC tags are
    /// mapped to MIME types and URIs"). An iPhone that reads in the background takes the first URI record, only one of the type
    /// `U`, and only of certain schemes. It is told once for a job.
    ///
    /// Codes: `phone-no-uri`, `phone-scheme`.
    package static func phoneAdvice(firstURI: String?) -> Finding? {
        guard let firstURI else {
            return Finding(
                severity: .warning, code: "phone-no-uri",
                message:
                    "the first record is no URI: Android goes by the first record, and an iPhone without an app by a URI "
                    + "record alone; put a URL first, unless an app of your own reads the tags")
        }
        guard let colon = firstURI.firstIndex(of: ":") else { return nil }
        let scheme = firstURI[..<colon].lowercased()
        guard !schemesOfPhones.contains(scheme) else { return nil }
        return Finding(
            severity: .warning, code: "phone-scheme",
            message:
                "the first record is a URI of the scheme \(scheme.quoted), which an iPhone without an app does not open: "
                + "of a tag it takes https, http, mailto, sms, tel and FaceTime; write an https URL that leads to it")
    }
}
