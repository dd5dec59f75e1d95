import Jobs
import Tags

extension TagImage {
    /// A file of Flipper Zero's NFC application, `.nfc`, versions 2 to 4 (its documentation of the format, and what its
    /// firmware writes). Keys are found by name, whatever their order; those that are not known are passed over.
    static func flipper(_ file: ImageFile) throws(ImageError) -> TagImage? {
        guard let flipper = try FlipperFile(file) else { return nil }
        guard let version = try flipper.number("Version", in: 1...9), (2...4).contains(version) else {
            throw ImageError(.broken, "the line Version: must say 2, 3 or 4")
        }
        let device = flipper.value(try flipper.required("Device type"))
        switch device {
        case "NTAG/Ultralight":
            return try flipperUltralight(flipper, type: try flipper.field("NTAG/Ultralight type").map(flipper.value))
        case "Mifare Classic": return try flipperClassic(flipper)
        case "ISO15693-3", "SLIX": return try flipperISO15693(flipper)
        case "FeliCa": return try flipperFeliCa(flipper)
        default:
            // Versions 2 and 3 name the chip of a Type 2 tag here.
            if flipperChip(named: device) != nil { return try flipperUltralight(flipper, type: device) }
            return try flipperUIDAlone(flipper, device: device)
        }
    }

    /// A kind of which the UID alone is taken.
    static func flipperUIDAlone(_ flipper: FlipperFile, device: String) throws(ImageError) -> TagImage {
        let uid = try flipper.uid(counts: [4, 7, 8, 10], kind: "any tag")
        return TagImage(
            format: .flipper, uid: uid, chip: device == "Mifare DESFire" ? .desfire : nil,
            memory: .notUnderstood(
                "images of device type \(device.quoted) are not understood; only its UID is"),
            notes: try flipper.zeroUIDNotes(uid))
    }
}
