/// `tagmill saved` and what is below it.
extension CommandTable {
    static let saved = Command(
        "saved", "keep what tags hold, and put it on others",
        explanation: """
            Saved tags are in the file saved.sqlite beside the journal, always on this machine; 'tagmill read --save' and
            'tagmill saved import' add to it. ID is the number that 'saved list' shows, or a name, or a part of a name that
            no other saved tag has.
            """,
        examples: [
            .init(line: "tagmill read --save 'Shelf 7'", meaning: "keep the presented tag"),
            .init(line: "tagmill saved list", meaning: "what is kept"),
            .init(line: "tagmill saved write 'Shelf 7'", meaning: "put it on another tag"),
        ],
        subcommands: [
            savedList, savedShow, savedEdit, savedWrite, savedExport, savedImport, savedDelete,
        ])

    private static let id = Command.Operand(
        name: "ID", isOptional: false, summary: "the number of a saved tag, its name, or a part of its name")

    private static let yes = Option("yes", short: "y", "do not ask")

    private static let savedList = Command(
        "saved list", "list the saved tags",
        options: .journal,
        examples: [
            .init(line: "tagmill saved list", meaning: "id, name, times and first record of each"),
            .init(line: "tagmill saved list --json", meaning: "the same for a script"),
        ])

    private static let savedShow = Command(
        "saved show", "show a saved tag: what its records say, and every field as it stands",
        operands: [id], options: .journal,
        examples: [
            .init(line: "tagmill saved show 3", meaning: "by its id"),
            .init(line: "tagmill saved show shelf --json", meaning: "by a part of its name, for a script"),
        ])

    static let savedEdit = Command(
        "saved edit", "change the name of a saved tag, or any field of any record",
        explanation: """
            Without --record the only record is meant. The result must be a message that can be written; what it was and
            what it is now is shown. Types and identifiers are given as text, one character a byte.
            """,
        operands: [id],
        options: OptionTable([
            Option("name", value: "NAME", "call it so"),
            Option("record", value: "N", "the record that is meant, from 1"),
            Option("uri", value: "URI", "make the record a URI"),
            Option("text", value: "TEXT", form: .mayBeEmpty, "make the record a text, or change its text"),
            Option("lang", value: "LANG", "the language of the text (default: as it was, else en)"),
            Option("tnf", value: "N", "the type name format, 0 to 5"),
            Option("type", value: "TYPE", form: .mayBeEmpty, "the type"),
            Option("id", value: "ID", form: .mayBeEmpty, "the identifier"),
            Option("payload-hex", value: "HEX", form: .mayBeEmpty, "the payload in hex"),
            Option("payload-file", value: "FILE", "the payload out of a file (-: standard input)"),
            Option("add", "a new record, made of the fields that are given, at --record N or at the end"),
            Option("remove", "drop the record"),
            Option("move", value: "N", "make the record the Nth"),
        ]) + .journal,
        examples: [
            .init(line: "tagmill saved edit 3 --uri https://example.com/t/8", meaning: "its only record"),
            .init(line: "tagmill saved edit 3 --record 2 --text 'Regal 8' --lang de", meaning: "the second record"),
            .init(
                line: "tagmill saved edit 3 --add --tnf 4 --type android.com:pkg --payload-hex 636F6D2E6578",
                meaning: "one more record, field by field"),
            .init(line: "tagmill saved edit 3 --record 2 --move 1", meaning: "phones act on the first record"),
        ])

    static let savedWrite = Command(
        "saved write", "put a saved tag on the presented tag",
        explanation: """
            The tag is identified and judged as in a run, written, activated again, read back and compared; it is written
            or it is not, and why is said. A tag that a password protects is opened where its password is given; it is not
            asked for. Without --reader the first reader on which a tag lies is taken.
            """,
        operands: [id],
        options: OptionTable([
            Option("overwrite", value: "POLICY", "write over another message: blank (never, the default) or always"),
            Option("yes", short: "y", "do not ask before --overwrite always"),
        ]) + .openingPassword + .readers + .journal,
        examples: [
            .init(line: "tagmill saved write 3", meaning: "onto a tag that holds no message"),
            .init(line: "tagmill saved write 'Shelf 7' --overwrite always --yes", meaning: "whatever the tag holds"),
            .init(line: "tagmill saved write 3 --password-file shop.key", meaning: "onto a tag of the shop, too"),
        ])

    static let savedExport = Command(
        "saved export", "write a saved tag into a file: JSON, a message, or the image of a tag",
        explanation: """
            The ending of FILE tells the format: .json (tagmill's own, exact, for 'saved import'), .ndef (the bare message),
            .hex (the same in hex), .nfc (Flipper), .bin (the memory of a tag); any other needs --format. Without FILE it is
            printed. An image is that of a blank tag with the message laid on it as a run lays it; it has the UID of --uid,
            else that of the tag that was saved, else one that is plainly made up.
            """,
        operands: [
            id,
            .init(name: "FILE", isOptional: true, summary: "the file that is made; one that is there is asked about"),
        ],
        options: OptionTable([
            Option("format", value: "FORMAT", "json, ndef, hex, flipper, pm3-json or raw"),
            Option("chip", value: "CHIP", "the chip of an image (default: that of the saved tag, else the smallest)"),
            Option("uid", value: "UID", "the UID of an image, 7 bytes in hex"),
            Option("yes", short: "y", "write over a file that is there, and do not ask"),
        ]) + .journal,
        examples: [
            .init(line: "tagmill saved export 3 shelf.json", meaning: "for another station"),
            .init(line: "tagmill saved export 3 shelf.nfc --chip NTAG215", meaning: "an image for a Flipper Zero"),
            .init(
                line: "tagmill saved export 3 shelf.nfc --uid 04A1B2C3D4E5F6",
                meaning: "as the tag that a run's report names, for a golden set"),
            .init(line: "tagmill saved export 3 --format hex", meaning: "print the message"),
        ])

    static let savedImport = Command(
        "saved import", "save what is in files: exported tags, images of tags, messages",
        explanation: """
            Every file is read before anything is saved; with one that is refused nothing is. A tag is called as its file
            says, else as the file is.
            """,
        operands: [
            .init(
                name: "FILE", isOptional: false,
                summary:
                    "JSON of 'saved export', an image of any kind that 'read' takes, or a message, as it is or in hex",
                isRepeatable: true)
        ],
        options: OptionTable([Option("name", value: "NAME", "call it so; for one file")]) + .journal,
        examples: [
            .init(line: "tagmill saved import shelf.json", meaning: "from another station"),
            .init(line: "tagmill saved import dump.nfc --name 'Shelf 7'", meaning: "from an image"),
        ])

    static let savedDelete = Command(
        "saved delete", "drop a saved tag for good",
        explanation: "Asks where a person sits at the terminal, and elsewhere needs --yes.",
        operands: [id], options: OptionTable([yes]) + .journal,
        examples: [.init(line: "tagmill saved delete 3 --yes", meaning: "without being asked")])
}
