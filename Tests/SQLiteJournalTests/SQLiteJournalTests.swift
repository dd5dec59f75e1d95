// SQLiteJournalTests
