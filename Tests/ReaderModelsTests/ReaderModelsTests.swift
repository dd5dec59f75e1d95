// ReaderModelsTests
