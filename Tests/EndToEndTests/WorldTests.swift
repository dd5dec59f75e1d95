import Foundation
import Testing

/// That the world in which commands are killed is as real as it is said to be.
@Suite("The world of tags that outlive a command", .serialized) struct WorldTests {
    static func rack(readers: Int = 2, tags: Int = 16) -> String {
        let parts = (0..<readers).map { number in
            let name = "Bench \(number / 2) 00 0\(number % 2)"
            return """
                {"name": "\(name)", "model": "\(number % 4 < 2 ? "acr122u" : "part3")", "tags": [
                  {"chip": "NTAG213", "count": \(tags / readers), "uid": "04B\(number)0000000001"}]}
                """
        }
        return #"{"latency": "real", "readers": [\#(parts.joined(separator: ", "))]}"#
    }

    @Test func aRunThatNothingHappensToIsTrue() throws {
        let scratch = try Scratch()
        let world = try World(rack: Self.rack(), in: scratch)
        let job = SealedJob(rows: 12)
        try scratch.write("job.csv", job.csv)
        let done = try world.run(["run", "job.csv", "--idle-timeout", "30"])
        #expect(done.code == 0, "\(done.errors)")
        #expect(try world.tags().filter { $0.writes > 0 }.count == 12)
        #expect(try job.faults(of: done, in: world) == [])
    }
}
