// PCSCTests
