import Provisioning
import SQLiteJournal
import TestSupport
import Testing

@Suite struct SQLiteJournalTests {
    @Test(arguments: JournalConformance.rules) func keeps(rule: JournalRule) throws {
        let folder = try TemporaryFolder()
        try rule.check(try folder.journal())
    }
}
