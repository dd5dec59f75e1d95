/// SHA-256: bytes -> 32 bytes. By Crypto, handed down as a value.
public typealias Digest = @Sendable ([UInt8]) -> [UInt8]
