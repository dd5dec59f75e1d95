import Tags

/// What is found of a URI before it is written.
///
/// Characters beyond ASCII stay as they are, in UTF-8: the URI field of the record is defined as UTF-8 (NFC Forum URI
/// RTD 1.0, section 3.2.3), and so the tag, the report and the job show one and the same string. Only blanks around the
/// URI are taken off. No message shows a password that stands in a URI.
package struct URICheck {
    package struct Finding: Hashable {
        package var severity: JobIssue.Severity
        package var code: String
        package var message: String
    }

    /// The URI without blanks around it.
    package let uri: String
    /// What is wrong with the URI, or looks like a slip. What else may be said of it is in `advice`.
    package private(set) var findings: [Finding] = []

    package init(_ raw: String) {
        let bytes = raw.utf8.span
        let isPlain = Self.isPlainWebAddress(bytes) || Self.isPlainButForHTTP(bytes)
        self = isPlain ? Self(plain: raw) : Self(checkingAll: raw)
    }

    private init(plain uri: String) { self.uri = uri }

    /// The check without the quick look, which says the same (`isPlainWebAddress`).
    init(checkingAll raw: String) {
        uri = raw.trimmingBlanks
        if uri != raw || uri.utf8.count != raw.utf8.count {
            warn("url-trimmed", "blanks around the URL \(shown) are left out" + Self.unseen(around: raw))
        }
        // A bad character does not hide that there is no scheme; the rest of the form is told once the characters are right.
        let hasRightCharacters = checkCharacters()
        if let colon = schemeEnd {
            if hasRightCharacters { checkForm(colon) }
        } else {
            let better = hasRightCharacters ? Self.withScheme(uri) : nil
            refuse("the URL \(shown) has no scheme; write \(better.map(Self.shown) ?? "https://… in full")")
        }
    }

    /// What of the blanks around a text is no plain one, by its number, for the end of a sentence.
    private static func unseen(around raw: String) -> String {
        let scalars = raw.unicodeScalars
        let leading = scalars.prefix { String($0).isBlank }
        let trailing = scalars.dropFirst(leading.count).reversed().prefix { String($0).isBlank }
        var names: [String] = []
        for scalar in Array(leading) + Array(trailing) where !scalar.isASCII && !names.contains(scalar.codePoint) {
            names.append(scalar.codePoint)
        }
        return names.isEmpty ? "" : " (\(names.prefix(3).joined(separator: ", ")) among them)"
    }

    /// The colon behind the scheme; nil where the URI begins with none.
    var schemeEnd: String.Index? {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(uri[..<colon]) else { return nil }
        return colon
    }

    private mutating func refuse(_ message: String) {
        findings.append(Finding(severity: .error, code: "url-invalid", message: message))
    }

    private mutating func warn(_ code: String, _ message: String) {
        findings.append(Finding(severity: .warning, code: code, message: message))
    }

    /// Blanks, control and unseen characters, and those that RFC 3986 gives no place. True when there are none.
    private mutating func checkCharacters() -> Bool {
        let scalars = uri.unicodeScalars
        for index in scalars.indices {
            if let problem = problem(with: scalars[index], at: index) {
                refuse("at character \(number(of: index)) of the URL \(shown) stands \(problem)")
                return false
            }
        }
        if let index = brokenPercent {
            warn(
                "url-percent",
                "at character \(number(of: index)) of the URL \(shown) stands a % without two hex digits; a percent sign "
                    + "itself is %25")
        }
        return true
    }

    /// The first percent sign without two hex digits (RFC 3986, 2.1).
    private var brokenPercent: String.Index? {
        let bytes = uri.utf8
        return bytes.indices.first { index in
            guard bytes[index] == UInt8(ascii: "%") else { return false }
            let digits = bytes[bytes.index(after: index)...].prefix(2)
            return digits.count < 2 || !digits.allSatisfy { $0.hexDigitValue != nil }
        }
    }

    /// From 1, as people count.
    private func number(of index: String.Index) -> Int { uri.unicodeScalars[..<index].count + 1 }

    /// What is wrong with a character, and how it is written instead; nil where nothing is.
    private func problem(with scalar: Unicode.Scalar, at index: String.Index) -> String? {
        switch scalar {
        case "\\" where uri.prefix(7).lowercased().hasPrefix("http:\\") || uri.prefix(7).lowercased() == "https:\\":
            return "\\; write / instead"
        case "{" where uri.contains("}"):
            return "{; write %7B instead (a template such as {sku} stands in --url or the settings, not in a cell)"
        case "\"", "<", ">", "\\", "^", "`", "{", "|", "}":
            return "\(String(scalar)); write \(URIPlace.authority.encoded(String(scalar))) instead"
        case "!"..."~": return nil
        case "\u{200C}", "\u{200D}": return nil  // joiners belong to words of some scripts
        case _ where scalar.properties.isWhitespace:
            let name = scalar == " " ? "a blank" : "a blank (\(scalar.named))"
            // No host has one, in whatever form.
            return URIPlace(after: String(uri[..<index])) == .authority
                ? name + "; take it out" : name + "; write %20 instead"
        case _ where [.control, .format].contains(scalar.properties.generalCategory):
            return "the unseen character \(scalar.named)"
        default: return nil
        }
    }

    private mutating func checkForm(_ colon: String.Index) {
        let scheme = String(uri.unicodeScalars[..<colon]).lowercased()
        let rest = uri.unicodeScalars[uri.unicodeScalars.index(after: colon)...]
        guard !rest.isEmpty else { return refuse("nothing follows the scheme of the URL \(shown)") }
        if scheme.contains(".") || scheme == "localhost", startsWithPort(rest) {
            return refuse("the URL \(shown) begins with a host and a port; write \(Self.shown("https://" + uri))")
        }
        if scheme == "http" || scheme == "https" {
            checkWebAddress(rest, scheme: scheme)
        } else if rest.starts(with: "//".unicodeScalars), ["http", "https"].contains(where: { isNear(scheme, $0) }) {
            warn("url-scheme", "the URL \(shown) begins with \(scheme): is https meant?")
        }
    }

    private func isNear(_ scheme: String, _ known: String) -> Bool { editDistance(scheme, known) == 1 }

    private static let schemeBytes = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.")

    /// A letter, then letters, digits, `+`, `-` and `.` (RFC 3986, 3.1).
    private func isScheme(_ text: Substring) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, first | 0x20 >= UInt8(ascii: "a") else { return false }
        return bytes.allSatisfy(Self.schemeBytes.contains)
    }

    private func startsWithPort(_ rest: Substring.UnicodeScalarView) -> Bool {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        let after = rest.dropFirst(digits.count).first
        return !digits.isEmpty && (after == nil || after == "/" || after == "?" || after == "#")
    }

    /// `//host` or `//user@host:port` must follow the scheme of a web address (RFC 9110, 4.2).
    private mutating func checkWebAddress(_ rest: Substring.UnicodeScalarView, scheme: String) {
        guard let authority = URIAuthority(of: uri), rest.starts(with: "//".unicodeScalars) else {
            let address = String(Substring(rest.drop { $0 == "/" }))
            let better =
                address.lowercased().hasPrefix("http") && address.contains("://") ? address : "\(scheme)://\(address)"
            return refuse("// must follow \(scheme): in the URL \(shown); write \(Self.shown(better))")
        }
        let name = String(uri[authority.host])
        guard !name.hasPrefix("[") || name.hasSuffix("]") else {
            return refuse("the host of the URL \(shown) has a [ without its ]")
        }
        guard !name.isEmpty else { return refuse("the URL \(shown) names no host") }
        let port = authority.port.map { uri[$0] } ?? ""
        guard !authority.hasRest, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return refuse("the port in the URL \(shown) is no number")
        }
        // RFC 3986 bounds no port; TCP does, at 16 bits (RFC 9293, 3.1).
        guard port.isEmpty || UInt16(port) != nil else {
            return refuse("the port in the URL \(shown) is larger than 65535")
        }
        if ["http", "https"].contains(name.lowercased()), port.isEmpty {
            warn("url-double-scheme", "the URL \(shown) names its scheme twice; it is written as it stands")
        } else {
            checkHost(name)
        }
        checkDots(behind: authority)
    }

    private static let dotSegments: Set<String> = [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"]

    /// `.` and `..` as whole segments of the path are taken out before a page is asked for (RFC 3986, 5.2.4), also where their dots
    /// are percent-encoded (WHATWG URL, "double-dot URL path segment").
    private mutating func checkDots(behind authority: URIAuthority) {
        let start = authority.port?.upperBound ?? authority.host.upperBound
        let path = uri.unicodeScalars[start...].prefix { $0 != "?" && $0 != "#" }
        let segments = path.split(separator: "/").lazy.filter { $0.count <= 6 }.map { String($0) }
        guard let dots = segments.first(where: { Self.dotSegments.contains($0.lowercased()) }) else { return }
        warn(
            "url-dots",
            "in the path of the URL \(shown) stands \(dots.quoted), which programs take out, so that another page opens; "
                + "write the path without it")
    }

    /// Whether the host can be looked up. It may be meant for a network in which anything can, so it is not refused.
    private mutating func checkHost(_ name: String) {
        if HostReach(of: name) == .nowhere {
            warn("url-host", "the host \(name.quoted) of the URL \(shown) looks like an IP address and is none")
        } else if let oddity = HostName.oddity(name) {
            warn("url-host", "the host \(name.quoted) of the URL \(shown) \(oddity)")
        } else if !name.hasPrefix("["), let fault = HostName.fault(name) {
            warn("url-host", "the host \(name.quoted) of the URL \(shown) \(fault); phones cannot look it up")
        }
    }
}
