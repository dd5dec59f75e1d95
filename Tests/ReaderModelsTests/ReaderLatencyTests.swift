import ReaderModels
import Testing

@Suite struct ReaderLatencyTests {
    private let acr122u = ReaderModel.model(ofReaderNamed: "ACS ACR122U PICC Interface 00 00").latency
    private let part3 = ReaderModel.model(ofReaderNamed: "Virtual PCD 00 00").latency

    /// Public traces show 18 to 25 ms a page write.
    @Test func pageWritesOfTheACR122UAreAsInTraces() {
        #expect((18_000...25_000).contains(acr122u.pageWrite))
        #expect(acr122u.basis == .published)
        #expect(part3.basis == .hypothesis)
    }

    /// READ: 368 us of command and 1548 us of answer on the air, within 2 % (NXP MF0ICU2).
    @Test func whatIsOnTheAir() {
        #expect(acr122u.read - acr122u.exchange == 368 + 1_572)
        #expect(abs(acr122u.read - acr122u.exchange - (368 + 1_548)) < 40)
        // About 0.45 + 0.34 n ms.
        let (one, sixty) = (part3.fastRead(pages: 1), part3.fastRead(pages: 60))
        #expect((sixty - one) / 59 == 344)
        #expect(part3.fastRead(pages: 0) > part3.exchange + 450)
        #expect(part3.reading(sentBytes: 0, receivedBytes: 0) == part3.exchange)
    }

    /// What makes FAST_READ worth its while on every model: 60 pages in less than half the time of 15 READs.
    @Test func fastReadIsFaster() {
        for latency in [acr122u, part3] { #expect(latency.fastRead(pages: 60) < 15 * latency.read / 2) }
    }
}
