import Crypto
import Testing

/// The examples that NIST publishes for SHA-256 (FIPS 180-4 examples, and the byte-oriented short messages).
private let vectors: [(message: [UInt8], digest: String)] = [
    ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ([0xD3], "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
    (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
        Array(
            ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
        Array(repeating: UInt8(ascii: "a"), count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
]

private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

@Suite struct SHA256Tests {
    @Test(arguments: vectors.indices) func oneCall(_ index: Int) {
        #expect(hex(SHA256.digest(vectors[index].message)) == vectors[index].digest)
    }

    /// Pieces of 55, 64 and 4096 bytes: below, at and above the block of the function.
    @Test(arguments: vectors.indices, [55, 64, 4096]) func pieces(_ index: Int, size: Int) {
        let (message, digest) = vectors[index]
        var stream = SHA256Stream()
        var start = 0
        while start < message.count {
            let end = min(start + size, message.count)
            stream.update(message[start..<end])
            start = end
        }
        #expect(hex(stream.finish()) == digest)
    }

    @Test func singleBytesAndEmptyPieces() {
        var stream = SHA256Stream()
        for byte in "abc".utf8 {
            stream.update([])
            stream.update(CollectionOfOne(byte))
        }
        #expect(hex(stream.finish()) == vectors[2].digest)
    }

    /// A collection without contiguous storage takes the copying way.
    @Test func lazyCollection() {
        var stream = SHA256Stream()
        stream.update((0..<1_000_000).lazy.map { _ in UInt8(ascii: "a") })
        #expect(hex(stream.finish()) == vectors[5].digest)
    }

    /// A digest that is never finished is freed all the same, and disturbs no other.
    @Test func abandoned() {
        for _ in 0..<1000 {
            var stream = SHA256Stream()
            stream.update([1, 2, 3])
        }
        #expect(hex(SHA256.digest([])) == vectors[0].digest)
    }
}
