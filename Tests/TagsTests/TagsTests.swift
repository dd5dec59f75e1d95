// TagsTests
