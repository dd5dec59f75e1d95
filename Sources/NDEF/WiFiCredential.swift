/// What a phone needs to join a Wi-Fi network: a record of type `application/vnd.wfa.wsc` (Wi-Fi Simple Configuration
/// 2.0.5, section 12).
///
/// The payload is attributes, each a number and a length of two bytes, most significant first, and a value. Attribute
/// 100E is a credential, which has attributes of its own.
public struct WiFiCredential: Hashable, Sendable {
    /// The media type on the wire.
    public static let mediaType = "application/vnd.wfa.wsc"

    /// The network's name as it stands, at most 32 bytes; mostly UTF-8.
    public let ssid: [UInt8]
    /// Who may join: 0001 open, 0002 WPA-Personal, 0020 WPA2-Personal, bits of which several may be set.
    public let authentication: UInt16?
    /// 0001 none, 0002 WEP, 0004 TKIP, 0008 AES, bits of which several may be set.
    public let encryption: UInt16?
    /// The password as it stands, at most 64 bytes. A secret: it is told where it is asked for, and never logged.
    public let key: [UInt8]?
    /// 6 bytes; FF in all of them on most tags.
    public let macAddress: [UInt8]?
    /// The vendor extension as it stands, beginning with the vendor's three bytes.
    public let vendorExtension: [UInt8]?

    /// Attributes by their numbers (section 12, table 28).
    enum Attribute {
        static let authentication: UInt16 = 0x1003
        static let credential: UInt16 = 0x100E
        static let encryption: UInt16 = 0x100F
        static let macAddress: UInt16 = 0x1020
        static let networkIndex: UInt16 = 0x1026
        static let key: UInt16 = 0x1027
        static let ssid: UInt16 = 0x1045
        static let vendorExtension: UInt16 = 0x1049
    }

    /// Reads a payload. Attributes that are not needed are passed over; of several credentials the first is taken.
    ///
    /// - Throws: `invalidWiFi`, with an offset in the payload and never a value.
    init(attributes payload: [UInt8], notes: inout [RecordNote]) throws(NDEFError) {
        let outer = try Attributes(payload[...])
        let credentials = outer.all(Attribute.credential)
        let inner: Attributes
        if let first = credentials.first {
            if credentials.count > 1 { notes.append(.wifiCredentials(count: credentials.count)) }
            inner = try Attributes(first)
        } else {
            guard outer.first(Attribute.ssid) != nil else {
                throw NDEFError(.invalidWiFi, offset: 0, context: "no credential")
            }
            notes.append(.wifiWithoutCredential)
            inner = outer
        }
        guard let ssid = try inner.value(Attribute.ssid, "an SSID", 0...32) else {
            throw NDEFError(.invalidWiFi, offset: 0, context: "no SSID")
        }
        self.ssid = ssid
        authentication = try inner.number(Attribute.authentication, "an authentication type")
        encryption = try inner.number(Attribute.encryption, "an encryption type")
        key = try inner.value(Attribute.key, "a network key", 0...64)
        macAddress = try inner.value(Attribute.macAddress, "a MAC address", 6...6)
        vendorExtension = (inner.first(Attribute.vendorExtension) ?? outer.first(Attribute.vendorExtension))
            .map { Array($0) }
        let padding = ssid.reversed().prefix { $0 == 0 }.count
        if padding > 0 { notes.append(.ssidPadded(count: padding)) }
    }

    /// The attributes of a payload or a credential, in order.
    private struct Attributes {
        private var list: [(number: UInt16, value: ArraySlice<UInt8>)] = []

        init(_ bytes: ArraySlice<UInt8>) throws(NDEFError) {
            var rest = bytes
            while !rest.isEmpty {
                let header = rest.prefix(4)
                let start = rest.startIndex
                guard header.count == 4 else {
                    throw NDEFError(.invalidWiFi, offset: start, context: "an attribute's header, left \(rest.count)")
                }
                let number = UInt16(header[start]) << 8 | UInt16(header[start + 1])
                let length = Int(header[start + 2]) << 8 | Int(header[start + 3])
                rest = rest.dropFirst(4)
                guard length <= rest.count else {
                    throw NDEFError(
                        .invalidWiFi, offset: start, context: "an attribute, length \(length), left \(rest.count)")
                }
                list.append((number, rest.prefix(length)))
                rest = rest.dropFirst(length)
            }
        }

        func all(_ number: UInt16) -> [ArraySlice<UInt8>] { list.filter { $0.number == number }.map(\.value) }

        func first(_ number: UInt16) -> ArraySlice<UInt8>? { list.first { $0.number == number }?.value }

        func value(_ number: UInt16, _ name: String, _ lengths: ClosedRange<Int>) throws(NDEFError) -> [UInt8]? {
            guard let value = first(number) else { return nil }
            guard lengths.contains(value.count) else {
                throw NDEFError(.invalidWiFi, offset: value.startIndex, context: "\(name), length \(value.count)")
            }
            return Array(value)
        }

        func number(_ number: UInt16, _ name: String) throws(NDEFError) -> UInt16? {
            try value(number, name, 2...2).map { UInt16($0[0]) << 8 | UInt16($0[1]) }
        }
    }
}

extension WiFiCredential {
    /// The way to join in words; nil for a value that names none.
    public var authenticationName: String? {
        switch authentication {
        case 0x0001?: "open"
        case 0x0002?: "WPA-Personal"
        case 0x0004?: "shared key"
        case 0x0008?: "WPA-Enterprise"
        case 0x0010?: "WPA2-Enterprise"
        case 0x0020?: "WPA2-Personal"
        case 0x0022?: "WPA/WPA2-Personal"
        default: nil
        }
    }

    /// The encryption in words; nil for a value that names none.
    public var encryptionName: String? {
        switch encryption {
        case 0x0001?: "none"
        case 0x0002?: "WEP"
        case 0x0004?: "TKIP"
        case 0x0008?: "AES"
        case 0x000C?: "TKIP/AES"
        default: nil
        }
    }
}

extension WiFiCredential: CustomStringConvertible {
    /// What it is for, without name and key of the network. Safe to log.
    public var description: String { "a Wi-Fi credential, \(authenticationName ?? "authentication not known")" }
}
