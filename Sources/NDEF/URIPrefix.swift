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
        var best: UInt8 = 0
        var bestLength = 0
        for (code, prefix) in all.enumerated()
        where prefix.utf8.count > bestLength && uri.utf8.starts(with: prefix.utf8) {
            best = UInt8(code)
            bestLength = prefix.utf8.count
        }
        return best
    }
}
