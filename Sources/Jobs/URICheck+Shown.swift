extension URICheck {
    /// The URI for a message.
    var shown: String { Self.shown(uri) }

    /// A URI for a message, with `…` for a password in it.
    static func shown(_ uri: String) -> String { withoutPassword(uri).quoted }

    /// `https://user:…@host`: what stands from the colon in the authority to the last `@`, however broken the URI is, unless the
    /// colon begins a port.
    private static func withoutPassword(_ uri: String) -> String {
        let scalars = uri.unicodeScalars
        guard let at = scalars.lastIndex(of: "@") else { return uri }
        let begin = scalars[..<at]
        guard let scheme = begin.firstIndex(where: { $0 == ":" || $0 == "/" }) else { return uri }
        let start = begin[scheme...].firstIndex { $0 != ":" && $0 != "/" } ?? at
        guard let colon = begin[start...].firstIndex(of: ":") else { return uri }
        let behind = begin[scalars.index(after: colon)...]
        let digits = behind.prefix { ("0"..."9").contains($0) }
        let isPort = !digits.isEmpty && behind.dropFirst(digits.count).first.map("/?#".unicodeScalars.contains) == true
        return isPort ? uri : String(uri[...colon]) + "…" + uri[at...]
    }

    /// A URL that has no scheme with one, where it is clear what was meant: `http//host`, `//host` and `host.domain`.
    static func withScheme(_ uri: String) -> String? {
        let begin = uri.prefix(7).lowercased()
        for scheme in ["https", "http"] where begin.hasPrefix(scheme + "//") {
            return "\(scheme):\(uri.dropFirst(scheme.count))"
        }
        var rest = uri[...]
        for start in ["://", "//"] where rest.hasPrefix(start) { rest = rest.dropFirst(start.count) }
        let host = String(rest.prefix { !"/?#:".contains($0) })
        return host.contains(".") && HostName.fault(host) == nil ? "https://" + rest : nil
    }
}
