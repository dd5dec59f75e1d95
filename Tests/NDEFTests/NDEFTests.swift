// NDEFTests
