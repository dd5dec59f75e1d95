import Provisioning
import ReaderModels
import Testing

@testable import tagmill

@Suite struct ReaderChoiceTests {
    private static let first = "ACS ACR122U PICC Interface 00 00"
    private static let second = "ACS ACR122U PICC Interface 01 00"
    private static let dual = "ACS ACR1252 Dual Reader [PICC] 02 00"
    private static let sam = "ACS ACR1252 Dual Reader [SAM] 02 01"
    private static let names = [first, second, dual, sam]

    private func info(_ name: String) -> ReaderInfo {
        let slot: ReaderModel.Slot = name.contains("SAM") ? .notForTags : .contactless
        return ReaderInfo(
            name: name, model: ReaderModel(name: "part3", slot: slot, passThrough: .none, pagesPerFastRead: 0))
    }

    private func select(_ patterns: String..., among names: [String] = names) throws(CommandError) -> ReaderSelection {
        try ReaderSelection(patterns.map { ReaderPattern($0) }, among: names.map { info($0) })
    }

    @Test(arguments: [
        ("acr122u", [first, second]), ("ACR122U*01", [second]), ("*", names), ("01 00", [second]), ("[SAM]", [sam]),
        ("PICC", [first, second, dual]), ("picc*00", [first, second, dual]), ("00*picc", []), ("x", []), ("", names),
        ("acs**dual", [dual, sam]), ("*00", [first, second, dual]), (".*", []), ("ACR122U?", []), (first + " ", []),
        (first, [first]), ("00 00", [first]),
    ])
    func aPatternIsAnExactNameOrAPartOfIt(pattern: String, matches: [String]) {
        #expect(ReaderPattern(pattern).matches(among: Self.names) == matches)
    }

    @Test func anExactNameDoesNotTakeLongerNamesWithIt() throws {
        let names = ["Virtual", "Virtual 00 01"]
        #expect(ReaderPattern("Virtual").matches(among: names) == ["Virtual"])
        #expect(ReaderPattern("virtual").matches(among: names) == names)
        let selection = try select("Virtual", among: names)
        #expect(!selection.takesPart(info("Virtual 00 01")))
        #expect(selection.takesPart(info("Virtual")))
    }

    @Test func aLongPatternEndsInTime() {
        let pattern = ReaderPattern(String(repeating: "a*", count: 2000) + "b")
        #expect(!pattern.isContained(in: String(repeating: "a", count: 4000)))
    }

    @Test func withoutAPatternEveryReaderForTagsIsMeant() throws {
        let selection = try select()
        #expect(selection.readers.map(\.name) == [Self.first, Self.second, Self.dual])
        #expect(selection.takesPart(info("plugged in later 03 00")))
        #expect(!selection.takesPart(info("a SAM slot")))
        #expect(try selection.single() == nil)
        #expect(try select(among: []).readers.isEmpty)
    }

    @Test func severalPatternsAddUpInTheServicesOrder() throws {
        let selection = try select("dual", "01 00")
        #expect(selection.readers.map(\.name) == [Self.second, Self.dual])
        #expect(selection.takesPart(info("another DUAL thing")))
        #expect(!selection.takesPart(info("other")))
    }

    @Test func aPatternThatMatchesNothingListsTheReaders() {
        #expect {
            try select("OMNIKEY")
        } throws: { error in
            guard let error = error as? CommandError else { return false }
            return error.exitCode == .unavailable
                && error.sentence == """
                    no reader matches 'OMNIKEY'; there are:
                      ACS ACR122U PICC Interface 00 00
                      ACS ACR122U PICC Interface 01 00
                      ACS ACR1252 Dual Reader [PICC] 02 00
                      ACS ACR1252 Dual Reader [SAM] 02 01
                    """
        }
        #expect(throws: CommandError.noReaderMatches(pattern: "x", readers: [])) { try select("x", among: []) }
    }

    @Test func aNameThatHasAnotherNumberNowIsHintedAt() {
        let sentence = CommandError.noReaderMatches(
            pattern: "ACS ACR122U PICC Interface 03 00", readers: [Self.dual, Self.second]
        ).sentence
        #expect(
            sentence.hasSuffix(
                "\nthe number in a reader's name changes when it is plugged in again: is '\(Self.second)' meant?"))
        // Another slot, and a part of a name, are other things.
        for pattern in ["ACS ACR122U PICC Interface 03 01", "ACR122U 03", "x"] {
            let sentence = CommandError.noReaderMatches(pattern: pattern, readers: [Self.second]).sentence
            #expect(!sentence.contains("meant"))
        }
    }

    @Test(arguments: [(0, false), (13, false), (14, true), (15, true), (16, true), (17, false)])
    func theLastSlotsOfTheServiceAreToldOf(count: Int, isTold: Bool) {
        let warning = ReaderSlots.warning(taken: count)
        #expect((warning != nil) == isTold)
        #expect(warning?.hasPrefix("\(count) of the 16 slots of pcscd are taken") != false)
    }

    @Test func aPatternForASlotWithoutTagsIsRefused() {
        #expect(throws: CommandError.notForTags(pattern: Self.sam, readers: [Self.sam])) { try select(Self.sam) }
        #expect(throws: Never.self) { try select("ACR1252") }
    }

    /// Field case 36.
    @Test func aSingleTagCommandRefusesSeveralAndNamesThem() throws {
        #expect(throws: CommandError.severalReaders(pattern: "ACR122U", readers: [Self.first, Self.second])) {
            try select("ACR122U").single()
        }
        #expect(throws: CommandError.severalReaders(pattern: nil, readers: [Self.first, Self.second])) {
            try select(Self.first, Self.second).single()
        }
        // The SAM slot beside it is no second reader.
        #expect(try select("ACR1252").single()?.name == Self.dual)
        let sentence = CommandError.severalReaders(pattern: "ACR122U", readers: [Self.first, Self.second]).sentence
        #expect(sentence.contains(Self.first) && sentence.contains(Self.second))
    }
}
