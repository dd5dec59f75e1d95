import Jobs
import Tags
import Testing

@testable import JobFiles

@Suite struct PasswordFileTests {
    private func read(_ text: String) throws(JobFileError) -> TagPasswords { try PasswordFile.read(Array(text.utf8)) }

    private func password(_ hex: String, _ pack: String = "0000") throws -> TagPassword {
        let (password, pack) = (try #require([UInt8](hex: hex)), try #require([UInt8](hex: pack)))
        return try #require(TagPassword(password: password, acknowledgement: pack))
    }

    @Test(arguments: [
        ("0A1b2C3d", "0000"), ("0A1b2C3d\n", "0000"), ("0A1B2C3D\r\n", "0000"), ("  0A1B2C3D\t\n", "0000"),
        ("0A1B2C3D:beef\n", "BEEF"), ("0A1B2C3D BEEF", "BEEF"), ("0A1B2C3D,BEEF", "BEEF"),
        ("0A1B2C3D , BEEF ", "BEEF"), ("# of the shelves\n\n0A1B2C3D:BEEF\n# end", "BEEF"),
        ("\u{FEFF}0A1B2C3D\n", "0000"),
    ])
    func one(_ text: String, _ pack: String) throws {
        #expect(try read(text) == .one(try password("0A1B2C3D", pack)))
    }

    @Test func oneForEachUID() throws {
        let passwords = try read(
            "# mine\nUID;Password;pack\n04a1b2c3d4e5f6;0A1B2C3D;\n# theirs\n04A1B2C3D4E5F7;FFFFFFFE;BEEF\n")
        let (first, second) = (UID(hex: "04A1B2C3D4E5F6"), UID(hex: "04A1B2C3D4E5F7"))
        #expect(
            passwords
                == .byUID([
                    try #require(first): try password("0A1B2C3D"),
                    try #require(second): try password("FFFFFFFE", "BEEF"),
                ]))
        #expect(passwords.password(of: try #require(first)) == (try password("0A1B2C3D")))
        #expect(passwords.password(of: try #require(UID(hex: "04A1B2C3D4E5F8"))) == nil)
        #expect(
            try read("password,uid\n0A1B2C3D,04A1B2C3D4E5F6") == .byUID([try #require(first): try password("0A1B2C3D")])
        )
    }

    private static let wanted = "a password is 8 hex digits, and if need be a colon and the 4 of its PACK"

    static let refused: [(String, String)] = [
        ("", "the file holds no password"), ("# nothing\n\n", "the file holds no password"),
        ("0A1B2C3", "line 1, byte 8: \(wanted)"), ("0A1B2C3G", "line 1, byte 8: \(wanted)"),
        ("\n 0A1B2C3D9", "line 2, byte 10: \(wanted)"), ("0A1B2C3D:", "line 1, byte 10: PACK is 4 hex digits"),
        ("0A1B2C3D:BEE", "line 1, byte 13: PACK is 4 hex digits"),
        ("0A1B2C3D:BEEFA", "line 1, byte 14: nothing may stand behind the password and its PACK"),
        ("0A1B2C3D BEEF # x", "line 1, byte 15: nothing may stand behind the password and its PACK"),
        ("0x1B2C3D", "line 1, byte 2: \(wanted)"),
        (
            "0A1B2C3D\nDEADBEEF\n",
            "line 2, byte 1: a second line; one password stands alone in its file, and several in a CSV file with the "
                + "columns uid and password"
        ),
        ("uid,password\n", "the file has a header and no passwords"),
        ("uid,pack\n04A1B2C3D4E5F6,BEEF\n", "the column password is missing in the header"),
        ("password,pack\n0A1B2C3D,BEEF\n", "the column uid is missing in the header"),
        (
            "uid,password,DEADBEEF\n04A1B2C3D4E5F6,0A1B2C3D,\n",
            "column 3 of the header is not known; a file of passwords has uid, password and, if need be, pack"
        ),
        ("uid,password,Password\n04A1B2C3D4E5F6,0A1B2C3D,\n", "two columns of the header are password"),
        ("uid,password\n04A1B2C3D4E5F6,\n", "line 2: column password: it must be 8 hex digits"),
        ("uid,password\n\n04A1B2C3D4E5F6,0A1B2C\n", "line 3: column password: it must be 8 hex digits"),
        ("uid,password\n04A1B2C3D4E5F6,0A1B:2C3\n", "line 2: column password: it must be 8 hex digits"),
        ("uid,password,pack\n04A1B2C3D4E5F6,0A1B2C3D,BE\n", "line 2: column pack: it must be 4 hex digits"),
        (
            "uid,password\n0A1B2C3D,04A1B2\n", "line 2: column password: it must be 8 hex digits"
        ),
        (
            "uid,password\n08112233,0A1B2C3D\n",
            "line 2: column uid: a uid is 4, 7, 8 or 10 bytes in hex, and none that is drawn anew each time"
        ),
        (
            "uid,password\n04A1B2C3D4E5F6,0A1B2C3D\n04:A1:B2:C3:D4:E5:F6,DEADBEEF\n",
            "line 3: column uid: the uid 04A1B2C3D4E5F6 stands in line 2 already"
        ),
        (
            "uid,password\n04A1B2C3D4E5F6,0A1B2C3D,BEEF\n", "line 2: a cell stands where the header has no name"
        ),
        (
            "uid,password\n\"04A1B2C3D4E5F6,0A1B2C3D\n",
            "line 2: the quote that opens a cell on this line is never closed"
        ),
    ]

    /// Place and reason, and not a digit of a password.
    @Test(arguments: refused) func refuses(_ text: String, _ sentence: String) {
        do throws(JobFileError) {
            _ = try read(text)
            Issue.record("taken: \(text)")
        } catch {
            #expect(error.description == sentence)
            for secret in ["0A1B", "DEAD", "BEEF"] { #expect(!error.description.contains(secret)) }
        }
    }

    /// Every beginning and every changed byte of a good file is read or refused, and nothing of a password is told.
    @Test func damagedFiles() {
        for text in ["0A1B2C3D:BEEF\n", "# x\nuid,password,pack\n04A1B2C3D4E5F6,0A1B2C3D,BEEF\n"] {
            let bytes = Array(text.utf8)
            var files = (0..<bytes.count).map { Array(bytes[..<$0]) }
            for index in bytes.indices {
                for byte in [0x00, 0x0A, 0x0D, 0x22, 0x23, 0x2C, 0x30, 0x80, 0xFF] as [UInt8] {
                    var changed = bytes
                    changed[index] = byte
                    files.append(changed)
                }
            }
            for file in files {
                do throws(JobFileError) {
                    _ = try PasswordFile.read(file)
                } catch {
                    #expect(!error.description.contains("1B2C"))
                }
            }
        }
    }

    @Test func nothingShowsAPassword() throws {
        let passwords = try read("0A1B2C3D:BEEF")
        let table = try read("uid,password\n04A1B2C3D4E5F6,0A1B2C3D\n")
        for shown in ["\(passwords)", "\(table)", String(reflecting: passwords), String(reflecting: table)] {
            #expect(!shown.contains("10") && !shown.contains("0A"))
        }
        var dumped = ""
        dump(passwords, to: &dumped)
        dump(table, to: &dumped)
        #expect(dumped == "- a password\n- passwords of 1 tags\n")
    }
}
