import Foundation
import Testing

/// Sixteen virtual readers on one pcscd, with the latencies of real ones, against one of them: the command as it is shipped,
/// each reader given as many tags. What is held is the ratio of the two rates, measured in turn in one run.
@Suite("Figures: sixteen readers on one pcscd", .serialized) struct ReadersFigure {
    static let readers = 16
    static let tagsPerReader = 10
    static let rounds = 3
    static let leastTimesOne = 14.0

    struct Seen: CustomStringConvertible {
        var tags: Int
        var minutes: Double
        var processorSeconds: Double

        var tagsPerMinute: Double { Double(tags) / minutes }
        var processorMillisecondsPerTag: Double { processorSeconds * 1000 / Double(tags) }

        var description: String {
            func short(_ value: Double) -> Double { (value * 10).rounded() / 10 }
            return
                "\(tags) tags, \(short(tagsPerMinute)) a minute, \(short(processorMillisecondsPerTag)) ms of processor a tag"
        }
    }

    @Test func sixteenMakeFourteenTimesTheTagsOfOne() throws {
        var ratios: [Double] = []
        for _ in 0..<Self.rounds {
            let (one, sixteen) = (try measured(readers: 1), try measured(readers: Self.readers))
            ratios.append(sixteen.tagsPerMinute / one.tagsPerMinute)
            print("1 reader: \(one); \(Self.readers) readers: \(sixteen)")
        }
        ratios.sort()
        print("the tags a minute of \(Self.readers) readers in those of one: \(ratios)")
        #expect(ratios[ratios.count / 2] >= Self.leastTimesOne)
    }

    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")
    private static let release = root + "/.build/release"

    /// Tags are laid by the tests' own server, quickly, so that it is readers which are measured and not hands.
    private static let script = """
        set -eu
        mkfifo ask
        "$SERVER" rack.json 300 450 <ask >server.out 2>server.err &
        server=$!
        exec 9>ask
        while ! grep -q ready server.out; do sleep 0.05; done
        python3 measure.py "$TAGMILL" run job.csv --idle-timeout 60
        exec 9>&-
        wait $server
        """

    /// Runs a command and says what its process took.
    private static let measure = """
        import json, resource, subprocess, sys
        done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=open("run.err", "w"), text=True)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(json.dumps(dict(code=done.returncode, folder=done.stdout.strip(), seconds=usage.ru_utime + usage.ru_stime)))
        """

    private struct Measured: Decodable {
        let code: Int
        let folder: String
        let seconds: Double
    }

    private struct Report: Decodable {
        struct Item: Decodable {
            let status: String
            let startedAt: Date
            let finishedAt: Date

            private enum CodingKeys: String, CodingKey {
                case status
                case startedAt = "started_at"
                case finishedAt = "finished_at"
            }
        }
        let items: [Item]
    }

    private func measured(readers: Int) throws -> Seen {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tagmill-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tags = readers * Self.tagsPerReader
        for (name, text) in [
            ("rack.json", Self.rack(readers)), ("job.csv", Self.job(tags)), ("script.sh", Self.script),
            ("measure.py", Self.measure),
        ] {
            try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        }
        _ = try Self.output(
            of: [Self.release + "/tagmill", "rack", "rack.json", "--pcsc", folder + "/conf"], in: folder)
        let line = try Self.output(
            of: [Self.root + "/Tests/Support/with-pcscd.sh", folder + "/conf", "sh", "script.sh"], in: folder)
        let measured = try JSONDecoder().decode(Measured.self, from: line)
        try #require(measured.code == 0)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        let items = try decoder.decode(
            Report.self, from: Data(contentsOf: URL(fileURLWithPath: measured.folder + "/report.json"))
        ).items
        #expect(items.count == tags && items.allSatisfy { $0.status == "written" })
        let (first, last) = (items.map(\.startedAt).min(), items.map(\.finishedAt).max())
        let seconds = try #require(last).timeIntervalSince(try #require(first))
        return Seen(tags: tags, minutes: seconds / 60, processorSeconds: measured.seconds)
    }

    private static func rack(_ readers: Int) -> String {
        let parts = (0..<readers).map { number in
            """
            {"name": "ACS ACR122U Row \(number / 2) 00 0\(number % 2)", "model": "acr122u", "tags": [
              {"chip": "NTAG213", "count": \(tagsPerReader), "uid": "04\(String(0xB0 + number, radix: 16))0000000001"}]}
            """
        }
        return #"{"latency": "real", "readers": [\#(parts.joined(separator: ", "))]}"#
    }

    private static func job(_ rows: Int) -> String {
        "sku,url\n" + (1...rows).map { "S\($0),https://example.com/t/S\($0)\n" }.joined()
    }

    private static func output(of words: [String], in folder: String) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging([
            "TAGMILL": release + "/tagmill", "SERVER": release + "/TagServer",
        ]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "made by `make test-benchmarks`")
        return bytes
    }
}
