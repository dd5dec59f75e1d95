import Foundation

/// Plants every fault of `Tests/Mutants` in a copy of the product, and shows which seed of the simulator its checker caught it
/// with. Fails where one is not caught, and where the checker says something of the product as it is.
///
/// Arguments: `--seeds N`, how many seeds are run at most for each; names, to try these alone.
@main enum Mutants {
    static func main() {
        do {
            var names = CommandLine.arguments.dropFirst()
            var seeds = 20_000
            if names.first == "--seeds" {
                guard let given = names.dropFirst().first.flatMap({ Int($0) }), given > 0 else {
                    throw MutantError("--seeds takes a number from 1 on")
                }
                (seeds, names) = (given, names.dropFirst(2))
            }
            exit(try attempt(Array(names), seeds: seeds) ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(2)
        }
    }

    private static func attempt(_ names: [String], seeds: Int) throws -> Bool {
        let workshop = Workshop(root: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
        let mutants = try workshop.mutants()
        if let unknown = names.first(where: { name in !mutants.contains { $0.name == name } }) {
            throw MutantError("there is no Tests/Mutants/\(unknown).mutant")
        }
        try workshop.prepare(mutants)
        try workshop.build()
        let tried = mutants.indices.filter { names.isEmpty || names.contains(mutants[$0].name) }
        let table = Table(mutants: tried.map { mutants[$0] })
        // Place 0 is that of no mutant.
        DispatchQueue.concurrentPerform(iterations: tried.count + 1) { place in
            let trial = Trial(program: workshop.program, mutant: place == 0 ? 0 : tried[place - 1] + 1, seeds: seeds)
            let result: Trial.Result
            do { result = try trial.run() } catch { result = .broken("\(error)") }
            table.enter(result, at: place)
        }
        return table.conclude()
    }
}
