/// A PC/SC error code, as the standard numbers it (PC/SC part 5; pcsc-lite's `pcsclite.h`).
package struct PCSCError: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Reads what a PC/SC function returned; nil when that is success.
    ///
    /// The only place where a LONG becomes a code. A LONG has 64 bits on Linux, and the macros put the code into it as
    /// a positive number, other builds as a negative one: only the lower 32 bits count.
    package init?(result: Int) {
        let code = UInt32(truncatingIfNeeded: result)
        guard code != 0 else { return nil }
        self.init(rawValue: code)
    }

    /// Throws what a PC/SC function returned, unless it is success.
    static func check(_ result: Int) throws(PCSCError) {
        if let error = PCSCError(result: result) { throw error }
    }

    /// The same for a call over a connection that the service has accepted, and that it cannot refuse any more.
    ///
    /// When pcscd ends before it has read a request, the connection is reset, which pcsc-lite calls a security violation
    /// too (measured with 1.9.9): here that means that there is no service.
    static func checkAccepted(_ result: Int) throws(PCSCError) {
        let error = PCSCError(result: result)
        if error == .securityViolation { throw .noService }
        if let error { throw error }
    }

    package static let cancelled = PCSCError(rawValue: 0x8010_0002)
    package static let invalidHandle = PCSCError(rawValue: 0x8010_0003)
    package static let insufficientBuffer = PCSCError(rawValue: 0x8010_0008)
    package static let unknownReader = PCSCError(rawValue: 0x8010_0009)
    package static let timeout = PCSCError(rawValue: 0x8010_000A)
    package static let sharingViolation = PCSCError(rawValue: 0x8010_000B)
    package static let noSmartcard = PCSCError(rawValue: 0x8010_000C)
    package static let communicationFailed = PCSCError(rawValue: 0x8010_0013)
    package static let notTransacted = PCSCError(rawValue: 0x8010_0016)
    package static let readerUnavailable = PCSCError(rawValue: 0x8010_0017)
    package static let noService = PCSCError(rawValue: 0x8010_001D)
    package static let serviceStopped = PCSCError(rawValue: 0x8010_001E)
    package static let noReadersAvailable = PCSCError(rawValue: 0x8010_002E)
    package static let unresponsiveCard = PCSCError(rawValue: 0x8010_0066)
    package static let unpoweredCard = PCSCError(rawValue: 0x8010_0067)
    package static let resetCard = PCSCError(rawValue: 0x8010_0068)
    package static let removedCard = PCSCError(rawValue: 0x8010_0069)
    package static let securityViolation = PCSCError(rawValue: 0x8010_006A)

    /// The standard's name, where it has one.
    package var name: String? { Self.names[rawValue] }

    /// `SCARD_W_REMOVED_CARD 0x80100069`; the number alone for a code without a name.
    package var description: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        let number = "0x" + String(repeating: "0", count: 8 - digits.count) + digits
        guard let name else { return number }
        return "\(name) \(number)"
    }

    private static let names: [UInt32: String] = [
        0x8010_0001: "SCARD_F_INTERNAL_ERROR",
        0x8010_0002: "SCARD_E_CANCELLED",
        0x8010_0003: "SCARD_E_INVALID_HANDLE",
        0x8010_0004: "SCARD_E_INVALID_PARAMETER",
        0x8010_0005: "SCARD_E_INVALID_TARGET",
        0x8010_0006: "SCARD_E_NO_MEMORY",
        0x8010_0007: "SCARD_F_WAITED_TOO_LONG",
        0x8010_0008: "SCARD_E_INSUFFICIENT_BUFFER",
        0x8010_0009: "SCARD_E_UNKNOWN_READER",
        0x8010_000A: "SCARD_E_TIMEOUT",
        0x8010_000B: "SCARD_E_SHARING_VIOLATION",
        0x8010_000C: "SCARD_E_NO_SMARTCARD",
        0x8010_000D: "SCARD_E_UNKNOWN_CARD",
        0x8010_000E: "SCARD_E_CANT_DISPOSE",
        0x8010_000F: "SCARD_E_PROTO_MISMATCH",
        0x8010_0010: "SCARD_E_NOT_READY",
        0x8010_0011: "SCARD_E_INVALID_VALUE",
        0x8010_0012: "SCARD_E_SYSTEM_CANCELLED",
        0x8010_0013: "SCARD_F_COMM_ERROR",
        0x8010_0014: "SCARD_F_UNKNOWN_ERROR",
        0x8010_0015: "SCARD_E_INVALID_ATR",
        0x8010_0016: "SCARD_E_NOT_TRANSACTED",
        0x8010_0017: "SCARD_E_READER_UNAVAILABLE",
        0x8010_0018: "SCARD_P_SHUTDOWN",
        0x8010_0019: "SCARD_E_PCI_TOO_SMALL",
        0x8010_001A: "SCARD_E_READER_UNSUPPORTED",
        0x8010_001B: "SCARD_E_DUPLICATE_READER",
        0x8010_001C: "SCARD_E_CARD_UNSUPPORTED",
        0x8010_001D: "SCARD_E_NO_SERVICE",
        0x8010_001E: "SCARD_E_SERVICE_STOPPED",
        // pcsc-lite gives SCARD_E_UNSUPPORTED_FEATURE the same number.
        0x8010_001F: "SCARD_E_UNEXPECTED",
        0x8010_002E: "SCARD_E_NO_READERS_AVAILABLE",
        0x8010_002F: "SCARD_E_COMM_DATA_LOST",
        0x8010_0031: "SCARD_E_SERVER_TOO_BUSY",
        0x8010_0065: "SCARD_W_UNSUPPORTED_CARD",
        0x8010_0066: "SCARD_W_UNRESPONSIVE_CARD",
        0x8010_0067: "SCARD_W_UNPOWERED_CARD",
        0x8010_0068: "SCARD_W_RESET_CARD",
        0x8010_0069: "SCARD_W_REMOVED_CARD",
        0x8010_006A: "SCARD_W_SECURITY_VIOLATION",
    ]
}
