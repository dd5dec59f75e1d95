import NDEF
import Tags

/// Whether a message names a SKU (contract, section 5, `overwrite same`).
public enum SKUNaming {
    /// The message's Text is the SKU byte for byte, or the last path part of its first URI is, percent-decoded, query
    /// and fragment apart. A message that cannot be read names nothing.
    public static func message(_ bytes: [UInt8], names sku: String) -> Bool {
        guard !sku.isEmpty, let message = try? Message(decoding: bytes) else { return false }
        if let text = message.records.lazy.compactMap({ try? TextRecord(decoding: $0) }).first,
            Array(text.text.utf8) == Array(sku.utf8)
        {
            return true
        }
        guard let uri = message.records.lazy.compactMap({ try? URIRecord(decoding: $0) }).first else { return false }
        return lastPathPart(of: uri.uri).map { $0 == Array(sku.utf8) } == true
    }

    /// The bytes of the last part of a URI's path (RFC 3986, 3.3), percent-decoded; nil where the URI has no path.
    /// - Parameter passingSlashes: the part before slashes at the end, in the place of the empty one behind them.
    static func lastPathPart(of uri: String, passingSlashes: Bool = false) -> [UInt8]? {
        let bytes = Array(uri.utf8)
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
        var path = bytes[..<end]
        guard let colon = path.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        path = path[(colon + 1)...]
        if path.starts(with: Array("//".utf8)) {
            path = path.dropFirst(2)
            guard let slash = path.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            path = path[slash...]
        }
        if passingSlashes {
            while path.last == UInt8(ascii: "/") { path = path.dropLast() }
        }
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return percentDecoded(path) }
        return percentDecoded(path[(slash + 1)...])
    }

    /// The text percent-decoded; as it is where that would be no UTF-8.
    static func percentDecoded(_ text: String) -> String {
        String(validating: percentDecoded(Array(text.utf8)[...]), as: UTF8.self) ?? text
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}
