import Testing

/// The checkers themselves: each is shown something that it must refuse.
@Suite struct CheckerTests {
    @Test(
        arguments: [
            ("import NDEF", ["NDEF"]),
            ("  public import Tags // why", ["Tags"]),
            ("package import Jobs\nfileprivate import Crypto", ["Jobs", "Crypto"]),
            ("@testable import PCSC", ["PCSC"]),
            ("@preconcurrency @_spi(Some Name) public import Reports", ["Reports"]),
            ("@_implementationOnly import CPCSC", ["CPCSC"]),
            ("import struct Foundation.Data", ["Foundation"]),
            ("public import func Glibc.open", ["Glibc"]),
            ("import CSQLite.Raw", ["CSQLite"]),
            ("import A; import B", ["A", "B"]),
            ("#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif", ["Darwin", "Glibc"]),
            ("import `class`", ["class"]),
            ("/* import A */ import B", ["B"]),
            ("/* /* import A */ import C */\nimport B", ["B"]),
            ("// import A\nlet text = \"\"\"\nimport B\n\"\"\"\nimport C", ["C"]),
            ("let a = \"\\\"\\nimport A\"; import B", ["B"]),
            ("let a = #\"x\"\nimport A\"#\nimport B", ["B"]),
            ("let important = 1\nimporter()\nlet x = \"import A\"", []),
            ("\timport\tA\r\nimport B\r\n", ["A", "B"]),
        ] as [(String, Set<String>)])
    func importsAreFoundInEveryForm(source: String, modules: Set<String>) {
        #expect(ImportLines.modules(in: source) == modules)
    }

    private func undrawn(_ target: String, _ text: String) -> Int {
        let source = ArrowChecker.Source(target: target, path: "Sources/\(target)/Made.swift", text: text)
        return ArrowChecker(sources: [source]).undrawnImports.count
    }

    @Test(arguments: [
        ("NDEF", "import Tags"), ("Tags", "public import Jobs"), ("NDEF", "import Glibc"),
        ("Jobs", "import FoundationEssentials"), ("Provisioning", "import Synchronization"),
        ("Provisioning", "import CPCSC"), ("PCSC", "import Simulation"), ("Simulation", "import PCSC"),
        ("PCSC", "import FoundationEssentials"), ("Operations", "import SQLiteJournal"),
        ("Operations", "@preconcurrency import CSQLite"), ("tagmill", "import CPCSC"), ("tagmill", "import Foundation"),
        ("Reports", "import struct Foundation.Date"), ("JobFiles", "import Provisioning"), ("Crypto", "import Tags"),
        ("Jobs", "import Testing"), ("Unknown", "import NDEF"), ("Tags", "import Dispatch"),
        ("Provisioning", "import Threads"), ("Threads", "import Tags"),
    ])
    func anImportThatIsNotDrawnIsFound(target: String, text: String) {
        #expect(undrawn(target, text) == 1)
    }

    @Test(arguments: [
        ("Tags", "import NDEF"), ("PCSC", "import CPCSC\nimport Glibc"), ("Reports", "import FoundationEssentials"),
        ("NDEF", "import Swift"), ("tagmill", "import Operations; import Synchronization"),
        ("Threads", "package import Glibc"), ("PCSC", "internal import Threads"),
    ])
    func aDrawnImportIsTaken(target: String, text: String) {
        #expect(undrawn(target, text) == 0)
    }

    @Test func aLibraryOfTwoTargetsOrOfNoneIsFound() {
        let pcsc = ArrowChecker.Source(target: "PCSC", path: "a", text: "import CPCSC")
        let other = ArrowChecker.Source(target: "JobFiles", path: "b", text: "import CPCSC\nimport CCSV")
        let found = ArrowChecker(sources: [pcsc, other]).sharedLibraries
        #expect(
            found == [
                "CExpat is imported by []", "COpenSSL is imported by []",
                "CPCSC is imported by [\"JobFiles\", \"PCSC\"]",
                "CSQLite is imported by []",
            ])
    }

    @Test func aTargetWithoutDrawingIsFound() {
        let sources = Arrows.drawn.keys.map { ArrowChecker.Source(target: $0, path: "", text: "") }
        #expect(ArrowChecker(sources: sources).targetsWithoutDrawing == [])
        let more = sources + [ArrowChecker.Source(target: "Helpers", path: "", text: "")]
        #expect(ArrowChecker(sources: more).targetsWithoutDrawing == ["Helpers"])
        #expect(ArrowChecker(sources: []).targetsWithoutDrawing.count == Arrows.drawn.count)
    }

    @Test func aManifestThatDeclaresAnotherArrowIsNotTheDrawing() {
        let manifest = """
            func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target { }
            pure("NDEF"),
            pure("Tags", ["NDEF", "Jobs"]),
            .executableTarget(
                name: "tagmill",
                dependencies: [
                    "NDEF", "Tags",
                ],
                swiftSettings: settings),
            """
        #expect(
            ManifestReader.dependencies(in: manifest) == [
                "NDEF": [], "Tags": ["NDEF", "Jobs"], "tagmill": ["NDEF", "Tags"],
            ])
    }

    @Test func arrowsAreReadOutOfADrawing() {
        let document = """
            Text -> not an arrow
            ```
            make test
            ```
            ```
            pure
              NDEF      bytes <-> values   -> nothing
              Tags      memory             -> NDEF,
            leaves
              PCSC      -> CPCSC, Tags
            ```
            ```
            Later -> NDEF
            ```
            """
        #expect(DrawingReader.arrows(in: document) == ["NDEF": [], "Tags": ["NDEF"], "PCSC": ["CPCSC", "Tags"]])
        #expect(DrawingReader.arrows(in: "no drawing") == [:])
    }

    @Test func locksOfASourceAreFound() {
        let text = "let a = Mutex(0)\nlet b: Mutex<Int>\npthread_mutex_lock(c)\nlet isMutexed = Guarded(false)"
        #expect(LockRule.locks(in: text) == ["Mutex<", "Mutex(", "pthread_mutex_"])
        #expect(LockRule.locks(in: "let a = Guarded(0)\npthread_join(b, nil)\n// Mutex") == [])
    }

    @Test func longFilesAndForbiddenWordsAreFound() {
        let long = String(repeating: "\n", count: TextRules.mostLines + 1)
        #expect(TextRules.broken(in: long, path: "a") == ["a has 601 lines"])
        #expect(TextRules.broken(in: String(long.dropFirst()), path: "a") == [])
        let words = "let a = 1\n// TODO: more\nFIXME\nautodOTODOx\nHACKS"
        #expect(TextRules.broken(in: words, path: "a") == ["a:2 says TODO", "a:3 says FIXME"])
    }
}
