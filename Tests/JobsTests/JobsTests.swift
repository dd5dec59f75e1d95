// JobsTests
