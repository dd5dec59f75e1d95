import Provisioning
import ReaderModels
import Simulation
import Synchronization
import Tags
import TestSupport
import Testing

/// Passwords of some tags, and which of these were refused.
final class TestPasswords: PasswordSource {
    private let known: [UID: TagPassword]
    private let refusals = Mutex<[UID]>([])

    init(_ known: [String: String]) {
        var passwords: [UID: TagPassword] = [:]
        for (uid, hex) in known {
            guard let uid = UID(hex: uid), let bytes = [UInt8](hex: hex) else { continue }
            passwords[uid] = TagPassword(password: Array(bytes.prefix(4)), acknowledgement: Array(bytes.suffix(2)))
        }
        self.known = passwords
    }

    var refused: [UID] { refusals.withLock { $0 } }

    func password(of uid: UID) -> TagPassword? { refused.contains(uid) ? nil : known[uid] }

    func wasRefused(by uid: UID) { refusals.withLock { $0.append(uid) } }
}

/// Tags that a password keeps, and what its password does (architecture: at most one refused PWD_AUTH a UID and run).
@Suite struct OpeningTests {
    static let uid = "04112233445566"
    static let message: [UInt8] = [0xD1, 0x01, 0x02, 0x55, 0x04, 0x61]

    /// An NTAG213 with a message, AUTH0, ACCESS, and the password A1B2C3D4 with PACK 5566.
    private func laid(auth0: UInt8, access: UInt8) -> RackTag {
        var pages: [Int: Page] = [:]
        let bytes = [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x06] + Self.message + [0xFE, 0x00, 0x00]
        for index in 0..<4 { pages[4 + index] = Page(bytes[(4 * index)..<(4 * index + 4)]) }
        pages[0x29] = Page(0x04, 0x00, 0x00, auth0)
        pages[0x2A] = Page(access, 0x05, 0x00, 0x00)
        pages[0x2B] = Page(0xA1, 0xB2, 0xC3, 0xD4)
        pages[0x2C] = Page(0x55, 0x66, 0x00, 0x00)
        return RackTag(.ntag213, uid: UID(hex: Self.uid), pages: pages)
    }

    @Test(arguments: [0x80, 0x00] as [UInt8], [0x04, 0x28, 0x29] as [UInt8])
    func itsPasswordOpensIt(access: UInt8, auth0: UInt8) throws {
        let passwords = TestPasswords([Self.uid: "A1B2C3D45566"])
        let (seen, tag) = try inspected(laid(auth0: auth0, access: access), on: .acr122u, passwords: passwords)
        #expect(seen.chip == .ntag213)
        #expect(seen.contents?.verdict == .message(Self.message))
        #expect(seen.contents?.locks?.protectedFrom == Int(auth0))
        #expect(tag.passwordAttempts.count == 1 && passwords.refused.isEmpty)
        #expect(tag.pageWrites.isEmpty)
    }

    @Test func anotherAcknowledgementIsSaid() throws {
        let passwords = TestPasswords([Self.uid: "A1B2C3D45567"])
        let (seen, _) = try inspected(laid(auth0: 4, access: 0x80), on: .acr122u, passwords: passwords)
        #expect(seen.contents?.verdict == .message(Self.message))
        #expect(
            seen.contents?.notes.contains(
                "the password given opens it, and its acknowledgement (PACK) is not the one given") == true)
    }

    @Test(
        arguments: [
            (
                0x80, 0x04,
                "it refused the password given for it; it may have a limit of wrong passwords, so it is not tried again"
            ),
            (
                0x02, 0x04,
                "it refused the password given for it; after wrong ones, AUTHLIM 2, it closes for ever, so it is not tried again"
            ),
            (0x00, 0x04, "it refused the password given for it"),
        ] as [(UInt8, UInt8, String)])
    func aWrongPasswordIsTriedOnce(access: UInt8, auth0: UInt8, note: String) throws {
        let passwords = TestPasswords([Self.uid: "000000000000"])
        for _ in 0..<3 {
            let (seen, tag) = try inspected(laid(auth0: auth0, access: access), on: .acr122u, passwords: passwords)
            #expect(seen.lockState == (access == 0x80 ? .passwordReadWrite : .passwordWrite))
            #expect(seen.contents?.verdict == (access == 0x80 ? .passwordRead(from: 4) : .message(Self.message)))
            if passwords.refused.count == 1, tag.passwordAttempts.count == 1 {
                #expect(seen.contents?.notes.contains(note) == true)
            } else {
                #expect(tag.passwordAttempts.isEmpty)
            }
        }
        #expect(passwords.refused == [UID(hex: Self.uid)])
    }

    /// No PWD_AUTH goes to a tag that does not ask for one, nor through a reader that passes none, nor without a password.
    @Test func whereItIsNotSent() throws {
        let passwords = TestPasswords([Self.uid: "A1B2C3D45566"])
        let open = try inspected(laid(auth0: 0xFF, access: 0), on: .acr122u, passwords: passwords)
        #expect(open.tag.passwordAttempts.isEmpty && open.seen.contents?.verdict == .message(Self.message))
        let others = try inspected(laid(auth0: 4, access: 0x80), on: .acr122u, passwords: TestPasswords([:]))
        #expect(others.tag.passwordAttempts.isEmpty && others.seen.contents?.verdict == .passwordRead(from: 4))
        let none = try inspected(laid(auth0: 4, access: 0), on: .part3, passwords: passwords)
        #expect(none.tag.passwordAttempts.isEmpty)
        #expect(none.seen.contents?.notes.contains("its password was given, and this reader passes none") == true)
    }
}
