/// Commands for the presented tag alone.
extension CommandTable {
    static let tag = Command(
        "tag", "work with the presented tag",
        examples: [.init(line: "tagmill tag dump shelf.nfc", meaning: "its memory, as an image file")],
        subcommands: [tagErase, tagDump, tagRestore])

    /// Every act says what it will do to the tag that lies there, and asks.
    private static let acting = OptionTable([
        Option("dry-run", short: "n", "say what would be done to the tag that lies there, and write nothing"),
        Option("yes", short: "y", "do not ask"),
    ])

    private static let asks = """
        What will be done to the tag that lies there is said, and asked; without a terminal --yes must say it. Without --reader
        the first reader on which a tag lies is taken. Exit 0: done and read back, or nothing to do; 1: the tag cannot, or did
        not; 2: refused, or not allowed; 4: no tag came.
        """

    static let tagErase = Command(
        "tag erase", "take the message off a tag",
        explanation: """
            An empty NDEF TLV takes the place of the message, behind the control TLVs that stand there; what the message
            held beside its first bytes stays in the memory, unless --wipe makes the rest of the data area zero. Lock bits,
            passwords and configuration stay as they are. \(asks)
            """,
        options: OptionTable([Option("wipe", "make the rest of the data area zero too")]) + acting + .readers,
        examples: [
            .init(line: "tagmill tag erase", meaning: "asks, and empties the tag"),
            .init(line: "tagmill tag erase --wipe --yes", meaning: "leaves nothing of the message, and does not ask"),
        ])

    static let tagRestore = Command(
        "tag restore", "write the user pages of an image back onto a tag",
        explanation: """
            FILE is an image of any kind that 'read' takes, of a Type 2 chip; the tag must have the same pages. Its user
            pages are written where they differ, the page of the message's length last, and read back. Pages that the image
            does not know stay as they are. UID, capability container, lock bytes, counters, configuration and passwords are
            never touched, but for those that --page names: the capability container (3) and the dynamic lock page, whose
            bits are set for ever; CFG0 and CFG1, but for what protects. \(asks)
            """,
        operands: [.init(name: "FILE", isOptional: false, summary: "an image of a Type 2 tag")],
        options: OptionTable([
            Option("page", value: "N", isRepeatable: true, "restore this page too, by its number (decimal)")
        ]) + acting + .readers,
        examples: [
            .init(line: "tagmill tag restore shelf.nfc", meaning: "asks, and writes what differs"),
            .init(line: "tagmill tag restore shelf.nfc --dry-run", meaning: "which pages would be written"),
            .init(
                line: "tagmill tag restore shelf.nfc --page 3 --yes", meaning: "the capability container too, for ever"),
        ])

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
