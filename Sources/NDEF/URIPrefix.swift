/// The abbreviations of the first byte of a URI record (RTD URI 1.0, 3.2.2, table 3).
public enum URIPrefix {
    /// The prefixes of the codes 00 to 23; the index is the code. 11 is `imap:` and 14 `pop:`, without slashes.
    public static let all: [String] = [
        "", "http://www.", "https://www.", "http://",
        "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
        "ftp://ftp.", "ftps://", "sftp://", "smb://",
        "nfs://", "ftp://", "dav://", "news:",
        "telnet://", "imap:", "rtsp://", "urn:",
        "pop:", "sip:", "sips:", "tftp:",
        "btspp://", "btl2cap://", "btgoep://", "tcpobex://",
        "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:",
        "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
    ]

    /// The prefix of a code; nil for the reserved codes 24 to FF.
    public static func text(of code: UInt8) -> String? {
        Int(code) < all.count ? all[Int(code)] : nil
    }

    /// The code of the longest prefix with which `uri` begins; 0 where none does.
    ///
    /// Compared byte by byte and with case: `HTTPS://` has no code, and abbreviating it would change the URI.
    public static func longestMatch(of uri: String) -> UInt8 {
        let text = uri.utf8.span
        guard !text.isEmpty else { return 0 }
        let letters = letters.span
        for prefix in prefixes[Int(text[0])] where prefix.place.count <= text.count {
            let begin = prefix.place.lowerBound
            var same = 1
            while same < prefix.place.count, letters[begin + same] == text[same] { same += 1 }
            if same == prefix.place.count { return prefix.code }
        }
        return 0
    }

    /// The prefixes one after another.
    private static let letters = all.flatMap { Array($0.utf8) }

    private struct Prefix {
        let code: UInt8
        /// Among the letters.
        let place: Range<Int>
    }

    /// By their first byte, the longest first.
    private static let prefixes: [[Prefix]] = {
        var prefixes = [[Prefix]](repeating: [], count: 256)
        var begin = 0
        for (code, prefix) in all.enumerated() {
            let place = begin..<(begin + prefix.utf8.count)
            if let first = prefix.utf8.first { prefixes[Int(first)].append(Prefix(code: UInt8(code), place: place)) }
            begin = place.upperBound
        }
        return prefixes.map { $0.sorted { $0.place.count > $1.place.count } }
    }()
}
