import Provisioning
import ReaderModels
import Testing
import Threads

@testable import tagmill

/// Readers that come back under another number.
@Suite struct ReaderPlacesTests {
    private static let first = "ACS ACR122U PICC Interface 00 00"
    private static let second = "ACS ACR122U PICC Interface 01 00"
    private static let third = "ACS ACR122U PICC Interface 02 00"
    private static let otherSlot = "ACS ACR122U PICC Interface 01 01"
    private static let otherModel = "ACS ACR1252 Dual Reader 01 00"

    /// What is plugged in, and what was said.
    private final class Bench: Sendable {
        private let names: Guarded<[String]?>
        private let sentences = Guarded<[String]>([])

        init(_ names: [String]) { self.names = Guarded(names) }

        var said: [String] { sentences.withLock { $0 } }

        func plug(_ names: String...) { self.names.withLock { $0 = names } }
        func refuseToList() { names.withLock { $0 = nil } }

        func places(_ patterns: String...) throws -> ReaderPlaces {
            let there = names.withLock { $0 } ?? []
            let selection = try ReaderSelection(patterns.map { ReaderPattern($0) }, among: there.map(Bench.info))
            return ReaderPlaces(
                selection, list: { self.names.withLock { $0 } },
                say: { message in self.sentences.withLock { $0.append(message) } })
        }

        /// Those that take part, asked as a run does: each that is there, in order.
        func takePart(_ places: ReaderPlaces) -> [String] {
            (names.withLock { $0 } ?? []).filter { places.takesPart(Bench.info($0)) }
        }

        static func info(_ name: String) -> ReaderInfo {
            ReaderInfo(
                name: name,
                model: ReaderModel(name: "part3", slot: .contactless, passThrough: .none, pagesPerFastRead: 0))
        }
    }

    @Test func aReaderUnderAnotherNumberTakesThePlaceOfTheOneThatWent() throws {
        let bench = Bench([Self.first])
        let places = try bench.places(Self.first)
        #expect(bench.takePart(places) == [Self.first])
        bench.plug(Self.second)
        #expect(bench.takePart(places) == [Self.second])
        #expect(bench.takePart(places) == [Self.second])
        #expect(bench.said == ["\(Self.first) is gone; \(Self.second) takes its place"])
    }

    @Test func thereAreNeverTwoForOne() throws {
        let bench = Bench([Self.first])
        let places = try bench.places(Self.first)
        bench.plug(Self.first, Self.second)
        #expect(bench.takePart(places) == [Self.first])
        bench.plug(Self.second, Self.third)
        #expect(bench.takePart(places) == [Self.second])
        bench.plug(Self.first, Self.second, Self.third)
        #expect(bench.takePart(places) == [Self.second])
        bench.plug(Self.first, Self.third)
        #expect(bench.takePart(places) == [Self.first])
        #expect(
            bench.said == ["\(Self.first) is gone; \(Self.second) takes its place", "\(Self.first) is back"])
        bench.plug(Self.third)
        #expect(bench.takePart(places) == [Self.third])
    }

    /// The neighbour was left out on purpose.
    @Test func aReaderThatWasThereAtTheStartTakesNoPlace() throws {
        let bench = Bench([Self.first, Self.second])
        let places = try bench.places(Self.first)
        bench.plug(Self.second)
        #expect(bench.takePart(places) == [])
        bench.plug(Self.second, Self.third)
        #expect(bench.takePart(places) == [Self.third])
    }

    @Test(arguments: [otherSlot, otherModel, "ACS ACR122U PICC Interface 0G 00", "ACS ACR122U PICC Interface"])
    func noOtherSlotAndNoOtherDeviceTakesAPlace(name: String) throws {
        let bench = Bench([Self.first])
        let places = try bench.places(Self.first)
        bench.plug(name)
        #expect(bench.takePart(places) == [])
        #expect(bench.said == [])
    }

    @Test func eachOfTwoPlacesGetsItsOwn() throws {
        let bench = Bench([Self.first, Self.second])
        let places = try bench.places(Self.first, Self.second)
        bench.plug(Self.third, "ACS ACR122U PICC Interface 03 00", "ACS ACR122U PICC Interface 0A 00")
        #expect(bench.takePart(places) == [Self.third, "ACS ACR122U PICC Interface 03 00"])
    }

    @Test func aPatternTakesItWithoutAWord() throws {
        let bench = Bench([Self.first])
        let places = try bench.places("acr122u")
        bench.plug(Self.second)
        #expect(bench.takePart(places) == [Self.second])
        #expect(bench.said == [])
    }

    /// What cannot be listed is not gone.
    @Test func withoutAListNobodyTakesAPlace() throws {
        let bench = Bench([Self.first])
        let places = try bench.places(Self.first)
        bench.refuseToList()
        #expect(!places.takesPart(Bench.info(Self.second)))
        #expect(places.takesPart(Bench.info(Self.first)))
    }

    @Test func theReaderOfACommandForOneTagHasAPlaceToo() throws {
        let all = [Self.first, Self.otherModel].map(Bench.info)
        let selection = try ReaderSelection([ReaderPattern("picc")], among: all)
        let single = try #require(try selection.single())
        let places = ReaderPlaces(selection.only(single), list: { [Self.second] }, say: { _ in })
        #expect(places.takesPart(Bench.info(Self.second)))
        #expect(!places.takesPart(Bench.info(Self.third)))
        #expect(!places.takesPart(Bench.info(Self.otherModel)))
    }
}
