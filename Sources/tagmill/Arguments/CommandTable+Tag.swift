/// Commands for the presented tag alone.
extension CommandTable {
    static let tag = Command(
        "tag", "work with the presented tag",
        examples: [.init(line: "tagmill tag dump shelf.nfc", meaning: "its memory, as an image file")],
        subcommands: [tagDump])

    static let tagDump = Command(
        "tag dump", "write the memory of a tag into an image file",
        explanation: """
            The ending of FILE tells the format: .nfc (Flipper), .json (Proxmark3), .bin, .dump or .mfd (the memory, byte
            for byte), .ndef (the message alone); any other needs --format. What cannot be read, passwords above all, is not known and is
            marked so where the format can; it is never taken for zero. Without --reader the first reader on which a tag
            lies is taken. With --image an image of any kind that 'read' takes is written in another format.
            """,
        operands: [
            .init(name: "FILE", isOptional: false, summary: "the file that is made; one that is there is asked about")
        ],
        options: OptionTable([
            Option("format", value: "FORMAT", "flipper, pm3-json, raw or ndef"),
            Option("image", value: "PATH", "take this image instead of a presented tag"),
            Option("yes", short: "y", "write over a file that is there"),
        ]) + .readers,
        examples: [
            .init(line: "tagmill tag dump shelf.nfc", meaning: "the presented tag, for a Flipper Zero or a golden set"),
            .init(line: "tagmill tag dump shelf.bin --image shelf.nfc", meaning: "one format into another"),
        ])
}
