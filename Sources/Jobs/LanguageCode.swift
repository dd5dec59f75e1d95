import NDEF

/// A language by its IANA code, as a Text record carries it: `en`, `de-AT` (NFC Forum Text RTD 1.0, 3.2.1; RFC 5646).
package enum LanguageCode {
    /// Whether it has the shape of a code: subtags of one to eight letters or digits, parted by hyphens, the first of
    /// letters alone, at most 63 bytes.
    package static func isValid(_ code: String) -> Bool {
        guard code.utf8.count <= NDEFLimits.languageBytes else { return false }
        let subtags = code.split(separator: "-", omittingEmptySubsequences: false)
        return subtags.enumerated().allSatisfy { index, subtag in
            (1...8).contains(subtag.utf8.count)
                && subtag.unicodeScalars.allSatisfy { scalar in
                    scalar.isASCII && (scalar.properties.isAlphabetic || index > 0 && ("0"..."9").contains(scalar))
                }
        }
    }
}
