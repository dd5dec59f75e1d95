import Foundation
import Tags
import TestSupport
import Testing

@testable import Jobs

/// Holds Documentation/settings.schema.json and Documentation/Settings.md against the settings that are read.
@Suite("The settings' documents")
struct SettingsSchemaTests {
    private static func text(_ name: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/\(name)")
        return try String(contentsOf: file, encoding: .utf8)
    }

    private static func checker() throws -> SchemaChecker {
        let text = try text("settings.schema.json")
        return SchemaChecker(schema: try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8)))
    }

    private static func document(_ json: JSONValue) throws -> JSONDocument {
        try JSONDecoder().decode(JSONDocument.self, from: Data(json.compact.utf8))
    }

    /// Every kind once, with a type that stands for all of it.
    private static let kinds: [RecordKind] = [
        .uri, .text, .smartPoster, .vcard, .wifi, .tel, .sms, .mailto, .geo, .androidPackage, .json, .gs1, .ndef,
        .mime("text/plain"), .external("example.com:t"),
    ]

    private func names(_ members: JSONDocument?) -> Set<String> {
        guard case .object(let members)? = members else { return [] }
        return Set(members.keys)
    }

    // MARK: The schema

    @Test("its keys are those of the program")
    func keys() throws {
        let properties = try Self.checker().schema["properties"]
        #expect(names(properties) == Set(Settings.builtKeys))
        func list(_ names: [String]) -> JSONDocument { .array(names.map { .string($0) }) }
        #expect(properties?["overwrite"]?["enum"] == list(OverwritePolicy.allCases.map(\.rawValue)))
        #expect(properties?["chips"]?["items"]?["enum"] == list(Chip.written.map(\.rawValue)))
        #expect(properties?["mirror"]?["enum"] == list(AsciiMirror.Content.settingNames.map(\.name)))
        #expect(properties?["columns"]?["additionalProperties"]?["enum"] == list(JobColumn.allCases.map(\.rawValue)))
        let duplicates = properties?["duplicates"]?["properties"]
        for name in ["sku", "content"] {
            #expect(duplicates?[name]?["enum"] == list(DuplicatePolicy.allCases.map(\.rawValue)))
        }
        #expect(properties?["attempts"]?["maximum"] == .integer(Int64(JobLimits.attempts.upperBound)))
        #expect(properties?["records"]?["maxItems"] == .integer(Int64(JobLimits.recordsPerMessage)))
    }

    /// The rule of the schema for a kind of record.
    private func rule(of kind: RecordKind, _ checker: SchemaChecker) throws -> JSONDocument? {
        guard case .array(let rules)? = checker.schema["properties"]?["records"]?["items"]?["anyOf"] else { return nil }
        return rules.first { rule in
            guard let type = rule["properties"]?["type"] else { return false }
            return SchemaChecker(schema: type).faults(of: .string(kind.name)).isEmpty
        }
    }

    @Test("its records are those of the program", arguments: kinds)
    func records(_ kind: RecordKind) throws {
        let rule = try #require(try rule(of: kind, try Self.checker()))
        #expect(names(rule["properties"]) == Set(kind.settingNames))
        #expect((rule["patternProperties"] != nil) == (kind.fields.perLanguage != nil))
    }

    @Test("it knows every type")
    func types() throws {
        let checker = try Self.checker()
        let samples = ["mime:TYPE/SUBTYPE": "mime:a/b", "external:DOMAIN:TYPE": "external:a.example:b"]
        for name in RecordKind.knownNames {
            let kind = try #require(RecordKind(name: samples[name] ?? name))
            #expect(Self.kinds.contains { $0.settingNames == kind.settingNames })
            let rule = try rule(of: kind, checker)
            #expect(rule != nil, "\(name)")
        }
        guard case .array(let rules)? = checker.schema["properties"]?["records"]?["items"]?["anyOf"] else {
            Issue.record("no rules")
            return
        }
        #expect(rules.count == Self.kinds.count - 1, "mime and external share one")
    }

    @Test(
        "what it takes and refuses is what the program takes and refuses",
        arguments: [
            (#"{}"#, true), (#"{"name": "a", "lock": true, "attempts": 100}"#, true), (#"{"url": "x"}"#, false),
            (#"{"attempts": 0}"#, false), (#"{"attempts": 101}"#, false), (#"{"attempts": "3"}"#, false),
            (#"{"spoilage": 0}"#, true), (#"{"spoilage": "100%"}"#, true), (#"{"spoilage": "7"}"#, true),
            (#"{"spoilage": -1}"#, false), (#"{"spoilage": "101%"}"#, false), (#"{"spoilage": "x"}"#, false),
            (#"{"chips": []}"#, false), (#"{"chips": ["NTAG216"]}"#, true), (#"{"chips": ["NTAG999"]}"#, false),
            (#"{"delimiter": "\t"}"#, true), (#"{"delimiter": "pipe"}"#, true), (#"{"delimiter": ":"}"#, false),
            (##"{"comment": "#"}"##, true), (#"{"comment": "\\"}"#, true), (#"{"comment": "]"}"#, true),
            (#"{"comment": "a"}"#, false), (#"{"comment": "!!"}"#, false), (#"{"comment": "'"}"#, true),
            (#"{"comment": "~"}"#, true), (#"{"comment": "\""}"#, false), (#"{"comment": " "}"#, false),
            (#"{"encoding": "ISO-8859-1//TRANSLIT"}"#, true),
            (#"{"encoding": "a b"}"#, false), (#"{"mirror": "UID"}"#, false),
            (#"{"protect": {"password_file": "p"}}"#, true), (#"{"protect": {}}"#, false),
            (#"{"duplicates": {"sku": "never"}}"#, false), (#"{"columns": {"A": "skuu"}}"#, false),
            (#"{"records": []}"#, false), (#"{"records": [{"type": "text", "value": "x", "lang": "de"}]}"#, true),
            (#"{"records": [{"type": "uri", "value": "x", "lang": "de"}]}"#, false),
            (#"{"records": [{"type": "wifi", "ssid": "x", "hidden": "true"}]}"#, false),
            (#"{"records": [{"type": "mime:a/b", "file": "a.bin"}]}"#, true),
            (#"{"records": [{"type": "mime:a/b", "file": "../a"}]}"#, false),
            (#"{"records": [{"type": "mime:a", "value": "x"}]}"#, false),
            (#"{"records": [{"type": "external:A.example:t", "value": "x"}]}"#, false),
            (#"{"records": [{"type": "smartposter", "value": "a:b", "title_pt-BR": "x"}]}"#, true),
            (#"{"records": [{"type": "smartposter", "value": "a:b", "title_": "x"}]}"#, false),
            (#"{"records": [{"type": "json", "members": {"a": 1}}]}"#, true),
            (#"{"records": [{"type": "json", "members": "{}"}]}"#, false),
        ])
    func same(_ text: String, _ isTaken: Bool) throws {
        let json = try JSONValue(parsing: text)
        #expect(((try? Settings(json: json)) != nil) == isTaken)
        #expect(try Self.checker().faults(of: Self.document(json)).isEmpty == isTaken)
    }

    // MARK: Settings.md

    /// The sections under a heading of that level, by what stands in the heading.
    private static func sections(_ mark: String, of text: String) -> [(title: String, body: String)] {
        var sections: [(title: String, body: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(mark + " ") {
                sections.append((String(line.dropFirst(mark.count + 1)), ""))
            } else if !sections.isEmpty {
                sections[sections.count - 1].body += line + "\n"
            }
        }
        return sections
    }

    /// What stands in backquotes.
    private static func names(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    private static func examples(in text: String) throws -> [JSONValue] {
        let parts = text.components(separatedBy: "```json5\n").dropFirst()
        return try parts.map { part in
            try JSONValue(parsing: part.components(separatedBy: "```").first ?? "", as: .json5)
        }
    }

    @Test("every key has a section with an example")
    func sections() throws {
        let text = try Self.text("Settings.md")
        let sections = Self.sections("##", of: text)
        #expect(sections.map(\.title) == Settings.builtKeys)
        for (title, body) in sections {
            let examples = try Self.examples(in: body)
            #expect(!examples.isEmpty && examples.allSatisfy { $0[title] != nil }, "\(title)")
            #expect(text.contains("| [`\(title)`](#\(title)) |"), "\(title)")
        }
    }

    @Test("every type of record has a section that names its fields")
    func typeSections() throws {
        let records = try #require(
            Self.sections("##", of: try Self.text("Settings.md")).first { $0.title == "records" }?.body)
        let sections = Self.sections("###", of: records)
        #expect(sections.flatMap { Self.names(in: $0.title) } == RecordKind.knownNames)
        for (title, body) in sections {
            let name = try #require(Self.names(in: title).first)
            let kind = try #require(RecordKind(name: name))
            let told = Set(Self.names(in: body.replacingOccurrences(of: "```", with: "")))
            let missing = Set(kind.settingNames).subtracting(told).subtracting(["type", "value"])
            #expect(missing.isEmpty, "\(name): \(missing.sorted())")
        }
    }

    /// Cells of the columns that the examples name.
    private static let cells: [(header: String, cell: String)] = [
        ("sku", "A-1"), ("url", "https://example.com/1"), ("name", "Spoon"), ("name_de", "Löffel"),
        ("Full name", "Ada King"), ("Last", "King"), ("First", "Ada"), ("Mail", "ada@example.com"), ("floor", "2"),
        ("password", "open;sesame"), ("phone", "+12025550143"), ("lat", "48.2082"), ("lon", "16.3738"),
        ("material", "PLA"), ("color", "FFAABB"), ("brand", "Example"), ("min_temp", "190"), ("max_temp", "220"),
        ("GTIN", "9506000134352"), ("Lot", "L1"), ("Serial", "S1"), ("batch", "B7"),
    ]

    @Test("every example's records can be made")
    func exampleRecords() throws {
        var made = 0
        let row = Table.Record(row: 1, line: 2, cells: Self.cells.map(\.cell))
        let table = Table(headers: Self.cells.map(\.header), records: [row])
        for example in try Self.examples(in: try Self.text("Settings.md")) where example["records"] != nil {
            var settings = try Settings(json: example)
            // Files are read with the settings, which then hold their bytes.
            settings.records = settings.records?.map { record in
                var record = record
                record.fields = record.fields.map { $0.name == "file" ? RecordTemplate.Field("base64", "AAEC") : $0 }
                return record
            }
            let job = Job.resolve(table: table, settings: settings, name: "job")
            let errors = job.issues.filter { $0.severity == .error }.map(\.message)
            #expect(errors == [], "\(example.compact)")
            #expect(job.items.count == 1, "\(example.compact)")
            made += 1
        }
        #expect(made >= RecordKind.knownNames.count - 3)
    }

    @Test("every example is taken, and holds by the schema")
    func examples() throws {
        let examples = try Self.examples(in: try Self.text("Settings.md"))
        #expect(examples.count >= Settings.builtKeys.count)
        let checker = try Self.checker()
        for example in examples {
            let settings = try Settings(json: example)
            #expect(settings != Settings())
            #expect(checker.faults(of: try Self.document(example)) == [], "\(example.compact)")
        }
    }
}
