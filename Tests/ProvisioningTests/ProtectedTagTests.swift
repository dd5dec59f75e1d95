import Jobs
import Provisioning
import ReaderModels
import Simulation
import Synchronization
import Tags
import TestSupport
import Testing

/// The desk of a run with one item for whatever tag comes.
private final class OneItemDesk: TagDesk {
    let item: Item
    let claims = Mutex<[PresentedTag]>([])
    let results = Mutex<[TagResult]>([])

    init(_ item: Item) { self.item = item }

    func claim(_ tag: PresentedTag) -> ClaimAnswer {
        claims.withLock { $0.append(tag) }
        if tag.rejection != nil { return .dismissed }
        return .take(Assignment(item: item, settles: false, mayOverwrite: true))
    }

    func intend() -> Rejection? { nil }

    func conclude(_ result: TagResult, lockState: LockState?) { results.withLock { $0.append(result) } }
}

/// A run over tags that a password protects.
@Suite struct ProtectedTagTests {
    static let uid = "04112233445566"

    private func run(_ access: UInt8, auth0: UInt8, passwords: TestPasswords) throws -> (
        TagResult?, PresentedTag?, VirtualTag
    ) {
        let pages = [
            0x29: Page(0x04, 0x00, 0x00, auth0), 0x2A: Page(access, 0x05, 0x00, 0x00),
            0x2B: Page(0xA1, 0xB2, 0xC3, 0xD4),
            0x2C: Page(0x55, 0x66, 0x00, 0x00),
        ]
        let laid = RackTag(.ntag213, uid: UID(hex: Self.uid), pages: pages)
        let rack = try Rack(RackFile(readers: [RackReader("Reader A 00 00", model: .acr122u, tags: [laid])]))
        let info = try #require(try rack.readers.list().first)
        let slot = try rack.readers.open(info)
        _ = try slot.waitForTag()
        let desk = OneItemDesk(item(1, url: "https://example.com/t/S1"))
        let procedure = TagProcedure(
            reader: info, desk: desk, clock: SteppingClock.shared, order: TagOrder(passwords: passwords))
        try slot.withCard { procedure.perform(on: &$0) }
        let tag = try #require(rack.tags.first)
        return (desk.results.withLock { $0.first }, desk.claims.withLock { $0.first }, tag)
    }

    /// Opened before anything is decided, and again after each activation of the procedure; the configuration stays.
    @Test(arguments: [0x00, 0x80] as [UInt8], [0x04, 0x07, 0x28] as [UInt8])
    func isWrittenWithItsPassword(access: UInt8, auth0: UInt8) throws {
        let passwords = TestPasswords([Self.uid: "A1B2C3D45566"])
        let (result, claim, tag) = try run(access, auth0: auth0, passwords: passwords)
        #expect(claim?.rejection == nil && claim?.chip == .ntag213 && claim?.capacityBytes == 137)
        guard case .written? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(tag.memory.count > 64 && tag.memory[23...].starts(with: [0xD1, 0x01]))
        #expect(tag.page(0x29) == [0x04, 0x00, 0x00, auth0] && tag.page(0x2A) == [access, 0x05, 0x00, 0x00])
        #expect(tag.password == [0xA1, 0xB2, 0xC3, 0xD4])
        #expect(tag.passwordAttempts.allSatisfy { $0.verdict == .right } && tag.passwordAttempts.count <= 2)
    }

    @Test(arguments: [0x00, 0x80] as [UInt8]) func aWrongPasswordIsRejectedWithThat(access: UInt8) throws {
        let passwords = TestPasswords([Self.uid: "000000000000"])
        let (result, claim, tag) = try run(access, auth0: 4, passwords: passwords)
        #expect(claim?.lockState == (access == 0 ? .passwordWrite : .passwordReadWrite))
        guard case .rejected(let rejection)? = result else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(rejection.reason == .tagPassword)
        #expect(rejection.detail.contains("refused"))
        #expect(tag.passwordAttempts.count == 1 && tag.pageWrites.isEmpty)
        #expect(passwords.refused == [UID(hex: Self.uid)])
    }
}
