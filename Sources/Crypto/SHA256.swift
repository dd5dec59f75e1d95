import COpenSSL

/// SHA-256 (FIPS 180-4, 6.2) by OpenSSL's libcrypto.
public enum SHA256 {
    /// Bytes of a digest.
    public static let digestBytes = 32

    /// The digest of bytes that are all in memory; `SHA256Stream` is for those that are not. Safe on any thread.
    ///
    /// - Returns: 32 bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var stream = SHA256Stream()
        stream.update(bytes)
        return stream.finish()
    }
}

/// SHA-256 over bytes that come in pieces. It owns libcrypto's context and frees it, finished or not.
///
/// A value belongs to one thread at a time.
public struct SHA256Stream: ~Copyable {
    private let context: OpaquePointer

    /// Looked up once: libcrypto's own look-up takes longer than the digest of a short message. It is never changed, and
    /// serves any number of threads.
    nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    /// Begins a digest.
    public init() {
        // Both fail only when memory is out or the installed libcrypto has no SHA-256 at all. Neither is
        // a state in which a journal or a report could be kept true, and no caller could do better than stop.
        guard let context = EVP_MD_CTX_new(), let algorithm = Self.algorithm,
            EVP_DigestInit_ex(context, algorithm, nil) == 1
        else {
            preconditionFailure("libcrypto has no SHA-256")
        }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Takes the next bytes; none is fine.
    public mutating func update(_ bytes: some Collection<UInt8>) {
        let taken: Void? = bytes.withContiguousStorageIfAvailable { append($0) }
        if taken == nil { Array(bytes).withUnsafeBufferPointer { append($0) } }
    }

    /// Ends the digest.
    ///
    /// - Returns: 32 bytes.
    public consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.digestBytes) { buffer, count in
            var length: UInt32 = 0
            // SHA-256 cannot fail here, and a digest of another length would overrun the buffer: see `init`.
            precondition(EVP_DigestFinal_ex(context, buffer.baseAddress, &length) == 1)
            precondition(Int(length) == SHA256.digestBytes)
            count = Int(length)
        }
    }

    /// The pointer is used during the call alone.
    private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        precondition(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1)
    }
}
