import Foundation
import PCSC
import Provisioning
import ReaderModels
import Testing

@Suite struct NoServiceTests {
    /// In a process of its own, whose libpcsclite looks for a socket that is not there, whatever runs on this machine.
    /// The library reads that name once a process.
    @Test func withoutAServiceEveryCallSaysSo() async {
        await #expect(processExitsWith: .success) {
            setenv("PCSCLITE_CSOCK_NAME", "/nonexistent/pcscd.comm", 1)
            let readers = PCSCReaders()
            let known = ReaderInfo(name: "A 00 00", model: .model(ofReaderNamed: "A 00 00"))
            #expect(throws: ReadersError(.noService)) { try readers.list() }
            #expect(throws: ReadersError(.noService)) { try readers.waitForChange(from: []) }
            #expect(throws: ReadersError(.noService)) { try readers.open(known) }
            do throws(ReadersError) {
                _ = try readers.list()
            } catch {
                #expect(error.description == "no PC/SC service (SCARD_E_NO_SERVICE 0x8010001D)")
            }
            readers.cancel()
            #expect(throws: ReadersError(.cancelled)) { try readers.waitForChange(from: []) }
        }
    }
}
