import COpenSSL

/// A public key that signatures of ECDSA are held to (SEC 1 version 2.0, section 4.1.4), by OpenSSL's libcrypto. What is
/// signed is taken as a number, without a digest.
///
/// It owns libcrypto's key and frees it. A value belongs to one thread at a time.
public struct VerifyingKey: ~Copyable {
    /// A curve by its name in SEC 2 version 1.0.
    public enum Curve: String, Hashable, Sendable, CaseIterable {
        case secp128r1

        /// Bytes of a coordinate of a point, and of r and s of a signature: those of the curve's order.
        public var coordinateBytes: Int {
            switch self {
            case .secp128r1: 16
            }
        }
    }

    /// Why there is no such key.
    public enum Failure: Error, Hashable {
        /// The installed libcrypto was built without this curve.
        case curveUnknown
        case notOnCurve
    }

    private let curve: Curve
    private let key: OpaquePointer

    /// Takes a point without compression: 04, X, Y.
    ///
    /// - Throws: `notOnCurve` also for bytes that are no such point at all.
    public init(curve: Curve, point: [UInt8]) throws(Failure) {
        // Of the compressed and the hybrid form a changed first byte would make the same point.
        guard point.first == 0x04, point.count == 1 + 2 * curve.coordinateBytes else { throw .notOnCurve }
        guard let key = Self.key(on: curve) else { throw .curveUnknown }
        guard EVP_PKEY_set1_encoded_public_key(key, point, point.count) == 1 else {
            EVP_PKEY_free(key)
            ERR_clear_error()
            throw .notOnCurve
        }
        (self.curve, self.key) = (curve, key)
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// Whether the signature is this key's.
    ///
    /// - Parameters:
    ///   - signature: r, then s, each of `coordinateBytes`; bytes of another count are none.
    ///   - message: a number, the highest byte first, of 1 byte to `coordinateBytes`; of another count nothing is signed.
    public borrowing func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        let size = curve.coordinateBytes
        guard signature.count == 2 * size, (1...size).contains(message.count),
            let context = EVP_PKEY_CTX_new(key, nil)
        else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        let encoded = Self.sequence(Self.integer(signature.prefix(size)) + Self.integer(signature.suffix(size)))
        let isVerified =
            EVP_PKEY_verify_init(context) == 1
            && EVP_PKEY_verify(context, encoded, encoded.count, message, message.count) == 1
        // What it says of a wrong signature stands in this thread's queue of errors, for whoever asks next.
        ERR_clear_error()
        return isVerified
    }

    // MARK: ECDSA-Sig-Value, a SEQUENCE of two INTEGERs (SEC 1 version 2.0, C.5), in DER (ITU-T X.690, 8.3 and 8.9)

    /// An INTEGER of so few bytes that its length is one byte: the fewest bytes whose highest bit is not set.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var value = Array(bytes.drop { $0 == 0 })
        if value.first.map({ $0 >= 0x80 }) ?? true { value.insert(0, at: 0) }
        return [0x02, UInt8(value.count)] + value
    }

    private static func sequence(_ content: [UInt8]) -> [UInt8] { [0x30, UInt8(content.count)] + content }

    /// libcrypto's key of the curve alone, before it has a point; nil where libcrypto does not know the curve.
    private static func key(on curve: Curve) -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        var key: OpaquePointer?
        guard EVP_PKEY_paramgen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, curve.rawValue) == 1,
            EVP_PKEY_paramgen(context, &key) == 1
        else { return nil }
        return key
    }
}
