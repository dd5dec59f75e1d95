import Testing

@testable import TagImages

struct ImageFileTests {
    @Test func aFileOfNoKindIsRefusedByName() {
        #expect(throws: ImageError(.unknownKind, "is of no kind of image that is known")) {
            try TagImage(reading: Array("hello".utf8), name: "notes.md")
        }
    }

    @Test func endingsAndLines() {
        let file = ImageFile(bytes: Array("\u{FEFF}a\r\nb\nc".utf8), name: "Tag.NFC")
        #expect(file.ending == "nfc")
        #expect(file.lines == ["a", "b", "c"])
        #expect(ImageFile(bytes: Array("a\rb\r\n\nc\n".utf8), name: "").lines == ["a", "b", "", "c", ""])
        let most = ImageFile.mostLines
        #expect(ImageFile(bytes: Array(repeating: 0x0A, count: most - 1), name: "").lines?.count == most)
        #expect(ImageFile(bytes: Array(repeating: 0x0A, count: most), name: "").lines == nil)
        #expect(ImageFile(bytes: [0x41, 0], name: ".bin").lines == nil)
        #expect(ImageFile(bytes: [], name: ".bin").ending == "")
    }
}
