// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with; `Documentation/Architecture.md` says which target may import which.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Test targets to build, apart by spaces, by TAGMILL_TESTS: a build for sanitizers leaves out the tests that it never runs. Without
/// it, all of them.
let testTargets = Context.environment["TAGMILL_TESTS"]?.split(separator: " ").map(String.init)

func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// A program that tests measure against, or start.
func program(_ name: String, _ dependencies: [Target.Dependency] = [], path: String) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

let package = Package(
    name: "tagmill",
    products: [
        .library(name: "NDEF", targets: ["NDEF"]),
        .library(name: "Tags", targets: ["Tags"]),
        .library(name: "PCSC", targets: ["PCSC"]),
        .executable(name: "tagmill", targets: ["tagmill"]),
    ],
    targets: [
        // C libraries of the system, each imported by one target.
        .systemLibrary(name: "CPCSC", pkgConfig: "libpcsclite", providers: [.apt(["libpcsclite-dev"])]),
        .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        // Pure: the standard library alone.
        pure("NDEF"),
        pure("Tags", ["NDEF"]),
        pure("ReaderModels", ["Tags"]),
        pure("Jobs", ["NDEF", "Tags"]),
        pure("Provisioning", ["NDEF", "Tags", "ReaderModels", "Jobs"]),

        // What threads share.
        pure("Threads"),

        // Proof: stands apart from the product, of which it knows nothing.
        pure("Checker"),

        // Leaves.
        pure("PCSC", ["CPCSC", "Tags", "ReaderModels", "Jobs", "Provisioning", "Threads"]),
        pure("Simulation", ["NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Threads"]),
        pure("SQLiteJournal", ["CSQLite", "NDEF", "Tags", "Jobs", "Provisioning", "Threads"]),
        pure("JobFiles", ["CCSV", "NDEF", "Tags", "Jobs"]),
        pure("TagImages", ["CExpat", "NDEF", "Tags", "Jobs"]),
        pure("Reports", ["NDEF", "Tags", "Jobs"]),
        pure("Crypto", ["COpenSSL"]),

        // Operations and fronts.
        pure("Operations", ["NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Threads"]),
        pure(
            "Simulator",
            ["NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Checker", "Simulation", "Operations", "Threads"]),
        .executableTarget(
            name: "tagmill",
            dependencies: [
                "NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Checker", "PCSC", "Simulation",
                "SQLiteJournal", "JobFiles", "TagImages", "Reports", "Crypto", "Operations", "Simulator",
                "Threads",
            ],
            swiftSettings: settings),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: [
                "NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Simulation", "Operations", "Crypto", "CSQLite",
                "Threads",
            ],
            path: "Tests/Support", exclude: ["with-pcscd.sh"], swiftSettings: settings),
        .target(
            name: "FuzzEntries",
            dependencies: [
                "NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "JobFiles", "TagImages", "Reports",
                "Simulation",
            ],
            path: "Tests/Fuzz/Entries", swiftSettings: settings),
        tests("NDEFTests", ["NDEF", "TestSupport"]),
        tests("TagsTests", ["Tags", "NDEF", "TestSupport", "Threads"]),
        tests("ReaderModelsTests", ["ReaderModels", "Tags"]),
        tests("JobsTests", ["Jobs", "Tags", "NDEF", "TestSupport"]),
        tests(
            "ProvisioningTests",
            ["Provisioning", "Jobs", "Tags", "NDEF", "ReaderModels", "Simulation", "Crypto", "TestSupport"]),
        tests(
            "PCSCTests", ["PCSC", "Provisioning", "Tags", "ReaderModels", "Simulation", "TestSupport", "Threads"],
            exclude: ["run-daemon-tests.sh"]),
        tests(
            "SimulationTests",
            ["Simulation", "Provisioning", "Jobs", "Tags", "NDEF", "ReaderModels", "Crypto", "TestSupport", "Threads"]),
        tests(
            "SQLiteJournalTests",
            ["SQLiteJournal", "Provisioning", "Jobs", "Tags", "NDEF", "TestSupport", "Crypto", "CSQLite", "Threads"]),
        tests("ThreadsTests", ["Threads", "Operations"]),
        tests("CheckerTests", ["Checker"]),
        tests(
            "SimulatorTests",
            [
                "Simulator", "Checker", "Operations", "Provisioning", "Simulation", "SQLiteJournal", "Jobs", "Tags",
                "NDEF", "ReaderModels", "Reports", "Crypto", "TestSupport",
            ]),
        tests("JobFilesTests", ["JobFiles", "Jobs", "Tags", "NDEF", "Crypto", "TestSupport"]),
        tests("TagImagesTests", ["TagImages", "Jobs", "Tags", "NDEF", "TestSupport"]),
        tests(
            "ReportsTests",
            ["Reports", "Jobs", "Tags", "NDEF", "Provisioning", "Simulation", "Operations", "Crypto", "TestSupport"]),
        tests("CryptoTests", ["Crypto", "Tags"]),
        tests("FuzzTests", ["FuzzEntries"]),
        tests(
            "OperationsTests",
            [
                "Operations", "Provisioning", "Jobs", "Tags", "NDEF", "ReaderModels", "Simulation", "SQLiteJournal",
                "Reports", "Crypto", "TestSupport", "Threads",
            ]),
        tests(
            "CommandTests",
            [
                "tagmill", "Checker", "Jobs", "JobFiles", "NDEF", "Operations", "Provisioning", "ReaderModels",
                "Simulation", "Simulator", "Tags", "TagImages", "SQLiteJournal", "Reports", "Crypto", "TestSupport",
                "Threads",
            ]),
        tests("ArchitectureTests", ["Mutants"]),
        program("Mutants", path: "Tests/Mutants/Runner"),
        program("EmptyProgram", path: "Tests/Benchmarks/EmptyProgram"),
        program("BareCSV", ["CCSV"], path: "Tests/Benchmarks/BareCSV"),
        tests(
            "Benchmarks",
            [
                "tagmill", "EmptyProgram", "TestSupport", "Operations", "Provisioning", "Simulation", "SQLiteJournal",
                "TagImages", "Jobs", "NDEF", "Tags",
            ],
            exclude: ["BareCSV", "EmptyProgram", "LargeRun"]),
        program(
            "LargeRun",
            [
                "Operations", "Provisioning", "SQLiteJournal", "Simulation", "Jobs", "Tags", "NDEF", "Crypto",
                "CSQLite",
            ], path: "Tests/Benchmarks/LargeRun"),
        tests(
            "EndToEndTests",
            [
                "tagmill", "TagServer", "Operations", "Provisioning", "Simulation", "Jobs", "JobFiles", "TagImages",
                "Reports", "Crypto", "Tags", "NDEF", "CSQLite",
            ], exclude: ["TagServer", "run-sanitized.sh"]),
        program("TagServer", ["Simulation", "Tags", "Threads"], path: "Tests/EndToEndTests/TagServer"),
    ],
    swiftLanguageModes: [.v6]
)

if let testTargets { package.targets.removeAll { $0.type == .test && !testTargets.contains($0.name) } }
