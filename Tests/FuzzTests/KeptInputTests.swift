import Foundation
import FuzzEntries
import Testing

/// Every input that the fuzzer begins with, and every one that broke something once, through the entries as they are.
///
/// They come a second time damaged: every prefix of the small ones, and one byte changed at a time.
@Suite struct KeptInputTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    private struct Kept {
        let name: String
        let bytes: [UInt8]
    }

    private static func inputs(of entry: FuzzEntry) -> [Kept] {
        entry.folders.flatMap { folder in
            let folder = fixtures.appending(path: folder)
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return names.sorted().compactMap { name in
                (try? Data(contentsOf: folder.appending(path: name))).map { Kept(name: name, bytes: [UInt8]($0)) }
            }
        }
    }

    @Test(arguments: FuzzEntry.all.map(\.name))
    func keptInputsHold(_ name: String) throws {
        let entry = try #require(FuzzEntry.all.first { $0.name == name })
        let inputs = Self.inputs(of: entry)
        #expect(inputs.count >= 3, "an entry begins with inputs of its own")
        for input in inputs { #expect(entry.fault(of: input.bytes) == nil, "\(input.name)") }
    }

    @Test(arguments: FuzzEntry.all.map(\.name))
    func damagedInputsHold(_ name: String) throws {
        let entry = try #require(FuzzEntry.all.first { $0.name == name })
        for input in Self.inputs(of: entry) where input.bytes.count <= 300 {
            // A part of them: each costs a whole run of the entry.
            for place in stride(from: 0, to: input.bytes.count, by: 1 + input.bytes.count / 12) {
                let cut = Array(input.bytes.prefix(place))
                #expect(entry.fault(of: cut) == nil, "\(input.name), cut off at \(place)")
                var changed = input.bytes
                changed[place] ^= 0x81
                #expect(entry.fault(of: changed) == nil, "\(input.name), byte \(place) changed")
            }
        }
    }

    /// Names stand in paths and on the command line.
    @Test func entriesHaveNamesOfTheirOwn() {
        let names = FuzzEntry.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D } })
    }

    /// What was found is kept for an entry that there is.
    @Test func whatWasFoundBelongsToAnEntry() throws {
        let found = Self.fixtures.appending(path: "fuzz/found")
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: found.path)) ?? []
        #expect(Set(folders).isSubset(of: FuzzEntry.all.map(\.name) + ["README.md"]))
    }
}
