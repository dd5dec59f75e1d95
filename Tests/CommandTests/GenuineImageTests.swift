import Foundation
import TagImages
import Tags
import Testing

@testable import tagmill

/// What `read` and `verify` say of the originality signatures in image files.
@Suite struct GenuineImageTests {
    /// Two UIDs that NXP signed with the key of all NTAG21x.
    private static let signed = [
        "04BE7982355B80": "F2DE84A291222F6A04F663D48104D1F523DA00B9A951CC6126CE1BAA8A9E6A50",
        "04E5C922325E80": "4F3E3ED31C3D7F46A8A5B169CEF6BB057987F213DBD2621C59AF77FB02D0FAF6",
    ]
    private static let first = "04BE7982355B80"
    private static let second = "04E5C922325E80"
    private static let zeros = String(repeating: "00", count: 32)
    private let bench: JobBench

    init() throws {
        bench = try JobBench()
        try FileManager.default.createDirectory(atPath: bench.path + "/images", withIntermediateDirectories: true)
    }

    private static func tag(_ uid: String, signature: String?) throws -> TagFile {
        var tag = try TagFile(uid, uri: "https://a.example/t/TEA-1")
        tag.signature = signature
        return tag
    }

    private func genuine(of path: String) -> Substring? {
        bench.tool("read", "--json", path).output.firstMatch(of: /"genuine":"(\w+)"/)?.1
    }

    @Test(arguments: [
        (first, signed[first], "yes"), (second, signed[second], "yes"),
        // The signature of another tag, and none at all; many tools write zeros for one that was not read.
        (first, signed[second], "no"), ("04A10000000001", signed[first], "no"), (first, nil, "unknown"),
        (first, zeros, "unknown"),
    ])
    func aFlipperFile(_ uid: String, _ signature: String?, _ genuine: String) throws {
        let path = try bench.file("images/1.nfc", Self.tag(uid, signature: signature).flipper)
        #expect(self.genuine(of: path) ?? "" == genuine)
    }

    @Test func aPersonIsToldWhetherItIs() throws {
        let path = try bench.file("images/1.nfc", Self.tag(Self.first, signature: Self.signed[Self.first]).flipper)
        let other = try bench.file("images/2.nfc", Self.tag(Self.first, signature: Self.signed[Self.second]).flipper)
        #expect(bench.tool("read", path).output.hasPrefix("tag     \(Self.first), NTAG213, genuine\n"))
        #expect(bench.tool("read", other).output.hasPrefix("tag     \(Self.first), NTAG213, not genuine\n"))
    }

    /// The same tag in the other formats that hold a signature.
    @Test(arguments: signed.keys.sorted()) func everyFormatThatHoldsASignature(_ uid: String) throws {
        let tag = try Self.tag(uid, signature: Self.signed[uid])
        let image = try TagImage(reading: Array(tag.flipper.utf8), name: "1.nfc")
        let json = String(decoding: try image.write(as: .proxmarkJSON), as: UTF8.self)
        #expect(genuine(of: try bench.file("images/1.json", json)) == "yes")
        let again = String(decoding: try image.write(as: .flipper), as: UTF8.self)
        #expect(genuine(of: try bench.file("images/2.nfc", again)) == "yes")

        let signature = try #require(image.signature)
        let version = try #require(Chip.ntag213.version)
        let pages = tag.pages.flatMap(\.self)
        let header = version + [0, 0, 0, 44] + signature + Array(repeating: 0, count: 12)
        let path = bench.path + "/images/3.bin"
        try Data(header + pages).write(to: URL(fileURLWithPath: path))
        #expect(genuine(of: path) == "yes")

        let lines = tag.pages.enumerated().map {
            "[\([UInt8($0)].hex)] .  \($1.map { [$0].hex }.joined(separator: " "))"
        }
        let scan = """
            ** TagInfo scan (version 4.25.0) 2026-03-04 09:10:11 **
            -- IC INFO ------------------------------

            # IC type:
            NTAG213

            # Originality check:
            * r: 0x\(Array(signature.prefix(16)).hex)
            * s: 0x\(Array(signature.suffix(16)).hex)

            # Memory content:
            \(lines.joined(separator: "\n"))

            """
        #expect(genuine(of: try bench.file("images/4.txt", scan)) == "yes")
    }

    // MARK: verify

    /// Two tags, of which one has the signature of another.
    private func images() throws -> String {
        try bench.file("images/1.nfc", Self.tag(Self.first, signature: Self.signed[Self.first]).flipper)
        try bench.file("images/2.nfc", Self.tag(Self.second, signature: Self.signed[Self.first]).flipper)
        return bench.path + "/images"
    }

    private func golden(_ first: String, _ second: String) throws -> String {
        let url = "https://a.example/t/TEA-1"
        return try bench.file(
            "golden.csv", "uid,url,genuine\n\(Self.first),\(url),\(first)\n\(Self.second),\(url),\(second)\n")
    }

    @Test func theGoldenFileSaysWhatIsExpected() throws {
        let images = try images()
        #expect(bench.tool("verify", try golden("yes", "no"), images).output == "2 match\n")
        let run = bench.tool("verify", try golden("yes", "yes"), images)
        #expect(run.code == .notAchieved)
        #expect(
            run.output
                == "differs \(Self.second), \(images)/2.nfc: genuine yes is expected, and it is no\n"
                + "1 match, 1 differs\n")
    }

    @Test func genuineTagsMayBeRequiredOfAll() throws {
        let images = try images()
        let golden = try golden("", "")
        #expect(bench.tool("verify", golden, images).code == .success)
        let run = bench.tool("verify", golden, images, "--require-genuine")
        #expect(run.code == .notAchieved)
        #expect(run.output.contains("/2.nfc: genuine yes is expected, and it is no\n"))
        #expect(run.output.hasSuffix("1 match, 1 differs\n"))
        let json = bench.tool("verify", golden, images, "--require-genuine", "--json").output
        #expect(json.contains(#""genuine":"yes""#) && json.contains(#""genuine":"no""#))

        // A signature that was not read proves nothing.
        try bench.file("images/2.nfc", Self.tag(Self.second, signature: nil).flipper)
        #expect(
            bench.tool("verify", golden, images, "--require-genuine").output.contains(
                "genuine yes is expected, and it is unknown"))
        // A row's own word counts.
        #expect(
            bench.tool("verify", try self.golden("", "unknown"), images, "--require-genuine").output == "2 match\n")
    }
}
