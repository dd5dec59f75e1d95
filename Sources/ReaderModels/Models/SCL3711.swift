extension ReaderModel {
    /// SCM SCL3711 and SCM3712: a PN533 behind PC/SC.
    ///
    /// - Pass-through: none is documented for Type 2 tags (SCL3711 manual, p. 30 and 45).
    /// - READ BINARY gives the 4 bytes of one page (documented: p. 30), or 16, with 6C 10 for any other Le (seen: nfc-pcsc #68):
    ///   the length that 6C names is asked for then. UPDATE BINARY takes 4.
    /// - The kernel's pn533_usb may have taken it away (seen).
    static let scl3711 = ReaderModel(name: "scl3711", title: "SCM SCL3711", slot: .contactless)
}
