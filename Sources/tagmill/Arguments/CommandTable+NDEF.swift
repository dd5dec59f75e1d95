import Jobs

extension CommandTable {
    static let ndefEncode = Command(
        "ndef encode", "make a message of records, and print it in hex",
        explanation: """
            A record is its TYPE, its VALUE and fields as NAME=VALUE; a + stands between two records. Types and fields are
            those of a job's records: \(recordTypes). A word that begins with the name of a field and = is that field: a value
            of such a form is written as value=VALUE, as is one that begins with a hyphen. NAME=@FILE takes what stands in a file,
            NAME=@- standard input, NAME=@@X the text @X. The password of a Wi-Fi is taken in no other way. file=FILE gives the
            bytes of mime and external; any other NAME=VALUE of json is a member of its object. What is odd
            of a record is told on standard error; what cannot be written is refused, and nothing is printed.
            """,
        operands: [
            .init(
                name: "TYPE|VALUE|NAME=VALUE|+", isOptional: true, summary: "the records, in their order",
                isRepeatable: true)
        ],
        options: OptionTable([
            Option("lang", value: "LANG", "the language of texts whose record names none (default: en)"),
            Option(
                "from", value: "FILE", "the records of a file as 'ndef decode --json' prints them; - is standard input"),
            Option("out", short: "o", value: "FILE", "write the bytes of the message into a file, and print no hex"),
            Option("yes", short: "y", "write over a file that is there"),
        ]),
        examples: [
            .init(line: "tagmill ndef encode uri https://example.com/a", meaning: "one record"),
            .init(
                line: "tagmill ndef encode uri https://example.com/a + text 'Regal 7' lang=de + aar com.example.app",
                meaning: "three records; Android acts on the first, and the app stands last"),
            .init(
                line: "tagmill ndef encode gs1 09506000134352 batch=A1 serial=7 domain=id.example.com -o tag.ndef",
                meaning: "a GS1 Digital Link, into a file"),
            .init(
                line: "tagmill ndef encode sms '+1 202 555 0143' body=@message.txt",
                meaning: "a value that stands in a file"),
            .init(
                line: "tagmill ndef encode wifi ssid=Guest password=@- --json",
                meaning: "the password from standard input; bytes, records and chips that fit, for a script"),
            .init(
                line: "tagmill ndef encode --from message.json",
                meaning: "back from what 'tagmill ndef decode --json' printed"),
        ])

    private static let recordTypes = RecordKind.knownNames.joined(separator: ", ")
}
