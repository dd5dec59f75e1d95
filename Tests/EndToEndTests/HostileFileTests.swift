import Foundation
import Testing

/// What files claim costs neither time nor memory. The limits are the system's, on the process, and no clock of the test's.
@Suite("Hostile files") struct HostileFileTests {
    private func expectRefused(_ files: [String], in scratch: Scratch) throws {
        let golden = try scratch.write("golden.csv", "sku,url\nA,https://example.com/a\n")
        let command = BuiltCommand.path
        let lines = files.flatMap { [[command, "read", "--json", $0], [command, "verify", golden, $0]] }
        let runs = try BoundedRun.run(lines, in: scratch)
        #expect(runs.count == lines.count)
        for run in runs {
            #expect((0...2).contains(run.code), "\(run)")
            #expect(run.memoryBytes <= BoundedRun.mostMemoryBytes, "\(run)")
        }
    }

    @Test func noneCostsMoreThanASecondAnd64Megabytes() throws {
        let scratch = try Scratch()
        var paths: [String] = []
        for file in HostileFiles.all {
            let path = scratch.path + "/" + file.name
            try Data(file.bytes).write(to: URL(fileURLWithPath: path))
            paths.append(path)
        }
        try expectRefused(paths, in: scratch)
    }

    /// A file of a size that no memory holds: it takes no room on the disk.
    @Test func aFileWithoutEndIsNotRead() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/endless.bin"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 1 << 40)
        try file.close()
        try expectRefused([path, "/dev/zero"], in: scratch)
    }

    /// Images of every kind of the golden set, cut.
    @Test func whatIsCutIsReadOrRefused() throws {
        let scratch = try Scratch()
        let folder = BuiltCommand.root + "/jobs/golden/images"
        var paths: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            for count in [1, bytes.count / 3, bytes.count / 2, bytes.count - 1] {
                let path = "\(scratch.path)/\(count)-\(name)"
                try bytes.prefix(count).write(to: URL(fileURLWithPath: path))
                paths.append(path)
            }
        }
        try expectRefused(paths, in: scratch)
    }

    @Test func theLimitsAreLimits() throws {
        let scratch = try Scratch()
        let loop = "while :; do :; done"
        let memory = "x = b'1' * (80 << 20)"
        let runs = try BoundedRun.run([["/bin/sh", "-c", loop], ["/usr/bin/python3", "-c", memory]], in: scratch)
        #expect([-SIGXCPU, -SIGKILL].contains(runs[0].code), "\(runs[0])")
        #expect(runs[1].code == 0)
        #expect(runs[1].memoryBytes > BoundedRun.mostMemoryBytes)
    }
}
