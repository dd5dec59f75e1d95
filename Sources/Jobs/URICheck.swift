/// What is found of a URI before it is written.
///
/// Characters beyond ASCII stay as they are, in UTF-8: the URI field of the record is defined as UTF-8 (NFC Forum URI
/// RTD 1.0, section 3.2.3), and so the tag, the report and the job show one and the same string. Only blanks around the
/// URI are taken off.
package struct URICheck {
    package struct Finding: Hashable {
        package var severity: JobIssue.Severity
        package var code: String
        package var message: String
    }

    /// The URI without blanks around it.
    package let uri: String
    package private(set) var findings: [Finding] = []

    package init(_ raw: String) {
        uri = raw.trimmingBlanks
        if uri != raw || uri.utf8.count != raw.utf8.count {
            warn("url-trimmed", "blanks around the URL \(uri.quoted) are left out")
        }
        // A bad character does not hide that there is no scheme; the rest of the form is told once the characters are right.
        let hasRightCharacters = checkCharacters()
        if let colon = schemeEnd {
            if hasRightCharacters { checkForm(colon) }
        } else {
            refuse("the URL \(uri.quoted) has no scheme; write https://… in full")
        }
    }

    /// The colon behind the scheme; nil where the URI begins with none.
    private var schemeEnd: String.Index? {
        guard let colon = uri.unicodeScalars.firstIndex(of: ":"), isScheme(uri.unicodeScalars[..<colon]) else {
            return nil
        }
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
        var percentIsWhole = true
        let scalars = Array(uri.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if let problem = Self.problem(with: scalar) {
                refuse("at character \(index + 1) of the URL \(uri.quoted) stands \(problem)")
                return false
            }
            if scalar == "%" {
                let digits = scalars[(index + 1)...].prefix(2)
                if digits.count < 2 || !digits.allSatisfy({ $0.properties.isASCIIHexDigit }) { percentIsWhole = false }
            }
        }
        if !percentIsWhole {
            warn("url-percent", "the URL \(uri.quoted) has a % without two hex digits; a percent sign itself is %25")
        }
        return true
    }

    /// What is wrong with a character, and how it is written instead; nil where nothing is.
    private static func problem(with scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"", "<", ">", "\\", "^", "`", "{", "|", "}":
            return "\(String(scalar)); write \(URIPlace.authority.encoded(String(scalar))) instead"
        case "!"..."~": return nil
        case "\u{200C}", "\u{200D}": return nil  // joiners belong to words of some scripts
        case " ": return "a blank; write %20 instead"
        case _ where scalar.properties.isWhitespace: return "a blank (\(scalar.named)); write %20 instead"
        case _ where [.control, .format].contains(scalar.properties.generalCategory):
            return "the unseen character \(scalar.named)"
        default: return nil
        }
    }

    private mutating func checkForm(_ colon: String.Index) {
        let scheme = String(uri.unicodeScalars[..<colon]).lowercased()
        let rest = uri.unicodeScalars[uri.unicodeScalars.index(after: colon)...]
        guard !rest.isEmpty else { return refuse("nothing follows the scheme of the URL \(uri.quoted)") }
        if scheme.contains(".") || scheme == "localhost", startsWithPort(rest) {
            return refuse("the URL \(uri.quoted) begins with a host and a port; write https://… in full")
        }
        if scheme == "http" || scheme == "https" {
            checkHost(rest, scheme: scheme)
        } else if rest.starts(with: "//".unicodeScalars), ["http", "https"].contains(where: { isNear(scheme, $0) }) {
            warn("url-scheme", "the URL \(uri.quoted) begins with \(scheme): is https meant?")
        }
    }

    private func isNear(_ scheme: String, _ known: String) -> Bool { editDistance(scheme, known) == 1 }

    /// A letter, then letters, digits, `+`, `-` and `.` (RFC 3986, 3.1).
    private func isScheme(_ scalars: Substring.UnicodeScalarView) -> Bool {
        guard let first = scalars.first, first.isASCII, first.properties.isAlphabetic else { return false }
        return scalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || "+-.".unicodeScalars.contains(scalar)
        }
    }

    private func startsWithPort(_ rest: Substring.UnicodeScalarView) -> Bool {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        let after = rest.dropFirst(digits.count).first
        return !digits.isEmpty && (after == nil || after == "/" || after == "?" || after == "#")
    }

    /// `//host` or `//user@host:port` must follow the scheme of a web address (RFC 9110, 4.2).
    private mutating func checkHost(_ rest: Substring.UnicodeScalarView, scheme: String) {
        guard rest.starts(with: "//".unicodeScalars) else {
            return refuse("// must follow \(scheme): in the URL \(uri.quoted)")
        }
        let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        let name: Substring.UnicodeScalarView
        let port: Substring.UnicodeScalarView
        if host.first == "[" {
            guard let close = host.firstIndex(of: "]") else {
                return refuse("the host of the URL \(uri.quoted) has a [ without its ]")
            }
            name = host[...close]
            port = host[host.index(after: close)...]
        } else {
            name = host.prefix { $0 != ":" }
            port = host.dropFirst(name.count)
        }
        guard !name.isEmpty else { return refuse("the URL \(uri.quoted) names no host") }
        let portDigits = port.dropFirst()
        guard port.isEmpty || port.first == ":" && portDigits.allSatisfy({ ("0"..."9").contains($0) }) else {
            return refuse("the port in the URL \(uri.quoted) is no number")
        }
        // RFC 3986 bounds no port; TCP does, at 16 bits (RFC 9293, 3.1).
        guard portDigits.isEmpty || UInt16(String(portDigits)) != nil else {
            return refuse("the port in the URL \(uri.quoted) is larger than 65535")
        }
        let path = String(rest.dropFirst(2)).lowercased()
        if path.hasPrefix("http://") || path.hasPrefix("https://") {
            warn("url-double-scheme", "the URL \(uri.quoted) names its scheme twice; it is written as it stands")
        }
    }
}
