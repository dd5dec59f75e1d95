import Testing

@testable import Mutants

/// Faults that are planted in a copy of the product. That the simulator's checker catches each of them takes a build of its
/// own: `make mutants`.
@Suite struct MutantTests {
    private let workshop = Workshop(root: Repository.root)

    @Test func everyMutantCanBePlanted() throws {
        let mutants = try workshop.mutants()
        #expect(mutants.count >= 30)
        #expect(throws: Never.self) { try workshop.planted(mutants) }
    }

    @Test func theTrialIsBuiltOfTheDrawnTargets() throws {
        let manifest = try Repository.text("Tests/Mutants/Trial/Package.swift")
        let parts = ManifestReader.dependencies(in: manifest.replacing("part(", with: "pure("))
        for (target, dependencies) in parts where target != "trial" {
            // NDEF knows which mutant is at work.
            let drawn = (Arrows.drawn[target] ?? []).subtracting(["NDEF"])
            #expect(dependencies.subtracting(["NDEF"]) == drawn, "\(target)")
        }
    }

    @Test func aMutantIsReadAndPlanted() throws {
        let mutant = try Mutant(name: "last-first", text: Self.text)
        #expect(mutant.sentence == "The last page is written first.")
        #expect(mutant.invariants == "5")
        var planting = Planting(mutants: [mutant])
        #expect(
            planting.planted("Sources/Tags/Plan.swift", "import NDEF\nlet writes = order(pages)\n")
                == "import NDEF\nlet writes = (activeMutant == 1) ? pages : order(pages)\n")
        #expect(planting.planted("Sources/Tags/Page.swift", "let page = 4\n") == "let page = 4\n")
        #expect(planting.faults == [])
    }

    @Test func aTargetThatDoesNotKnowTheSwitchImportsIt() throws {
        var planting = Planting(mutants: [try Mutant(name: "last-first", text: Self.text)])
        #expect(
            planting.planted("Sources/Tags/Plan.swift", "order(pages)\n")
                == "import NDEF\n(activeMutant == 1) ? pages : order(pages)\n")
    }

    @Test(arguments: ["sort(pages)", "order(pages), order(pages)"])
    func aTextThatDoesNotStandThereOnceIsAFault(source: String) throws {
        var planting = Planting(mutants: [try Mutant(name: "last-first", text: Self.text)])
        #expect(planting.planted("Sources/Tags/Plan.swift", source) == source)
        #expect(planting.faults.count == 1)
        #expect(planting.faults.first?.hasPrefix("last-first: this stands ") == true)
    }

    @Test func twoMutantsDoNotChangeTheSameText() throws {
        var planting = Planting(
            mutants: [
                try Mutant(name: "last-first", text: Self.text),
                try Mutant(name: "one-page", text: Self.text.replacing("<<<\norder(pages)", with: "<<<\npages")),
            ])
        _ = planting.planted("Sources/Tags/Plan.swift", "order(pages)")
        #expect(planting.faults == ["last-first and one-page change the same text of Sources/Tags/Plan.swift"])
    }

    @Test(
        arguments: [
            ("invariants: 5\n", ""), ("The last page is written first.\n", ""), ("file: Sources/Tags/Plan.swift\n", ""),
            ("===\n", ""), (">>>\n", ""), ("isMutant ? pages : ", ""), ("<<<\n", "<<\n"),
        ])
    func aMutantThatIsNotWholeIsRefused(part: String, instead: String) {
        #expect(throws: MutantError.self) {
            try Mutant(name: "last-first", text: Self.text.replacing(part, with: instead))
        }
    }

    private static let text = """
        The last page is written first.
        invariants: 5
        file: Sources/Tags/Plan.swift
        <<<
        order(pages)
        ===
        isMutant ? pages : order(pages)
        >>>

        """
}
