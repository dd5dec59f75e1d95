import Provisioning
import Simulation
import TestSupport
import Testing

@Suite struct MemoryJournalTests {
    @Test(arguments: JournalConformance.rules) func keeps(rule: JournalRule) throws {
        try rule.check(MemoryJournal(digest: JournalSample.digest))
    }
}
