// JobFilesTests
