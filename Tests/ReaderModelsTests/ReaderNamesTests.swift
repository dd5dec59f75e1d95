import ReaderModels
import Testing

@Suite struct ReaderNamesTests {
    @Test(arguments: [
        ("ACS ACR122U PICC Interface 00 00", "acr122u"), ("ACS ACR122U 00 00", "acr122u"),
        ("acs acr122u picc interface 01 00", "acr122u"), ("ACS ACR122 0", "acr122u"), ("ACS ACR122T 00 00", "acr122u"),
        ("ACS ACR1222L VisualVantage 00 00", "part3"),
        ("ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] 00 00", "part3"),
        ("ACS ACR1252 Dual Reader [ACR1252 Dual Reader SAM] 01 00", "sam"),
        ("ACS ACR1552 1S CL Reader [ACR1552 1S CL Reader PICC] (R1234) 00 00", "part3"),
        ("ACS ACR1552 1S CL Reader [ACR1552 1S CL Reader SAM] (R1234) 01 00", "sam"),
        ("ACS ACR1552 1S CL Reader PICC", "part3"), ("ACS ACR1552 1S CL Reader SAM", "sam"),
        ("Identiv Identiv uTrust 4711 F CL + SAM Reader 00 00", "part3"),
        ("Feitian VR504 VHBR Contactless & Contact Card Reader 00 00", "part3"),
        ("ACS ACR1581 1S Dual Reader [ACR1581 1S Dual Reader PICC] 00 00", "part3"),
        ("ACS ACR1581 1S Dual Reader [ACR1581 1S Dual Reader ICC] 01 00", "contact"),
        ("ACS ACR1581 1S Dual Reader [ACR1581 1S Dual Reader SAM] 02 00", "sam"),
        ("ACS ACR1281 1S Dual Reader 00 00", "part3"), ("ACS ACR1281 1S Dual Reader 00 02", "sam"),
        ("Feitian R502 [R502 Contactless Reader] 00 00", "part3"),
        ("Feitian R502 [R502 Contact Reader] 01 00", "contact"),
        ("Feitian R502 [R502 SAM1 Reader] 02 00", "sam"), ("Feitian R502 [R502 SAM2 Reader] 03 00", "sam"),
        ("HID Global OMNIKEY 5422 Smartcard Reader [OMNIKEY 5422CL Smartcard Reader] (KJ) 00 00", "part3"),
        ("HID Global OMNIKEY 5422 Smartcard Reader [OMNIKEY 5422 Smartcard Reader] (KJ) 01 00", "contact"),
        ("HID Global OMNIKEY 5122 Dual [OMNIKEY 5122CL Dual] 00 00", "part3"),
        ("HID Global OMNIKEY 5122 Dual [OMNIKEY 5122 Dual] 01 00", "contact"),
        ("HID Global OMNIKEY 5022 Smart Card Reader [OMNIKEY 5022 Smart Card Reader] 00 00", "part3"),
        ("HID OMNIKEY 5427 CK (0123) 00 00", "part3"), ("HID OMNIKEY 5025-CL 00 00", "part3"),
        ("Identiv uTrust 4701 F Dual Interface Reader [uTrust 4701 F Contact Reader] (5) 00 00", "contact"),
        ("Identiv uTrust 4701 F Dual Interface Reader [uTrust 4701 F CL Reader] (5) 01 00", "part3"),
        ("Identiv uTrust 4711 F CL + SAM Reader [uTrust 4711 F SAM Reader] 00 00", "sam"),
        ("Identiv uTrust 4711 F CL + SAM Reader [uTrust 4711 F CL Reader] 01 00", "part3"),
        ("Identive Identive CLOUD 4510 F Contactless + SAM Reader 00 00", "part3"),
        ("Identiv uTrust 3700 F CL Reader [uTrust 3700 F CL Reader] 00 00", "part3"),
        ("Yubico YubiKey OTP+FIDO+CCID 00 00", "security-key"), ("Yubico Yubikey NEO U2F+CCID 00 00", "security-key"),
        ("Nitrokey Nitrokey 3 [CCID/ICCD Interface] 00 00", "security-key"),
        ("Free Software Initiative of Japan Gnuk (FSIJ-1) 00 00", "security-key"),
        ("Purism, SPC Librem Key 00 00", "security-key"), ("SafeNet eToken 5110+ FIPS 00 00", "security-key"),
        ("Canokeys Canokey [OpenPGP PIV OATH] 00 00", "security-key"), ("Aktiv Rutoken ECP 00 00", "security-key"),
        ("Virtual PCD 00 00", "part3"), ("Samsung Reader 00 00", "part3"), ("", "part3"), ("[", "part3"),
        ("[] 00", "part3"),
        ("] ACR122U [", "acr122u"),
    ])
    func names(_ name: String, _ model: String) {
        let found = ReaderModel.model(ofReaderNamed: name)
        #expect(found.name == model)
        #expect((found.slot == .contactless) == ["acr122u", "part3"].contains(model))
        #expect((found.passThrough == .inCommunicateThru) == (model == "acr122u"))
        #expect(found.pagesPerFastRead == (model == "acr122u" ? 60 : 0))
    }
}
