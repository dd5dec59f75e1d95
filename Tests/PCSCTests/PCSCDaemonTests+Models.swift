import Foundation
import Provisioning
import Simulation
import TestSupport
import Testing

@testable import PCSC

extension PCSCDaemonTests {
    /// The port `CardChannel` through a real pcscd, on every reader model.
    @Test(arguments: VirtualReaderModel.allCases) func everyModelKeepsTheRulesOfAChannel(_ model: VirtualReaderModel)
        async throws
    {
        try await onThread { [daemon] in
            let reader = RackReader(DaemonFixture.names[0], model: model, tags: [CardSample.tag])
            // The tag lies there until the server is stopped.
            let server = RackServer(
                try Rack(RackFile(readers: [reader])), ports: [daemon.port], timing: VpcdTiming(doneAfter: 1_000_000))
            try server.start()
            defer { #expect(server.wait().isEmpty) }
            defer { server.stop() }
            let slot = try daemon.open(0)
            _ = try slot.waitForTag()
            for rule in CardRule.all { try rule.check(slot, model) }
            server.stop()
            try slot.waitForRemoval()
        }
    }
}
