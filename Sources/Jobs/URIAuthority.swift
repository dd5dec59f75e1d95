/// Where the parts of a URI's authority stand: `scheme://user@host:port` (RFC 3986, 3.2).
struct URIAuthority {
    /// Before the last `@`; nil where there is none.
    let user: Range<String.Index>?
    /// With its brackets where it is an address of IPv6.
    let host: Range<String.Index>
    /// Behind the colon; nil where there is none.
    let port: Range<String.Index>?
    /// What stands between the host and what ends the authority and is no port; only a bracket leaves any.
    let hasRest: Bool

    /// Nil where the URI has no authority.
    init?(of uri: String) {
        let scalars = uri.unicodeScalars
        guard let slash = scalars.firstIndex(of: "/"), slash > scalars.startIndex,
            scalars[scalars.index(before: slash)] == ":", scalars[slash...].starts(with: "//".unicodeScalars)
        else { return nil }
        let start = scalars.index(slash, offsetBy: 2)
        let end = scalars[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? scalars.endIndex
        var hostStart = start
        if let at = scalars[start..<end].lastIndex(of: "@") {
            user = start..<at
            hostStart = scalars.index(after: at)
        } else {
            user = nil
        }
        var nameEnd = hostStart
        if hostStart < end, scalars[hostStart] == "[", let close = scalars[hostStart..<end].firstIndex(of: "]") {
            nameEnd = scalars.index(after: close)
        }
        let colon = scalars[nameEnd..<end].firstIndex(of: ":")
        hasRest = nameEnd > hostStart && nameEnd != (colon ?? end)
        host = hostStart..<(nameEnd > hostStart ? nameEnd : colon ?? end)
        port = colon.map { scalars.index(after: $0)..<end }
    }

    /// The URI with its host in ASCII, if it has one: as `xn--…` where it can be so written (`HostName`), else
    /// percent-encoded (RFC 3986, 3.2.2).
    static func withASCIIHost(_ uri: String) -> String {
        guard let authority = URIAuthority(of: uri) else { return uri }
        let host = String(uri[authority.host])
        return uri[..<authority.host.lowerBound] + (HostName.ascii(host) ?? escaped(host))
            + uri[authority.host.upperBound...]
    }

    /// A URI in ASCII: the host as `xn--…`, everything else percent-encoded in UTF-8 (RFC 3987, 3.1). Nil where the host cannot be
    /// so written: a percent-encoded one is not looked up.
    static func ascii(_ uri: String) -> String? {
        guard let authority = URIAuthority(of: uri) else { return escaped(uri) }
        guard let host = HostName.ascii(String(uri[authority.host])) else { return nil }
        return escaped(
            String(uri[..<authority.host.lowerBound]) + host + String(uri[authority.host.upperBound...]))
    }

    /// Everything beyond ASCII percent-encoded, and nothing else.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            if byte < 0x80 {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += URIPlace.escapes[Int(byte)]
            }
        }
        return escaped
    }
}
