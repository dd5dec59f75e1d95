import Provisioning
import Simulation
import TestSupport
import Testing

/// The port `CardChannel`, in this process, on every reader model.
@Suite struct CardChannelTests {
    @Test(arguments: VirtualReaderModel.allCases, CardRule.all) func holds(
        _ model: VirtualReaderModel, _ rule: CardRule
    )
        throws
    {
        let rack = try Rack(RackFile(readers: [RackReader("A 00 00", model: model, tags: [CardSample.tag])]))
        let slot = try rack.readers.open(try #require(try rack.readers.list().first))
        _ = try slot.waitForTag()
        try rule.check(slot, model)
    }
}
