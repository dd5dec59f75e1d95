import Jobs
import Testing

@Suite("Run ids")
struct RunIDTests {
    @Test(
        "a job's name is reduced",
        arguments: [
            ("demo", "demo"), ("Spring order 2026", "Spring-order-2026"), (".hidden", "hidden"), ("...", "job"),
            ("", "job"), ("  ", "job"), ("日本", "job"), ("a/b\\c", "a-b-c"), ("../../etc/passwd", "etc-passwd"),
            ("a.b_c-d", "a.b_c-d"), ("(final)", "final"), ("x\u{0}\ny", "x-y"), ("Größe", "Gr-e"),
            (String(repeating: "x", count: 41), String(repeating: "x", count: 40)),
            (String(repeating: "x", count: 39) + " y", String(repeating: "x", count: 39) + "-"),
        ])
    func reduced(name: String, expected: String) { #expect(RunID.reduced(name) == expected) }

    @Test("an id is the start, to the second, and the name")
    func id() {
        #expect(
            RunID.id(job: "demo", startedAt: Timestamp(milliseconds: 1_796_026_500_999)) == "20261130T081500Z-demo")
    }

    @Test("the first free id is taken")
    func firstFree() {
        #expect(RunID.firstFree("a") { _ in false } == "a")
        #expect(RunID.firstFree("a") { $0 == "a" } == "a-2")
        #expect(RunID.firstFree("a") { ["a", "a-2", "a-4"].contains($0) } == "a-3")
        #expect(RunID.firstFree("a") { _ in true } == nil)
    }

    @Test("what tagmill makes names a folder; what was put into a journal from elsewhere may not")
    func plain() {
        for name in ["demo", "..", "a/b", "größe", "x y"] {
            #expect(RunID.isPlain(RunID.id(job: name, startedAt: Timestamp(milliseconds: 0))))
        }
        #expect(RunID.isPlain("a-2"))
        for id in ["", ".", "..", ".a", "../a", "a/b", "a b", "a\0", "a\n", "é"] { #expect(!RunID.isPlain(id)) }
    }
}
