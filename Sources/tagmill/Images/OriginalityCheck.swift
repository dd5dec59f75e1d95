import Crypto
import Tags

extension OriginalityKey {
    /// The `SignatureVerifier` of this program: by libcrypto. Any thread.
    @Sendable static func verifies(_ signature: [UInt8], _ message: [UInt8], _ key: OriginalityKey) -> Bool? {
        let curve: VerifyingKey.Curve =
            switch key.curve {
            case .secp128r1: .secp128r1
            }
        do throws(VerifyingKey.Failure) {
            return try VerifyingKey(curve: curve, point: key.point).verifies(signature, of: message)
        } catch {
            return error == .curveUnknown ? nil : false
        }
    }
}
