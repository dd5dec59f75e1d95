import Foundation
import Testing

/// What files claim costs neither time nor memory: every one ends within a second of processor time and 64 MB, with the
/// command as it is shipped. The limits are the system's, on the process, and no clock of the test's.
@Suite("Figures: hostile files") final class HostileFigure {
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tagmill-hostile-\(UUID().uuidString)")
        .path

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func expectBounded(_ files: [String]) throws {
        let golden = folder + "/golden.csv"
        try Data("sku,url\nA,https://example.com/a\n".utf8).write(to: URL(fileURLWithPath: golden))
        let command = Self.root + "/.build/release/tagmill"
        try #require(FileManager.default.isExecutableFile(atPath: command), "made by `make test-benchmarks`")
        let lines = files.flatMap { [[command, "read", "--json", $0], [command, "verify", golden, $0]] }
        let runs = try BoundedRun.run(lines, in: folder)
        #expect(runs.count == lines.count)
        for run in runs {
            #expect((0...2).contains(run.code), "\(run)")
            #expect(run.memoryBytes <= BoundedRun.mostMemoryBytes, "\(run)")
        }
    }

    @Test func noneCostsMoreThanASecondAnd64Megabytes() throws {
        var paths: [String] = []
        for file in HostileFiles.all {
            let path = folder + "/" + file.name
            try Data(file.bytes).write(to: URL(fileURLWithPath: path))
            paths.append(path)
        }
        try expectBounded(paths)
    }

    /// A file of a size that no memory holds: it takes no room on the disk.
    @Test func aFileWithoutEndIsNotRead() throws {
        let path = folder + "/endless.bin"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 1 << 40)
        try file.close()
        try expectBounded([path, "/dev/zero"])
    }

    /// Images of every kind of the golden set, cut.
    @Test func whatIsCutIsReadOrRefused() throws {
        let images = Self.root + "/jobs/golden/images"
        var paths: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: images).sorted() {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: images + "/" + name))
            for count in [1, bytes.count / 3, bytes.count / 2, bytes.count - 1] {
                let path = "\(folder)/\(count)-\(name)"
                try bytes.prefix(count).write(to: URL(fileURLWithPath: path))
                paths.append(path)
            }
        }
        try expectBounded(paths)
    }

    @Test func theLimitsAreLimits() throws {
        let loop = "while :; do :; done"
        let memory = "x = b'1' * (80 << 20)"
        let runs = try BoundedRun.run([["/bin/sh", "-c", loop], ["/usr/bin/python3", "-c", memory]], in: folder)
        #expect([-SIGXCPU, -SIGKILL].contains(runs[0].code), "\(runs[0])")
        #expect(runs[1].code == 0)
        #expect(runs[1].memoryBytes > BoundedRun.mostMemoryBytes)
    }
}
