import Testing

@testable import Jobs

/// The password of a network may hold anything, braces too; what is wrong with its template is told without it.
@Suite("Templates: secrets") struct TemplateSecretTests {
    private static let secret = "Zq7hidden"

    private func issues(_ password: String) -> [JobIssue] {
        let record = RecordTemplate(
            kind: .wifi, value: "", fields: [.init("ssid", "Guest"), .init("password", password)])
        let table = Table(headers: ["sku"], records: [.init(row: 1, line: 2, cells: ["A"])])
        return Job.resolve(table: table, settings: Settings(records: [record]), name: "job").issues
    }

    @Test(arguments: ["{", "}", "{nope}", "{nope|", "{sku:", "{sku|{", "{}"])
    func noMessageShowsThem(_ rest: String) {
        let issues = issues(Self.secret + rest)
        #expect(issues.contains { $0.severity == .error })
        #expect(issues.allSatisfy { !$0.message.contains(Self.secret) })
        #expect(issues.first?.message.contains("the template of the password") == true)
    }

    @Test func bracesAreDoubled() { #expect(issues(Self.secret + "{{}}").isEmpty) }

    @Test(arguments: ["https://u:Zq7hidden@example.com/{nope}", "https://u:Zq7hidden@example.com/{"])
    func thePasswordOfAURL(_ url: String) {
        let table = Table(headers: ["sku"], records: [.init(row: 1, line: 2, cells: ["A"])])
        let issues = Job.resolve(table: table, settings: Settings(url: url), name: "job").issues
        #expect(issues.contains { $0.severity == .error })
        #expect(issues.allSatisfy { !$0.message.contains(Self.secret) })
    }
}

/// What a job that names no day, or asks for too much, is told.
@Suite("Jobs: bounds of templates") struct TemplateBoundTests {
    private func job(_ text: String, _ quantities: [String], date: RunDate = .unknown) -> Job {
        let table = Table(
            headers: ["sku", "quantity"],
            records: zip(1..., quantities).map { .init(row: $0, line: $0 + 1, cells: ["A\($0)", $1]) })
        return Job.resolve(table: table, settings: Settings(text: text), name: "job", date: date)
    }

    /// A date that nobody gave is not written on tags.
    @Test func noDayIsMadeUp() {
        #expect(job("{date}", ["1"]).issues.map(\.code) == ["date-unknown"])
        let dated = job("{date}", ["1"], date: RunDate(year: 2026, month: 12, day: 1))
        #expect(dated.issues.isEmpty)
        #expect(dated.items.first?.summary == "2026-12-01")
    }

    /// The copies of a row that brings the job over its limit are not gone through.
    @Test func tooManyCopiesAreNotMade() {
        let job = job("{copy}", ["1", "1000000", "1"])
        #expect(job.issues.map(\.code) == ["items-too-many"])
        #expect(job.items.isEmpty)
    }
}
