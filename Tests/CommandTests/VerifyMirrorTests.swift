import Foundation
import Tags
import Testing

@testable import tagmill

/// Tags whose ASCII mirror lies over the message (field case 5), on a rack and as images.
@Suite struct VerifyMirrorTests {
    private static let uid = "0448551A2E1291"
    /// MIRROR_PAGE 0C, MIRROR_BYTE 1: bytes 49 to 62, of which the message begins at byte 23.
    private static let leftOn = "54000CFF"
    private let bench: JobBench
    private var images: String { bench.path + "/images" }

    init() throws {
        bench = try JobBench()
        try FileManager.default.createDirectory(atPath: bench.path + "/images", withIntermediateDirectories: true)
    }

    /// What the tag stores, in a rack: the tag itself lays the UID over it.
    private func rack(_ stored: String, cfg0: String) throws -> String {
        let tag = try TagFile(Self.uid, uri: stored).racked
        return try bench.rack(
            tag.replacing(#""pages": {"#, with: #""pages": {"41": "\#(cfg0)", "#), model: "acr122u",
            name: "ACS ACR122U PICC Interface 00 00")
    }

    /// A mirror that somebody left on writes over what the job wants there.
    @Test func aMirrorThatWasLeftOnIsNamed() throws {
        let url = "https://app.example-site.com/login/start/page?x=1234567890"
        let golden = try bench.file("golden.csv", "url\n\(url)\n")
        let sentence =
            "an ASCII mirror of the UID lies over bytes 26 to 39 of the message, which the expected message does not leave "
            + "to it"
        let laid = bench.tool("verify", golden, "--rack", try rack(url, cfg0: Self.leftOn))
        let dump = bench.path + "/images/1.nfc"
        #expect(bench.tool("tag", "dump", dump, "--rack", try rack(url, cfg0: Self.leftOn)).code == .success)
        let runs = [laid, bench.tool("verify", golden, images), bench.tool("verify", golden, images, "--exact")]
        for run in runs {
            #expect(run.code == .notAchieved)
            #expect(run.output.contains(sentence), "\(run.output)")
            #expect(run.output.contains(Self.uid))
            #expect(!run.errors.contains("not compared"))
        }
        // A text that only looks like a placeholder is none.
        let marked = try bench.file("marked.csv", "url\n\(url.replacing("login/start/pa", with: "XXXXXXXXXXXXXX"))\n")
        #expect(bench.tool("verify", marked, images).code == .notAchieved)
    }

    /// The very images of a set, and its messages, match it with their mirrors.
    @Test func aGoldenSetOfMessagesMatchesItsOwnTags() throws {
        let url = "https://a.example/start/?m=00000000000000"
        let place = 23 + 5 + "a.example/start/?m=".utf8.count
        let cfg0 = [UInt8(0x40 | (place % 4) << 4 | 4), 0, UInt8(place / 4), 0xFF].hex
        for text in ["00000000000000", Self.uid] {
            let message = try TagFile(Self.uid, uri: url.replacing("00000000000000", with: text)).message
            let golden = try bench.file("golden.csv", "message_hex\n\(message.hex)\n")
            for options in [[], ["--exact"]] {
                let words = ["verify", golden, "--rack", try rack(url, cfg0: cfg0)] + options
                #expect(ToolRun(words: words).output == "1 match\n")
            }
        }
    }

    /// A mirror that the settings ask for, as a run would make it.
    @Test func aMirrorThatIsAskedForIsCompared() throws {
        let url = "https://a.example/start/?m=00000000000000&x=1"
        let golden = try bench.file("golden.csv", "url\n\(url)\n")
        try bench.file("golden.json", #"{"mirror": "uid"}"#)
        let place = 23 + 5 + "a.example/start/?m=".utf8.count
        func cfg0(_ place: Int) -> String {
            [UInt8(0x40 | (place % 4) << 4 | 4), 0, UInt8(place / 4), 0xFF].hex
        }
        let done = bench.tool("verify", golden, "--rack", try rack(url, cfg0: cfg0(place)))
        #expect(done.output == "1 match\n")
        #expect(!done.errors.contains("not compared"))
        let wrong = [
            ("040000FF", "none is seen to be switched on"),
            (cfg0(place + 1), "an ASCII mirror of the UID lies over bytes 25 to 38"),
            (cfg0(100), "an ASCII mirror of the UID lies over pages 25-28, beside the message"),
        ]
        for (setting, words) in wrong {
            let run = bench.tool("verify", golden, "--rack", try rack(url, cfg0: setting))
            #expect(run.code == .notAchieved)
            #expect(
                run.output.contains(
                    "an ASCII mirror of the UID is expected over bytes 24 to 37 of the message, and " + words),
                "\(run.output)")
        }
    }
}
