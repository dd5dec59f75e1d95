/// Commands for the presented tag alone.
extension CommandTable {
    static let tag = Command(
        "tag", "work with the presented tag",
        examples: [
            .init(line: "tagmill tag info", meaning: "everything that is known of it"),
            .init(line: "tagmill tag dump shelf.nfc", meaning: "its memory, as an image file"),
            .init(line: "tagmill tag lock", meaning: "asks, and makes it read-only for ever"),
        ],
        subcommands: [
            tagInfo, tagErase, tagFormat, tagLock, tagProtect, tagUnprotect, tagDump, tagRestore,
        ])

    /// Every act says what it will do to the tag that lies there, and asks.
    private static let acting = OptionTable([
        Option("dry-run", short: "n", "say what would be done to the tag that lies there, and write nothing"),
        Option("yes", short: "y", "do not ask"),
    ])

    private static let asks =
        "What will be done to the tag that lies there is said, and asked; without a terminal --yes must say it. Without "
        + "--reader the first reader on which a tag lies is taken. Exit 0: done and read back, or nothing to do; 1: the tag "
        + "cannot, or did not; 2: refused, or not allowed; 4: no tag came."

    private static let opens =
        "A tag that a password protects is opened with --password-file or $TAGMILL_PASSWORD; one that is refused is not "
        + "tried again."

    static let tagInfo = Command(
        "tag info", "show everything that is known of a tag without writing to it",
        explanation: """
            UID and maker, chip and how it was told, size, capability container, what it holds and has room for, lock bits,
            password protection, mirror, counters, and whether its maker signed it. On a tag that counts its readings, this
            is one of them. A tag that a password protects is opened where its password is given; it is not asked for. Exit 0:
            it is a tag that is known; 1: it is none, or cannot be read; 4: no tag came.
            """,
        options: .openingPassword + .readers,
        examples: [
            .init(line: "tagmill tag info", meaning: "wait for a tag and show it"),
            .init(line: "tagmill tag info --json", meaning: "the same for a script"),
        ])

    static let tagFormat = Command(
        "tag format", "make a tag an NDEF tag that was delivered without a capability container",
        explanation: """
            Writes the capability container of the chip and an empty NDEF TLV, which takes the first user pages. The container's
            bits can never be cleared again. \(asks) \(opens)
            """,
        options: acting + .openingPassword + .readers,
        examples: [
            .init(line: "tagmill tag format", meaning: "asks, and formats it"),
            .init(line: "tagmill tag format --dry-run", meaning: "which container it would get"),
        ])

    static let tagLock = Command(
        "tag lock", "make a tag read-only for ever",
        explanation: """
            The capability container says read-only, and the lock bit of every user page is set; nothing else is: no
            block-lock bit, no counter, key or configuration page. A lock that came out half is finished. It can never be
            undone. \(asks) \(opens)
            """,
        options: acting + .openingPassword + .readers,
        examples: [
            .init(line: "tagmill tag lock", meaning: "asks, locks, and reads the lock bits back"),
            .init(line: "tagmill tag lock --dry-run --json", meaning: "whether it can be locked, for a script"),
        ])

    static let tagProtect = Command(
        "tag protect", "protect a tag with a password",
        explanation: """
            The user pages can be written with the password alone, with --read also read. The password comes out of a file, the
            environment, or is typed, never from the command line. It is proved before anything is protected: the tag must
            open with it. A tag that has this password already is opened with it; to change a password take the old one off
            first. \(asks)
            """,
        options: OptionTable([
            Option("read", "the password is needed for reading too: phones see nothing of the tag"),
            Option("limit", value: "N", "so many wrong passwords, 1 to 7, close the tag for ever (default: as it is)"),
            Option("lock-configuration", "the protection can never be changed or taken off again"),
        ]) + acting + .password + .readers,
        examples: [
            .init(line: "tagmill tag protect", meaning: "asks for the password twice, and protects the tag"),
            .init(line: "tagmill tag protect --password-file shop.key --yes", meaning: "for a script"),
        ])

    static let tagUnprotect = Command(
        "tag unprotect", "take the password off a tag",
        explanation: """
            The tag is opened with its password once; one that it refuses is not tried again, since some tags count. AUTH0, PROT,
            PWD and PACK become as delivered, everything else stays. \(asks)
            """,
        options: acting + .password + .readers,
        examples: [
            .init(line: "tagmill tag unprotect --password-file shop.key", meaning: "asks, and takes it off")
        ])

    static let tagErase = Command(
        "tag erase", "take the message off a tag",
        explanation: """
            An empty NDEF TLV takes the place of the message, behind the control TLVs that stand there; what the message
            held beside its first bytes stays in the memory, unless --wipe makes the rest of the data area zero. Lock bits,
            passwords and configuration stay as they are. \(asks) \(opens)
            """,
        options: OptionTable([Option("wipe", "make the rest of the data area zero too")]) + acting + .openingPassword
            + .readers,
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
            bits are set for ever; CFG0 and CFG1, but for what protects. \(asks) \(opens)
            """,
        operands: [.init(name: "FILE", isOptional: false, summary: "an image of a Type 2 tag")],
        options: OptionTable([
            Option("page", value: "N", isRepeatable: true, "restore this page too, by its number (decimal)")
        ]) + acting + .openingPassword + .readers,
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
        ]) + .openingPassword + .readers,
        examples: [
            .init(line: "tagmill tag dump shelf.nfc", meaning: "the presented tag, for a Flipper Zero or a golden set"),
            .init(line: "tagmill tag dump shelf.bin --image shelf.nfc", meaning: "one format into another"),
        ])
}
