import Testing

/// The architecture as a test: what is not drawn does not exist.
@Suite struct ArchitectureTests {
    @Test func everyImportIsADrawnArrow() throws {
        let checker = ArrowChecker(sources: try Repository.sources())
        #expect(checker.undrawnImports == [])
        #expect(checker.targetsWithoutDrawing == [])
    }

    @Test func eachLibraryIsImportedByOneTarget() throws {
        #expect(ArrowChecker(sources: try Repository.sources()).sharedLibraries == [])
    }

    @Test func thePackageDeclaresTheDrawnArrows() throws {
        #expect(ManifestReader.dependencies(in: try Repository.text("Package.swift")) == Arrows.drawn)
    }

    @Test func theDocumentDrawsTheSameArrows() throws {
        #expect(DrawingReader.arrows(in: try Repository.text("Documentation/Architecture.md")) == Arrows.drawn)
    }

    @Test func noPureTargetReachesALibrary() {
        for target in Arrows.pure {
            let reached = Arrows.reach(of: target)
            #expect(reached.isSubset(of: Arrows.pure), "\(target) reaches \(reached.subtracting(Arrows.pure))")
        }
        // Operations stand over ports: which implementation is behind them is the fronts' to say.
        #expect(Arrows.reach(of: "Operations").isSubset(of: Arrows.pure.union([Arrows.locks])))
    }

    /// The thread sanitizer sees what these keep apart, and of `Synchronization.Mutex` it does not.
    @Test func whatThreadsShareIsUnderALockOfOneTarget() throws {
        for source in try Repository.sources() where source.target != Arrows.locks {
            #expect(LockRule.locks(in: source.text) == [], "\(source.path)")
        }
        for path in try Repository.swiftFiles(below: "Tests/EndToEndTests/TagServer") {
            #expect(LockRule.locks(in: try Repository.text(path)) == [], "\(path)")
        }
    }

    @Test func noArrowGoesInACircle() {
        for target in Arrows.drawn.keys { #expect(!Arrows.reach(of: target).contains(target), "\(target)") }
    }

    @Test func leavesDoNotKnowEachOther() {
        let leaves: Set<String> = ["PCSC", "Simulation", "SQLiteJournal", "JobFiles", "Reports", "Crypto"]
        for leaf in leaves { #expect(Arrows.reach(of: leaf).isDisjoint(with: leaves), "\(leaf)") }
    }

    @Test func noFileIsTooLongOrPutsWorkOff() throws {
        for source in try Repository.sources() {
            #expect(TextRules.broken(in: source.text, path: source.path) == [])
        }
    }

    @Test func testsUseOneFramework() throws {
        for path in try Repository.swiftFiles(below: "Tests") {
            #expect(!ImportLines.modules(in: try Repository.text(path)).contains("XCTest"), "\(path)")
        }
    }
}
