import NDEF

/// A network to join.
///
/// Name and password go to the tag byte for byte: nothing is escaped, as it is in the text of a QR code, and blanks at their
/// ends are kept. The password never stands in a message or a summary. That a network is hidden cannot be said: Wi-Fi Simple
/// Configuration has no attribute for it.
enum WiFiFields {
    static let fields = RecordFields(value: nil, ["ssid", "password", "key", "auth", "encryption"])

    static func build(_ values: RecordValues) -> BuiltRecord {
        var built = BuiltRecord()
        let ssid = checkedSSID(values, &built)
        let (password, field) = password(values, &built)
        if let security = security(values, hasPassword: !password.isEmpty, &built) {
            check(password, of: field, security, &built)
            guard !built.hasErrors else { return built }
            do throws(NDEFError) {
                let credential = try WiFiCredential(
                    ssid: Array(ssid.utf8), authentication: security.authentication.value,
                    encryption: security.encryption.value, key: Array(password.utf8))
                built.records = [credential.record]
            } catch {
                built.refuse("wifi-invalid", nil, "\(error)")
            }
        }
        built.summary = "Wi-Fi \(ssid)"
        return built
    }

    private static func checkedSSID(_ values: RecordValues, _ built: inout BuiltRecord) -> String {
        let ssid = values["ssid"] ?? ""
        if ssid.isEmpty {
            built.refuse("wifi-ssid", "ssid", "a Wi-Fi network has a name: give it as ssid")
        } else if ssid.utf8.count > 32 {
            // IEEE 802.11, the SSID element.
            built.refuse(
                "wifi-ssid", "ssid", "the ssid has \(ssid.utf8.count) bytes; a Wi-Fi network's name has at most 32")
        }
        warnOfBlanks(ssid, "ssid", &built)
        if hasControls(ssid) {
            built.warn(
                "wifi-ssid-characters", "ssid",
                "the ssid has control characters, which no network's name has as a rule; it is kept: take them out if they "
                    + "are not meant")
        }
        return ssid
    }

    /// The password, "" where there is none, and the field that gives it.
    private static func password(_ values: RecordValues, _ built: inout BuiltRecord) -> (text: String, field: String) {
        if values["password"] != nil, values["key"] != nil {
            built.refuse("wifi-password-twice", "key", "password and key are one and the same: give one of them")
        }
        let field = values["password"] == nil && values["key"] != nil ? "key" : "password"
        let password = values[field] ?? ""
        warnOfBlanks(password, field, &built)
        return (password, field)
    }

    private static func warnOfBlanks(_ text: String, _ field: String, _ built: inout BuiltRecord) {
        guard text.trimmingBlanks.utf8.count != text.utf8.count else { return }
        built.warn(
            "wifi-blank", field,
            "the \(field) begins or ends with a blank, which is kept; take it out if it is not meant")
    }

    private static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    // MARK: Security

    /// A way to join or to encrypt, by its names. The values are those of Wi-Fi Simple Configuration 2.0.5, section 12; they
    /// are as other programs write them, and were not held against the standard's own text.
    private struct Choice {
        var name: String
        var value: UInt16
        var otherNames: [String] = []

        static func named(_ text: String, among choices: [Choice]) -> Choice? {
            let folded = text.trimmingBlanks.lowercased()
            return choices.first { $0.name == folded || $0.otherNames.contains(folded) }
        }
    }

    private struct Security {
        var authentication: Choice
        var encryption: Choice

        /// Whether there is a key, and which.
        var isOpen: Bool { encryption.name == "none" }
        var isWEP: Bool { encryption.name == "wep" }
    }

    private static let authentications = [
        Choice(name: "open", value: 0x0001, otherNames: ["none", "nopass"]),
        Choice(name: "wpa", value: 0x0002, otherNames: ["wpa-psk", "wpa-personal"]),
        Choice(name: "wpa2", value: 0x0020, otherNames: ["wpa2-psk", "wpa2-personal"]),
        Choice(name: "wpa/wpa2", value: 0x0022, otherNames: ["wpa/wpa2-psk", "wpa/wpa2-personal", "wpa2/wpa"]),
        Choice(name: "wep", value: 0x0001), Choice(name: "shared", value: 0x0004),
    ]

    private static let encryptions = [
        Choice(name: "none", value: 0x0001), Choice(name: "wep", value: 0x0002), Choice(name: "tkip", value: 0x0004),
        Choice(name: "aes", value: 0x0008, otherNames: ["ccmp"]),
        Choice(name: "tkip/aes", value: 0x000C, otherNames: ["aes/tkip"]),
    ]

    /// What each way to join may be encrypted with; the first where nothing is said.
    private static func encryptions(of authentication: Choice) -> [String] {
        switch authentication.name {
        case "open": ["none", "wep"]
        case "wep", "shared": ["wep"]
        case "wpa": ["tkip", "aes", "tkip/aes"]
        case "wpa2": ["aes", "tkip", "tkip/aes"]
        default: ["tkip/aes", "aes", "tkip"]
        }
    }

    /// A network with a password and no word on how it is joined is WPA2-Personal with AES.
    private static func security(
        _ values: RecordValues, hasPassword: Bool, _ built: inout BuiltRecord
    ) -> Security? {
        let name = values.word("auth") ?? (hasPassword ? "wpa2" : "open")
        guard let authentication = Choice.named(name, among: authentications) else {
            let names = authentications.map(\.name).joined(separator: ", ")
            let isWPA3 = name.lowercased().contains("wpa3") || name.lowercased().contains("sae")
            let hint =
                isWPA3 ? "; a Wi-Fi record cannot say WPA3: write wpa2 if the network takes both" : ""
            built.refuse("wifi-auth", "auth", "auth must be one of \(names), not \(name.quoted)\(hint)")
            return nil
        }
        let possible = encryptions(of: authentication)
        let wish = values.word("encryption") ?? possible[0]
        guard let encryption = Choice.named(wish, among: encryptions), possible.contains(encryption.name) else {
            let names = possible.joined(separator: ", ")
            built.refuse(
                "wifi-encryption", "encryption",
                "encryption with auth \(authentication.name) must be one of \(names), not \(wish.quoted)")
            return nil
        }
        return Security(authentication: authentication, encryption: encryption)
    }

    /// Whether the key is one of the network's kind.
    private static func check(
        _ password: String, of field: String, _ security: Security, _ built: inout BuiltRecord
    ) {
        let count = password.utf8.count
        let isHex = password.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        func refuse(_ message: String) { built.refuse("wifi-password", field, message) }
        if security.isOpen {
            if count > 0 { refuse("an open network has no password: leave it out, or say in auth how it is joined") }
        } else if count == 0 {
            refuse("a network with auth \(security.authentication.name) has a password: give it, or write open in auth")
        } else if security.isWEP {
            // IEEE 802.11: keys of 40 and 104 bits, as they are or in hex.
            if count != 5, count != 13, !(isHex && (count == 10 || count == 26)) {
                refuse("the password has \(count) bytes; a WEP key has 5 or 13, or 10 or 26 hex digits")
            }
        } else if !(8...63).contains(count), !(isHex && count == 64) {
            // IEEE 802.11, Annex J.4: a passphrase, or the key that is made of it.
            refuse("the password has \(count) bytes; a WPA password has 8 to 63, or 64 hex digits")
        } else if hasControls(password) {
            built.warn(
                "wifi-password-characters", field,
                "the password has control characters, which nobody can type and some phones and networks do not take; it is "
                    + "kept: take them out if they are not meant")
        } else if !password.isASCII {
            built.warn(
                "wifi-password-characters", field,
                "the password has characters beyond those of ASCII, which some phones and networks do not take; it is kept"
            )
        }
    }
}
