import Foundation

/// Another program at the same reader: does with PC/SC what tagmill itself never does. Calls the library by its symbols,
/// because its header belongs to the target under test.
final class OtherProgram {
    private typealias Establish =
        @convention(c) (UInt, OpaquePointer?, OpaquePointer?, UnsafeMutablePointer<Int>) -> Int
    private typealias Connect =
        @convention(c) (Int, UnsafePointer<CChar>, UInt, UInt, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UInt>) ->
        Int
    private typealias Reconnect = @convention(c) (Int, UInt, UInt, UInt, UnsafeMutablePointer<UInt>) -> Int
    private typealias OfHandle = @convention(c) (Int) -> Int
    private typealias WithDisposition = @convention(c) (Int, UInt) -> Int
    private typealias Transmit =
        @convention(c) (
            Int, UnsafeRawPointer, UnsafePointer<UInt8>, UInt, OpaquePointer?, UnsafeMutablePointer<UInt8>,
            UnsafeMutablePointer<UInt>
        ) -> Int

    enum Share: UInt {
        case exclusive = 1
        case shared = 2
    }

    struct Failed: Error {
        var call: String
        var code: Int
    }

    private var context = 0
    private var card = 0

    init() throws {
        try check(
            "SCardEstablishContext", Self.function(Establish.self, "SCardEstablishContext")(2, nil, nil, &context))
    }

    deinit { _ = Self.function(OfHandle.self, "SCardReleaseContext")(context) }

    func connect(to reader: String, _ share: Share) throws {
        var active: UInt = 0
        try check(
            "SCardConnect",
            Self.function(Connect.self, "SCardConnect")(context, reader, share.rawValue, 3, &card, &active))
    }

    /// Takes the card up again as it lies, after somebody else reset it.
    func reconnect() throws {
        var active: UInt = 0
        try check(
            "SCardReconnect",
            Self.function(Reconnect.self, "SCardReconnect")(card, Share.shared.rawValue, 3, 0, &active))
    }

    func begin() throws {
        try check("SCardBeginTransaction", Self.function(OfHandle.self, "SCardBeginTransaction")(card))
    }

    func end() throws {
        try check("SCardEndTransaction", Self.function(WithDisposition.self, "SCardEndTransaction")(card, 0))
    }

    /// Leaves the card as it is.
    func disconnect() throws {
        try check("SCardDisconnect", Self.function(WithDisposition.self, "SCardDisconnect")(card, 0))
    }

    func transmit(_ command: [UInt8]) throws -> [UInt8] {
        var answer = [UInt8](repeating: 0, count: 264)
        var length = UInt(answer.count)
        let pci = Self.symbol("g_rgSCardT1Pci")
        let result = Self.function(Transmit.self, "SCardTransmit")(
            card, pci, command, UInt(command.count), nil, &answer, &length)
        try check("SCardTransmit", result)
        return Array(answer.prefix(Int(length)))
    }

    /// One exchange on a connection of its own. A connection made while tagmill holds the transaction finds the tag
    /// without power when that ends, and is made again.
    func exchange(_ command: [UInt8], with reader: String) throws -> [UInt8] {
        for _ in 0..<10 {
            try connect(to: reader, .shared)
            let answer = Result { try transmit(command) }
            try disconnect()
            if case .success(let bytes) = answer { return bytes }
        }
        throw Failed(call: "SCardTransmit", code: 0)
    }

    private func check(_ call: String, _ result: Int) throws {
        guard result == 0 else { throw Failed(call: call, code: result) }
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer {
        guard let symbol = dlsym(nil, name) else { preconditionFailure("libpcsclite has no \(name)") }
        return symbol
    }

    private static func function<Function>(_ type: Function.Type, _ name: String) -> Function {
        unsafeBitCast(symbol(name), to: type)
    }
}
