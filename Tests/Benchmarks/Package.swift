// swift-tools-version: 6.2
import PackageDescription

/// Figures with committed thresholds. A package of its own, so that what it measures is the built command.
let package = Package(
    name: "Benchmarks",
    targets: [
        .executableTarget(name: "Empty", swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(name: "Benchmarks", swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)
