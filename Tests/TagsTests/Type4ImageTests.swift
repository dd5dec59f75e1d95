import Tags
import Testing

@Suite struct Type4ImageTests {
    static let file = "000A" + smallMessage + "0000000000000000"

    static func image(_ container: String, _ file: String? = file) -> ImageMemory {
        .type4(container: bytes(container), files: file.map { [0xE104: bytes($0)] } ?? [:])
    }

    @Test(arguments: ["10", "20", "30"]) func message(_ version: String) {
        let contents = interpret(Self.image("000F\(version)003B0034 0406E10400FF0000"), chip: nil)
        #expect(contents.verdict == .message(bytes(smallMessage)))
        #expect(contents.lockState == .writable)
        #expect(contents.capacityBytes == 253)
        #expect(contents.notes == [])
    }

    /// The extended TLV of mapping version 3.0: a size and a length of four bytes; behind a proprietary file.
    @Test func extendedFile() {
        let contents = interpret(
            Self.image("00193000FF00FF 0506E10500808283 0608E1040001000000FF", "0000000A" + smallMessage), chip: nil)
        #expect(contents.verdict == .message(bytes(smallMessage)))
        #expect(contents.lockState == .readOnly)
        #expect(contents.capacityBytes == 65_532)
    }

    static let accesses: [(String, String, LockState, Int?)] = [
        ("0000", "message", .writable, 62), ("00FF", "message", .readOnly, 62), ("0080", "message", .passwordWrite, 62),
        ("0083", "message", .passwordWrite, 62), ("0001", "message", .unknown, 62),
        ("8181", "missing", .passwordReadWrite, nil), ("8000", "missing", .passwordReadWrite, nil),
        ("FF00", "missing", .unknown, nil),
    ]

    /// A file that only a key reads is not reported as empty, and what an image holds of it is not shown.
    @Test(arguments: accesses.indices) func access(_ index: Int) {
        let (access, kind, lockState, capacity) = Self.accesses[index]
        for file in [Self.file, "0000"] {
            let contents = interpret(Self.image("000F20003B00340406E1040040" + access, file), chip: .ntag424)
            #expect(contents.verdict.kind == (kind == "message" && file == "0000" ? "empty" : kind))
            #expect(contents.lockState == lockState)
            #expect(contents.capacityBytes == capacity)
        }
    }

    static let verdicts: [(ImageMemory, String, String)] = [
        (image("000F40003B00340406E10400400000"), "notNDEF", "the capability container has mapping version 4.0"),
        (image("000F00003B00340406E10400400000"), "notNDEF", "the capability container has mapping version 0.0"),
        (
            image("000E20003B00340406E104004000"), "notNDEF",
            "the capability container of 14 bytes has no NDEF file control TLV"
        ),
        (
            image("000F20003B00340506E10400400000"), "notNDEF",
            "the capability container of 15 bytes has no NDEF file control TLV"
        ),
        (
            image("001720003B00340406E1040040"), "missing",
            "the capability container says 23 bytes, 13 are in the image"
        ),
        (image("001720"), "missing", "the capability container has 3 bytes in the image, fewer than any has"),
        (image(""), "missing", "the capability container has 0 bytes in the image"),
        (image("000E20003B00340405E104004000"), "notNDEF", "the NDEF file control TLV has 5 bytes"),
        (image("000F20003B00340406E10300400000"), "notNDEF", "the NDEF file control TLV names file E103 of 64 bytes"),
        (image("000F20003B00340406E10400040000"), "notNDEF", "the NDEF file control TLV names file E104 of 4 bytes"),
        (image("000F20003B00340406E10500400000"), "missing", "file E105, the NDEF file, is not in the image"),
        (image("000F20003B00340406E10400400000", "00"), "missing", "file E104 has 1 bytes in the image"),
        (image("000F20003B00340406E10400400000", "000AD10106"), "missing", "NLEN says 10, 3 present"),
        (image("000F20003B00340406E10400400000", "003FD10106"), "broken", "NLEN says 63, there is room for 62"),
        (image("000F20003B00340406E10400400000", "0003D10106"), "broken", "no NDEF message"),
        (
            image("001120003B00340608E104FFFFFFFF0000", "FFFFFFFBD10106"), "missing",
            "NLEN says 4294967291, 3 present"
        ),
    ]

    @Test(arguments: verdicts.indices) func verdict(_ index: Int) {
        let (image, kind, sentence) = Self.verdicts[index]
        let contents = interpret(image, chip: nil)
        #expect(contents.verdict.kind == kind)
        #expect(contents.verdict.sentence.hasPrefix(sentence), "\(contents.verdict.sentence)")
        if kind == "notNDEF" { #expect(contents.lockState == .notNDEF) }
    }

    @Test func fileLongerThanTheContainerSays() {
        let contents = interpret(Self.image("000F20003B00340406E10400100000"), chip: nil)
        #expect(contents.verdict == .message(bytes(smallMessage)))
        #expect(contents.notes == ["file E104 has 20 bytes; the capability container says 16"])
    }
}
