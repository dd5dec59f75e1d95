import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Runs that take genuine tags alone.
@Suite("Genuine tags") struct GenuineRunTests {
    private func run(
        _ model: VirtualReaderModel, _ tags: [RackTag], genuine: Bool?, asked: Bool = true, items count: Int = 1
    ) throws -> Finished {
        var scenario = Scenario(items(count), model, tags)
        scenario.order = TagOrder(requiresGenuine: asked, verifySignature: { _, _, _ in genuine })
        return try scenario.run()
    }

    private func signature(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    private func signed(_ uid: String) -> RackTag {
        var tag = tag(.ntag213, uid)
        tag.traits.signature = signature(0x5A)
        return tag
    }

    @Test func oneThatVerifiesIsWritten() throws {
        let done = try run(.acr122u, [signed(good1)], genuine: true)
        #expect(done.status(1) == .written)
        #expect(done.presentation(good1)?.genuine == .yes)
        #expect(done.presentation(good1)?.vendor == 0x04)
    }

    /// It is refused before anything is written, and the next tag takes the item; it counts as spoilt.
    @Test func oneThatDoesNotIsRefused() throws {
        let done = try run(.acr122u, [signed(bad1)], genuine: false)
        #expect(done.status(1) == .pending)
        let presentation = try #require(done.presentation(bad1))
        #expect(presentation.reason == .notGenuine)
        #expect(presentation.genuine == .no)
        #expect(presentation.detail == "its originality signature is not that of the maker of NTAG213: it is a copy")
        #expect(done.tag(bad1)?.writes == 0)
    }

    @Test func whyItIsNotKnown() throws {
        let cases: [(VirtualReaderModel, RackTag, Bool?, String)] = [
            (.part3, tag(.ntag213, bad1), true, "this reader passes no READ_SIG"),
            (.acr122u, tag(.ntag203, bad1), true, "NTAG203 has no originality signature that is known"),
            (.acr122u, signed(bad1), nil, "the key of its maker is not known for sure"),
        ]
        for (model, tag, genuine, why) in cases {
            let done = try run(model, [tag], genuine: genuine)
            #expect(done.presentation(bad1)?.reason == .notGenuine, "\(why)")
            #expect(done.presentation(bad1)?.genuine == .unknown, "\(why)")
            #expect(done.presentation(bad1)?.detail == "whether it is genuine is not known: \(why)")
            #expect(done.tag(bad1)?.writes == 0)
        }
    }

    /// Where nobody asked for it the signature is not read.
    @Test func notAsked() throws {
        let done = try run(.acr122u, [signed(good1)], genuine: false, asked: false)
        #expect(done.status(1) == .written)
        #expect(done.presentation(good1)?.genuine == nil)
        #expect(done.tag(good1)?.log.flatMap(\.frames).contains { $0.command.first == 0x3C } == false)
    }

    /// Damage comes before it, and a row's wishes behind it.
    @Test func theOrderOfTheContract() throws {
        var unformatted = signed(bad1)
        unformatted.pages[3] = Page(0, 0, 0, 0)
        let done = try run(.acr122u, [unformatted], genuine: false)
        #expect(done.presentation(bad1)?.reason == .tagUnformatted)
        var scenario = Scenario(
            [item(1, url: "https://example.com/t/S1", chip: .ntag216)], .acr122u, [signed(bad1)])
        scenario.order = TagOrder(requiresGenuine: true, verifySignature: { _, _, _ in false })
        #expect(try scenario.run().presentation(bad1)?.reason == .notGenuine)
    }
}
