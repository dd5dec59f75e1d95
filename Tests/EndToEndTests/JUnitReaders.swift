import Foundation

/// A JUnit document as programs that are not ours see it.
enum JUnitReaders {
    /// What Debian's junitparser read.
    struct Suite: Decodable, Equatable {
        var name: String
        var tests: Int
        var failures: Int
        var errors: Int
        var skipped: Int
        var time: Double?
        var hostname: String?
        var properties: [String: String]
        var cases: [Case]

        /// Tests, failures, errors, skipped.
        var counts: [Int] { [tests, failures, errors, skipped] }
    }

    struct Case: Decodable, Equatable {
        var name: String
        var classname: String
        var time: Double?
        /// `Failure`, `Error` or `Skipped`; none where it passed.
        var results: [Result] = []
    }

    struct Result: Decodable, Equatable {
        var kind: String
        var type: String?
        var message: String?
        var text: String?
    }

    private static let program = """
        import json, sys, junitparser
        def result(r): return dict(kind=type(r).__name__, type=r.type, message=r.message, text=r.text)
        def case(c): return dict(name=c.name, classname=c.classname, time=c.time, results=[result(r) for r in c.result])
        def suite(s): return dict(
            name=s.name, tests=s.tests, failures=s.failures, errors=s.errors, skipped=s.skipped, time=s.time,
            hostname=s.hostname, properties={p.name: p.value for p in s.properties()}, cases=[case(c) for c in s])
        json.dump([suite(s) for s in junitparser.JUnitXml.fromfile(sys.argv[1])], sys.stdout)
        """

    /// The suites that junitparser reads out of a file.
    static func suites(in path: String, scratch: Scratch) throws -> [Suite] {
        let read = try BuiltCommand.run(["/usr/bin/python3", "-c", program, path], in: scratch.path)
        guard read.code == 0 else { throw WorldError(read.errors) }
        return try JSONDecoder().decode([Suite].self, from: Data(read.output.utf8))
    }

    /// What xmllint finds wrong with a file by the schema of ours; empty where it holds.
    static func schemaFaults(of path: String, scratch: Scratch) throws -> String {
        let schema = BuiltCommand.root + "/Tests/Fixtures/junit.xsd"
        let read = try BuiltCommand.run(["xmllint", "--noout", "--schema", schema, path], in: scratch.path)
        return read.code == 0 ? "" : read.errors
    }
}
