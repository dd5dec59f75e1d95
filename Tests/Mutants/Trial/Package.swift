// swift-tools-version: 6.2
import PackageDescription

// The manifest of the copy in which mutants are planted: what the simulator needs of the product, built as it is released.
// The settings are those of the product, but for its treatment of warnings: a fault may leave a value unused.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A target of the product. Each may ask which mutant is at work, which NDEF knows.
///
/// - Parameter isOptimized: false: worlds ask little of it, and to optimize it would take longer than they do.
func part(_ name: String, _ dependencies: [Target.Dependency] = [], isOptimized: Bool = true) -> Target {
    .target(
        name: name, dependencies: dependencies,
        swiftSettings: isOptimized ? settings : settings + [.unsafeFlags(["-Onone"])])
}

let package = Package(
    name: "mutants",
    targets: [
        part("NDEF"),
        part("Tags", ["NDEF"]),
        part("ReaderModels", ["NDEF", "Tags"]),
        part("Jobs", ["NDEF", "Tags"], isOptimized: false),
        part("Provisioning", ["NDEF", "Tags", "ReaderModels", "Jobs"]),
        part("Threads"),
        part("Simulation", ["NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Threads"]),
        part("Operations", ["NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Threads"]),
        part("Checker"),
        part(
            "Simulator",
            ["Checker", "NDEF", "Tags", "ReaderModels", "Jobs", "Provisioning", "Simulation", "Operations", "Threads"]),
        .executableTarget(name: "trial", dependencies: ["Simulator", "Checker"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
