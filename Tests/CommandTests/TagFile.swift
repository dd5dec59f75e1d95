import Jobs
import NDEF
import Tags

/// A made-up NTAG213, as an image file or as a tag of a rack.
struct TagFile {
    /// Seven bytes.
    var uid = "04A10000000001"
    var message: [UInt8] = []
    /// As the chip is delivered; field case 12 knows it with the values of an NTAG203.
    var lockControl = "0103A00C34"
    /// CFG0: no mirror, no protection.
    var cfg0 = "040000FF"
    /// Page 3, as it is delivered.
    var container = "E1101200"
    /// Page 2: no lock bits behind the check byte.
    var lockBytes = "0000"
    /// Pages 43 and 44: password and PACK, which a tag answers as zeros.
    var passwordPages = ["00000000", "00000000"]
    var pagesRead = 45
    /// The originality signature, in hex; nil: the file has none.
    var signature: String?

    init(_ uid: String = "04A10000000001", uri: String? = nil, text: String? = nil, language: String = "en") throws {
        self.uid = uid
        var records: [Record] = []
        if let uri { records.append(URIRecord(uri).record) }
        if let text { records.append(try TextRecord(text, language: language).record) }
        if !records.isEmpty { message = try Message(records).encoded() }
    }

    var pages: [[UInt8]] {
        let id = [UInt8](hex: uid) ?? []
        let locks = [UInt8](hex: lockBytes) ?? []
        var bytes = id[0..<3] + [0x88 ^ id[0] ^ id[1] ^ id[2]] + id[3..<7]
        bytes += [id[3] ^ id[4] ^ id[5] ^ id[6], 0x48] + locks + ([UInt8](hex: container) ?? [])
        bytes += ([UInt8](hex: lockControl) ?? []) + [3, UInt8(message.count)] + message + [0xFE]
        bytes += Array(repeating: 0, count: 160 - bytes.count)
        bytes += [0, 0, 0, 0xBD] + ([UInt8](hex: cfg0) ?? []) + [0, 5, 0, 0]
        bytes += passwordPages.flatMap { [UInt8](hex: $0) ?? [] }
        return stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<($0 + 4)]) }
    }

    /// A file of a Flipper Zero.
    var flipper: String {
        var lines = [
            "Filetype: Flipper NFC device", "Version: 4", "Device type: NTAG/Ultralight", "UID: \(Self.spaced(uid))",
            "ATQA: 00 44", "SAK: 00", "Data format version: 2", "NTAG/Ultralight type: NTAG213", "Pages total: 45",
            "Pages read: \(pagesRead)",
        ]
        if let signature { lines.insert("Signature: \(Self.spaced(signature))", at: 8) }
        // Pages that were not read stand there as zeros.
        for (number, page) in pages.enumerated() {
            lines.append("Page \(number): \(number < pagesRead ? Self.spaced(page.hex) : "00 00 00 00")")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The tag in a rack.
    var racked: String {
        let pages = self.pages[4..<40].enumerated().map { #""\#($0 + 4)": "\#($1.hex)""# }.joined(separator: ", ")
        return #"{"chip": "NTAG213", "uid": "\#(uid)", "pages": {\#(pages)}}"#
    }

    private static func spaced(_ hex: String) -> String {
        var text = ""
        for (index, digit) in hex.enumerated() {
            text += (index > 0 && index.isMultiple(of: 2) ? " " : "") + "\(digit)"
        }
        return text
    }
}
