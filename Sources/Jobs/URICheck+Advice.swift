extension URICheck {
    /// Longer URLs are warned of: the Sitemaps protocol 0.9 takes less than 2,048 characters, and so do services that follow it.
    /// HTTP itself asks every program to take 8,000 (RFC 9110, 4.1).
    package static let customaryLength = 2047

    /// What may be said of a URI that is written as it stands: on phones it does less than one would like, or tells more.
    /// Warnings without exception; empty where the URI is refused.
    ///
    /// Codes: `url-not-ascii`, `url-http`, `url-private-host`, `url-password`, `url-long`.
    package var advice: [Finding] {
        let bytes = uri.utf8.span
        if Self.isPlainWebAddress(bytes) { return [] }
        return Self.isPlainButForHTTP(bytes) ? Self.findings([unencrypted]) : allAdvice
    }

    /// The advice without the quick look.
    var allAdvice: [Finding] {
        guard findings.allSatisfy({ $0.severity != .error }) else { return [] }
        return Self.findings([foreignCharacters, unencrypted, narrowHost, password, length])
    }

    private static func findings(_ advice: [Advice?]) -> [Finding] {
        advice.compactMap { $0.map { Finding(severity: .warning, code: $0.code, message: $0.message) } }
    }

    private typealias Advice = (code: String, message: String)

    private var scheme: String { schemeEnd.map { uri[..<$0].lowercased() } ?? "" }

    private var isWebAddress: Bool { scheme == "http" || scheme == "https" }

    private var foreignCharacters: Advice? {
        guard !uri.isASCII else { return nil }
        let form = URIAuthority.ascii(uri).map { "; in ASCII it is " + Self.shown($0) } ?? ""
        return (
            "url-not-ascii",
            "the URL \(shown) is written as it stands, in UTF-8, which not every phone opens" + form
        )
    }

    private var unencrypted: Advice? {
        guard scheme == "http" else { return nil }
        return (
            "url-http",
            "the URL \(shown) begins with http: what it brings can be read and changed on its way; write https where the "
                + "server has it"
        )
    }

    private var narrowHost: Advice? {
        guard isWebAddress, let authority = URIAuthority(of: uri),
            findings.allSatisfy({ $0.code != "url-double-scheme" })
        else { return nil }
        let host = String(uri[authority.host])
        switch HostReach(of: host) {
        case .own:
            return (
                "url-private-host", "the host \(host.quoted) of the URL \(shown) is whatever opens it: the phone itself"
            )
        case .oneNetwork:
            return (
                "url-private-host",
                "the host \(host.quoted) of the URL \(shown) is known in one network alone; phones elsewhere cannot open it"
            )
        case .everywhere, .nowhere: return nil
        }
    }

    /// `anonymous:anonymous@` is no secret: one of the abbreviations of URI records has it (NFC Forum URI RTD 1.0, table 3).
    private var password: Advice? {
        guard let user = URIAuthority(of: uri)?.user else { return nil }
        let parts = uri[user].split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0] != "anonymous" else { return nil }
        return (
            "url-password", "the URL \(shown) holds a password, and everyone can read it off the tag; take it out"
        )
    }

    private var length: Advice? {
        let count = uri.unicodeScalars.count
        guard count > Self.customaryLength else { return nil }
        return (
            "url-long",
            "the URL \(shown) has \(count) characters; many servers and services take no more than \(Self.customaryLength)"
        )
    }
}
