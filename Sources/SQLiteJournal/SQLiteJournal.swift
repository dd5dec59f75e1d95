// SQLiteJournal
