import Foundation

/// The copy of the product in which the mutants are planted and built: `.build-mutants`.
struct Workshop {
    /// The root of the repository.
    let root: URL

    private var copy: URL { root.appendingPathComponent(".build-mutants") }

    var program: URL { copy.appendingPathComponent(".build/release/trial") }

    /// The mutants of the repository, by name.
    func mutants() throws -> [Mutant] {
        let folder = root.appendingPathComponent("Tests/Mutants")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".mutant") }
        return try files.sorted().map { file in
            try Mutant(
                name: String(file.dropLast(".mutant".count)),
                text: String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8))
        }
    }

    /// The targets that the trial is built of, by the folders of its manifest: `Tests/Mutants/Trial/Package.swift`.
    private func targets() throws -> [String] {
        let manifest = try text("Tests/Mutants/Trial/Package.swift")
        return manifest.matches(of: /part\(\s*"(\w+)"/).map { String($0.output.1) }
    }

    /// Every source of the product, with the mutants in it, by path. Throws where one cannot be planted.
    func planted(_ mutants: [Mutant]) throws -> [String: String] {
        var planting = Planting(mutants: mutants)
        var planted: [String: String] = [:]
        for target in try targets() {
            let folder = "Sources/" + target
            for file in try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            where file.hasSuffix(".swift") {
                planted[folder + "/" + file] = planting.planted(folder + "/" + file, try text(folder + "/" + file))
            }
        }
        let missing = planting.files.subtracting(planted.keys).sorted().map { file in
            "there is no \(file), or its target is not in Tests/Mutants/Trial/Package.swift"
        }
        let faults = planting.faults + missing
        if !faults.isEmpty { throw MutantError(faults.joined(separator: "\n")) }
        return planted
    }

    /// Writes the copy. A file that is right already is left alone, so that only what changed is built again.
    func prepare(_ mutants: [Mutant]) throws {
        var files = try planted(mutants)
        files["Sources/NDEF/ActiveMutant.swift"] = Planting.active
        files["Package.swift"] = try text("Tests/Mutants/Trial/Package.swift")
        files["Sources/trial/Trial.swift"] = try text("Tests/Mutants/Trial/Sources/trial/Trial.swift")
        let old = try? FileManager.default.subpathsOfDirectory(atPath: copy.appendingPathComponent("Sources").path)
        for file in old ?? [] where files["Sources/" + file] == nil && file.hasSuffix(".swift") {
            try FileManager.default.removeItem(at: copy.appendingPathComponent("Sources/" + file))
        }
        for (path, text) in files {
            let url = copy.appendingPathComponent(path)
            if let there = try? String(contentsOf: url, encoding: .utf8), there == text { continue }
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    /// Builds the trial as the product is released. What the compiler says goes to standard error.
    func build() throws {
        let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            swift, "build", "-c", "release", "--static-swift-stdlib", "--package-path", copy.path, "--product", "trial",
        ]
        process.standardOutput = FileHandle.standardError
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw MutantError("the copy with the mutants does not build: look at \(copy.path)")
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}
