/// Whether the chip's originality signature is that of its maker.
public enum Genuine: String, Hashable, Sendable, CaseIterable {
    case yes
    case no
    /// Not asked for, or not known for this chip.
    case unknown
}

/// Whether a signature (r, then s, each as long as a coordinate) over a message, taken as a number without a digest, is the
/// key's. Nil where that cannot be told here: not every build of a cryptographic library has every curve. Pure, any thread.
public typealias SignatureVerifier =
    @Sendable (_ signature: [UInt8], _ message: [UInt8], _ key: OriginalityKey) -> Bool?

/// Holds a chip's originality signature to the keys of its maker: ECDSA over the seven bytes of the UID (NXP NTAG213/215/216
/// data sheet rev. 3.2, READ_SIG; NXP AN11350).
///
/// A signature that verifies says who made a UID and signed it, not that this tag is that chip: whoever copies both makes a tag
/// that passes. One that does not verify says that the tag is none of the maker's.
///
/// - Parameters:
///   - chip: as it was told by other means; nil where it was not.
///   - signature: the answer to READ_SIG; nil where there is none, since not every reader passes the command on.
///   - verify: asked for one key after another, until one verifies.
/// - Returns: `yes` where a key of the chip verifies it; `no` where none does, or it is all zero, which is what copies
///   answer that have none; `unknown` without a signature, without keys, and where a key may be missing.
public func genuine(chip: Chip?, uid: UID, signature: [UInt8]?, verify: SignatureVerifier) -> Genuine {
    guard let chip, let signature, !chip.originalityKeys.isEmpty else { return .unknown }
    if signature.allSatisfy({ $0 == 0 }) { return .no }
    // Every chip that is signed so has seven bytes; as a number, zeros in front would not count.
    guard uid.count == 7 else { return .no }
    var isTold = chip.hasConfirmedOriginalityKeys
    for key in chip.originalityKeys {
        switch verify(signature, uid.bytes, key) {
        case true?: return .yes
        case false?: break
        case nil: isTold = false
        }
    }
    return isTold ? .no : .unknown
}
