/// Every command of tagmill. What is not listed here does not exist.
enum CommandTable {
    static let root = Command(
        "tagmill", "provisions NFC tags in bulk",
        explanation: """
            Writes the rows of a CSV file to NFC tags on every reader at once, reads each tag back, and reports what
            each of them holds.
            """,
        examples: [
            .init(line: "tagmill plan tags.csv", meaning: "check a job; no reader is needed"),
            .init(line: "tagmill run tags.csv", meaning: "write it; lay one tag after another on any reader"),
            .init(line: "tagmill resume", meaning: "go on with a run that stopped or died"),
            .init(line: "tagmill rerun reports/RUN/failures.csv", meaning: "make what failed"),
        ],
        subcommands: [
            run, resume, rerun, plan, verify, read, readers, doctor, report, runs, saved, tag, ndef, rack, simulate,
        ])

    private static let job = Command.Operand(
        name: "JOB.csv", isOptional: false,
        summary:
            "a CSV file with a header: columns sku, url, text, lang, type, value, uid, quantity, lock, chip, and any others"
    )

    static let run = Command(
        "run", "check a job, write and verify its tags, and report",
        explanation: """
            Every row is checked first; with a bad row nothing is written. Then each idle reader shows the item that it
            takes next: lay a tag on it, and lift it when the outcome is shown. Prints the folder of the report. A
            report's CSV in place of the job does what 'rerun' does.
            """,
        operands: [job], options: .content + .jobFile + .run + .readers + .journal,
        examples: [
            .init(line: "tagmill run tags.csv", meaning: "all readers, next row to the next tag"),
            .init(
                line: "tagmill run skus.csv --url 'https://example.com/t/{sku}'",
                meaning: "a job of SKUs alone; the URL is made from each"),
            .init(
                line: "tagmill run tags.csv --reader 'ACR122U*00 00' --spoilage 5%",
                meaning: "one reader, and an end when tags are bad"),
            .init(
                line: "tagmill run tags.csv --lock --format-blank",
                meaning: "lock every tag for ever once it was read back; make factory-new tags NDEF tags"),
            .init(
                line: "tagmill run tags.csv --on-failure 'jq -r .sku >> failed.txt'",
                meaning: "a command for each item that failed; the item is on its standard input"),
            .init(
                line: "tagmill run jobs/demo.csv --rack jobs/demo-rack.json", meaning: "no hardware: virtual readers"),
        ])

    static let resume = Command(
        "resume", "go on with a run that stopped or died, or that has items in doubt",
        explanation: """
            The run keeps its job, its settings and its folder. Items that are done stay done; one in doubt is settled
            when its tag is laid again, on any reader; the others go to the next tags. Without RUN it is the newest run
            that stopped, died or has items in doubt, and is named. An option that says otherwise than the run was told is refused:
            'rerun RUN' makes what is left in other ways.
            """,
        operands: [
            .init(name: "RUN", isOptional: true, summary: "a run's id, any part of one that is unique, or 'last'")
        ],
        options: .content + .csv + .resume + .readers + .journal,
        examples: [
            .init(line: "tagmill resume", meaning: "after a power cut: the newest run that is to be gone on with"),
            .init(line: "tagmill resume 20261130T081500Z-tags --dry-run", meaning: "what is left of that run"),
            .init(
                line: "tagmill resume last --release-in-doubt",
                meaning: "tags in doubt are lost: their items go to new tags"),
        ])

    static let rerun = Command(
        "rerun", "make the items of an earlier report that did not succeed",
        explanation: """
            Takes the name and the settings of the job from the run that made the report. Items that are written or
            unchanged are passed over; one in doubt stays bound to its tag. Where the journal knows the run, its word
            counts: what a spreadsheet did to the file by itself is undone, and what a person corrected is taken.
            Where no journal knows it, the report.json beside the file stands in for it.
            """,
        operands: [
            .init(
                name: "REPORT", isOptional: false,
                summary: "report.csv, failures.csv or report.json of an earlier run, or the run: its id, a part of it, "
                    + "or 'last'")
        ],
        options: .content + .csv + .run + .rerun + .readers + .journal,
        examples: [
            .init(
                line: "tagmill rerun reports/20261130T081500Z-tags/failures.csv",
                meaning: "what failed, and nothing else"),
            .init(line: "tagmill rerun last --only failed,pending", meaning: "out of the journal, without a file"),
            .init(
                line: "tagmill rerun failures.csv --settings tags.json",
                meaning: "the run's journal is not at hand: settings from a file"),
        ])

    static let plan = Command(
        "plan", "check a job without hardware: bytes, chips that fit, every problem",
        explanation: """
            --time says how long the job will take: every item is written to a virtual tag as it is delivered, by the procedure of
            'run', and its exchanges are counted for the readers that are named or there (where none is, for an ACR122U and a
            reader of PC/SC part 3). A reader that made tags of the job before, by the journal, counts as it was measured. People's
            hands are told apart from that. --verbose shows each reader and where its numbers come from.
            """,
        operands: [job], options: .content + .jobFile + .plan + .journal,
        examples: [
            .init(line: "tagmill plan tags.csv", meaning: "every problem with its row, line and column"),
            .init(
                line: "tagmill plan tags.csv --time", meaning: "and how long it will take on the readers that are there"
            ),
            .init(
                line: "tagmill plan tags.csv --time --reader 'ACR122U*' -v",
                meaning: "on some of them, with each reader's share"),
            .init(line: "tagmill plan tags.csv --json", meaning: "the same for a script"),
        ])

    static let verify = Command(
        "verify", "compare tags, or tag images, with what they must hold",
        explanation: """
            GOLDEN.csv has the columns of a job, so a job is one, and as it needs: chip (of any kind), lock_state, genuine, and
            message_hex in the place of url and text; message_hex D00000 stands for an empty tag. A row with a uid is for that
            tag, any other for the first tag that is as it says. A tag that is as no row says is compared with a row that has no
            tag: the one whose message it holds, whose SKU it names or whose first record it has, else the next in the file, which
            is told. The report of a run is a golden file too: its tags must still be as they were made, by its result columns
            (UID, chip, lock state, message). Own columns are not compared. genuine is what the chip's originality signature says:
            yes or no; unknown where none was read, or no key for the chip is known.
            Messages are compared by what they mean: records in order, URIs in full and byte for byte, texts and their languages;
            identifiers of records do not count. What a tag fills by itself (SDM, an ASCII mirror) is left out where the
            expected message has zeros for it; a mirror must show the tag's UID, and one over any other text is a difference.
            A mirror of the settings must be switched on over its zeros.
            Without PATH it ends when every expectation has a tag. Prints a line for each status but match (differs, missing,
            unexpected, duplicate, unreadable), then the totals. Writes to no tag. Exit 0: all match; 1: anything else, and where no
            more tags came for as long as --idle-timeout says (those that are left are missing); 2: the golden file, a PATH or a
            file to be written was refused; 3: no reader, or a file cannot be written; 4: stopped by Ctrl-C.
            """,
        operands: [
            .init(
                name: "GOLDEN.csv", isOptional: false,
                summary: "what the tags must hold: a table like a job, or a run's report.csv or report.json"),
            .init(
                name: "PATH", isOptional: true,
                summary: "an image file, or a folder of them; without it the tags on the readers", isRepeatable: true),
        ],
        options: .content + .jobFile + .verify + .readers,
        examples: [
            .init(line: "tagmill verify golden.csv images/", meaning: "every image of a folder, in CI"),
            .init(line: "tagmill verify golden.csv images/ --junit verify.xml", meaning: "the same for a CI server"),
            .init(
                line: "tagmill verify golden.csv images/ --require-genuine",
                meaning: "and whether the chips are their maker's"),
            .init(line: "tagmill verify tags.csv", meaning: "the job that made the tags; lay them in any order"),
            .init(
                line: "tagmill verify reports/20261130T081500Z-tags/report.csv --idle-timeout 60",
                meaning: "the tags of a run, each by its UID"),
            .init(line: "tagmill verify tags.csv --rack rack.json -o out", meaning: "virtual readers, with a report"),
        ])

    static let read = Command(
        "read", "show what is on the presented tag, or in image files",
        explanation: """
            Without PATH and --reader the first reader on which a tag lies is taken. With PATH no reader is used: image
            files of every kind that is known are shown, and in folders files of no such kind are passed over, unless only
            images have their ending. Where a journal is, it says what the tag is known to carry. With --catalog the product
            of the tag's SKU is shown; SKUs are compared without case. Writes to no tag. Exit 0: every tag that was shown
            holds a message or is empty, and is in the catalogue; 1: one is damaged, unreadable, no NDEF tag, or not in the
            catalogue; 4: no tag came.
            """,
        operands: [
            .init(
                name: "PATH", isOptional: true, summary: "an image file, or a folder of them", isRepeatable: true)
        ],
        options: .read + .readers + .journal,
        examples: [
            .init(line: "tagmill read", meaning: "wait for a tag and show it"),
            .init(line: "tagmill read --json --idle-timeout 10", meaning: "one JSON object; exit 4 without a tag"),
            .init(
                line: "tagmill read --watch --catalog products.csv",
                meaning: "lay tag after tag on any reader and see each product"),
            .init(line: "tagmill read --watch --json | jq .uid", meaning: "a line a tag, as it comes"),
            .init(line: "tagmill read --save 'Shelf 7'", meaning: "keep what the tag holds, to put it on others"),
            .init(line: "tagmill read shelf.nfc dumps/", meaning: "image files, and those of a folder"),
            .init(
                line: "tagmill read --catalog products.csv --sku-pattern 'sku=([^&]+)'",
                meaning: "the SKU is in the URL's query"),
        ])

    static let readers = Command(
        "readers", "list the readers, numbered, with model, slot and state",
        options: OptionTable([
            Option(
                "identify", value: "N", "light up and sound the reader with this number of the list, to see which it is"
            )
        ]) + OptionTable(OptionTable.readers.options.filter { $0.name != "idle-timeout" }),
        examples: [
            .init(line: "tagmill readers --identify 2", meaning: "which of two equal readers is the second one"),
            .init(line: "tagmill readers", meaning: "what is plugged in"),
            .init(line: "tagmill readers --rack jobs/demo-rack.json", meaning: "the readers of a rack"),
        ])

    static let doctor = Command(
        "doctor", "tell what keeps this machine from reading tags, and the exact cure",
        explanation: """
            Looks at the PC/SC service, the rights of this user, the kernel's modules, drivers, USB, every reader, the journal and
            its disk. What is not well is followed by the commands that cure it; none of them is run, nothing is changed, and
            nothing is sent to a tag. Commands are those of Debian where the system's own are not known. Exit 0: no fault (there
            may be warnings); 1: a fault beside which readers can be used; 3: no reader can be used, or no journal. --quiet shows
            faults alone, --verbose what was seen.
            """,
        options: OptionTable([
            Option("out", short: "o", value: "DIR", group: .journal, "where reports are to be made (default: reports)")
        ]) + .journal,
        examples: [
            .init(line: "tagmill doctor", meaning: "every check, and the cure of what is not well"),
            .init(line: "tagmill doctor -q || echo not well", meaning: "faults alone; the exit code for a script"),
            .init(
                line: "tagmill doctor --json | jq '.checks[] | select(.status == \"fault\")'",
                meaning: "the same for a program"),
        ])

    private static let runOperand = Command.Operand(
        name: "RUN", isOptional: false, summary: "a run's id, any part of one that is unique, or 'last'")

    static let report = Command(
        "report", "render a run again, or tell whether a report was changed",
        explanation: """
            Renders the run as the journal has it now, also while it goes on or when it died, and prints the folder. With
            --check nothing is rendered: a file is compared with what was rendered of the run.
            """,
        operands: [runOperand], options: .report + .journal,
        examples: [
            .init(line: "tagmill report last", meaning: "the newest run, into its own folder"),
            .init(line: "tagmill report 0815 --format csv -o /tmp/copies", meaning: "the CSV files, elsewhere"),
            .init(line: "tagmill report last --format junit", meaning: "junit.xml, which CI servers read"),
            .init(
                line: "tagmill report last --check report.csv",
                meaning: "exit 0: as tagmill wrote it; exit 1: changed, or of another run"),
        ])

    static let runs = Command(
        "runs", "list the runs of the journal, newest first; show or forget one",
        explanation: """
            'open' counts the items that are pending or in doubt and that no later run took, 'tags' the tags that carry an
            item of the run now. Where the newest run can go on, standard error tells the command for it.
            """,
        options: .journal,
        examples: [
            .init(line: "tagmill runs", meaning: "id, job, start, state and counts, and the next step"),
            .init(line: "tagmill runs show last", meaning: "what became of each item of the newest run"),
        ],
        subcommands: [runsShow, runsForget], standsAlone: true)

    static let runsShow = Command(
        "runs show", "show a run: its settings, its executions, its items, and what their tags carry now",
        operands: [runOperand], options: .journal,
        examples: [
            .init(line: "tagmill runs show last", meaning: "the newest run"),
            .init(line: "tagmill runs show 20261130T0815 --json", meaning: "the same for a script"),
        ])

    static let runsForget = Command(
        "runs forget", "drop the cells and messages of a run for good",
        explanation: """
            UIDs, SKUs, times and outcomes are kept, so that the run's tags are still known. The run cannot be resumed, rerun
            by its id or rendered any more. The files in its folder are not touched, and can still be rerun.
            """,
        operands: [runOperand],
        options: OptionTable([
            Option("yes", short: "y", "do not ask, and forget a run with items that are still to be made too")
        ]) + .journal,
        examples: [
            .init(line: "tagmill runs forget 20261130T081500Z-tags", meaning: "asks where a person sits there")
        ])

    static let ndef = Command(
        "ndef", "work with NDEF messages, without a tag",
        examples: [
            .init(line: "tagmill ndef decode D1010C55046578616D706C652E636F6D", meaning: "what the bytes say"),
            .init(line: "tagmill ndef encode uri https://example.com/a", meaning: "the bytes of a record"),
        ],
        subcommands: [ndefDecode, ndefEncode])

    static let ndefDecode = Command(
        "ndef decode", "show the records of a message",
        explanation: """
            HEX may hold blanks and colons. A file may hold the message itself or its hex. Without an argument, or
            with '-', standard input is read.
            """,
        operands: [.init(name: "HEX|FILE", isOptional: true, summary: "the bytes of the message")],
        examples: [
            .init(line: "tagmill ndef decode D1010C55046578616D706C652E636F6D", meaning: "from hex"),
            .init(line: "tagmill ndef decode message.ndef --json", meaning: "from a file, for a script"),
        ])

    static let rack = Command(
        "rack", "present virtual tags to a real pcscd, through vpcd",
        explanation: """
            With --pcsc it writes the reader configuration and the driver copies that pcscd needs into DIR, and ends.
            Without, it connects to the ports and presents the tags. vpcd listens on every network interface: keep
            pcscd, rack and command in a network namespace of their own.
            """,
        operands: [.init(name: "RACK.json", isOptional: false, summary: "the readers and their tags")],
        options: OptionTable([
            Option("pcsc", value: "DIR", "write reader.conf and the driver copies into DIR, for pcscd -c DIR"),
            Option("port", value: "N", "the first port (default: 35963)"),
        ]),
        examples: [
            .init(line: "tagmill rack rack.json --pcsc /tmp/pcsc", meaning: "make the configuration for pcscd"),
            .init(line: "tagmill rack rack.json", meaning: "present the tags"),
        ])
}
