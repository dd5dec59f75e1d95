import Testing

@testable import Jobs

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("atempts", "attempts"), ("kolumns", "columns"), ("LOCK", "lock"), ("overwirte", "overwrite"),
        ("dup", "duplicates"), ("attemptsAndMore", "attempts"),
    ])
    func nearest(_ name: String, _ expected: String) {
        #expect(nearestName(to: name, among: Settings.builtKeys) == expected)
    }

    @Test func theFirstOfSeveralAndNilOfNone() {
        #expect(nearestName(to: "x", among: ["a", "b"]) == "a")
        #expect(nearestName(to: "x", among: []) == nil)
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abcd", "acbd", 1), ("Kitten", "sitting", 3), ("ab", "ba", 1),
        ("é", "e", 1),
    ])
    func distance(_ left: String, _ right: String, _ steps: Int) {
        #expect(editDistance(left, right) == steps)
        #expect(editDistance(right, left) == steps)
    }

    @Test func onlyTheFirst64LettersCount() {
        let long = String(repeating: "x", count: 64)
        #expect(editDistance(long + "a", long + String(repeating: "b", count: 100_000)) == 0)
    }
}
