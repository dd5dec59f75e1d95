import Foundation
import PCSC
import Testing

@Suite struct ReaderDriverTests {
    /// Made by hand in the form of libccid's file: comments, and three lists that belong together.
    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \t<key>CFBundleShortVersionString</key>
        \t<string>1.5.2</string>
        \t<!-- <key>ifdDriverOptions</key> <string>0x0005</string> -->
        \t<key>ifdDriverOptions</key>
        \t<string>0x0004</string>
        \t<key>ifdVendorID</key>
        \t<array>
        \t\t<string>0x072F</string>
        \t\t<!-- <string>0x0001</string> -->
        \t\t<string>0x04E6</string>
        \t</array>
        \t<key>ifdProductID</key>
        \t<array>
        \t\t<string>0x2200</string>
        \t\t<string>0x5591</string>
        \t</array>
        \t<key>ifdFriendlyName</key>
        \t<array>
        \t\t<string>ACS ACR122U PICC Interface</string>
        \t\t<string>SCM SCL3711</string>
        \t</array>
        </dict>
        </plist>

        """

    private func driver(_ text: String) throws -> ReaderDriver? {
        try MadeUpMachine.facts([
            "/etc/driver.plist": text,
            "/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist": "-> ../../../../../../etc/driver.plist",
        ]).drivers.first
    }

    @Test func aBundleIsReadThroughItsLink() throws {
        let driver = try #require(try driver(Self.plist))
        #expect(
            driver
                == ReaderDriver(
                    name: "ifd-ccid.bundle", path: "/etc/driver.plist", version: "1.5.2", options: 4,
                    claims: ["072f:2200": "ACS ACR122U PICC Interface", "04e6:5591": "SCM SCL3711"]))
        #expect(driver.isLibccid)
        #expect(!driver.letsEscapesThrough)
    }

    @Test(arguments: [
        ("0x0001", true), ("1", true), ("0x0000", false), ("0x0006", false), ("0x0007", true), ("x", false),
    ])
    func theBitThatLetsEscapesThrough(value: String, isSet: Bool) throws {
        let text = Self.plist.replacingOccurrences(of: "0x0004", with: value)
        #expect(try driver(text)?.letsEscapesThrough == isSet)
    }

    /// Every beginning of a file, and every file with one byte changed, is read without a trap, and never claims more.
    @Test func brokenFilesAreReadAsFarAsTheyGo() throws {
        let bytes = Array(Self.plist.utf8)
        let folder = try MadeUpMachine(["/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist": ""])
        defer { try? FileManager.default.removeItem(atPath: folder.root) }
        let path = folder.root + "/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist"
        func claims(_ bytes: some Collection<UInt8>) throws -> Int {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let drivers = MachineFacts(answer: nil, root: folder.root, user: nil).drivers
            return try #require(drivers.first).claims.count
        }
        for length in stride(from: 0, to: bytes.count, by: 7) { #expect(try claims(bytes.prefix(length)) <= 2) }
        for index in stride(from: 0, to: bytes.count, by: 11) {
            var changed = bytes
            changed[index] = UInt8(ascii: "<")
            #expect(try claims(changed) <= 2)
        }
    }

    @Test(arguments: [
        "", "<", "<!--", "<key>", "<key>ifdVendorID</key><array><string>", "<string>0x1</string>", "\u{0}<>",
    ])
    func nothingOfUse(text: String) throws {
        #expect(try driver(text)?.claims == [:])
    }

    @Test func readersThatFilesName() throws {
        let found = try MadeUpMachine.facts([
            "/etc/reader.conf.d/virtual": """
            # FRIENDLYNAME "Not this one"
            FRIENDLYNAME "Virtual PCD"
            DEVICENAME   /dev/null:0x8C7B
            LIBPATH      /usr/lib/here.so
            CHANNELID    0x8C7B

              FRIENDLYNAME\tPlain
            LIBPATH "/usr/lib/not here.so" # there is none
            LIBPATH
            """,
            "/etc/reader.conf.d/.hidden": "FRIENDLYNAME X\nLIBPATH /x\n", "/etc/reader.conf.d/other": "LIBPATH /x\n",
            "/usr/lib/here.so": "",
        ]).configured
        #expect(
            found == [
                .init(file: "/etc/reader.conf.d/virtual", name: "Virtual PCD", library: "/usr/lib/here.so"),
                .init(
                    file: "/etc/reader.conf.d/virtual", name: "Plain", library: "/usr/lib/not here.so",
                    isLibraryThere: false),
            ])
    }
}
