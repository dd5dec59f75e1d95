import Foundation
import Provisioning
import Tags
import Testing

@testable import PCSC

/// What the tests with a real pcscd are given by `run-daemon-tests.sh`.
struct DaemonFixture: Sendable {
    /// The first of the ports: `Tagmill Test A` listens there and on the next, `ACS ACR122U Test B` on the two after.
    let port: UInt16
    /// The process that ends pcscd on SIGUSR1 and starts it on SIGUSR2.
    let keeper: pid_t
    /// The folder of pcscd's configuration.
    let configuration: String

    static let names = [
        "Tagmill Test A 00 00", "Tagmill Test A 00 01", "ACS ACR122U Test B 00 00", "ACS ACR122U Test B 00 01",
    ]

    /// Fails where there is no pcscd for tests: these tests are left out by name, never skipped.
    init() throws {
        let environment = ProcessInfo.processInfo.environment
        let hint: Comment = "run by Tests/PCSCTests/run-daemon-tests.sh"
        port = try #require(environment["TAGMILL_TEST_VPCD_PORT"].flatMap { UInt16($0) }, hint)
        keeper = try #require(environment["TAGMILL_WITH_PCSCD"].flatMap { pid_t($0) }, hint)
        configuration = try #require(environment["TAGMILL_TEST_PCSCD_CONF"], hint)
    }

    /// A card for the reader of that number.
    func card(
        _ reader: Int, atr: [UInt8] = storageATR,
        _ answer: @escaping @Sendable ([UInt8]) -> VirtualCard.Reply = { _ in .bytes([0x90, 0x00]) }
    ) -> VirtualCard {
        VirtualCard(port: port + UInt16(reader), atr: atr, answer: answer)
    }

    /// Opens the reader of that number for the calling thread.
    func open(_ reader: Int, _ readers: PCSCReaders = PCSCReaders()) throws -> any ReaderSlot {
        let info = try #require(readers.list().first { $0.name == Self.names[reader] })
        return try readers.open(info)
    }

    /// Opens the reader of that number for looking on, also where a slot has it.
    func watch(_ reader: Int, _ readers: PCSCReaders = PCSCReaders()) throws -> any ReaderSlot {
        let info = try #require(readers.list().first { $0.name == Self.names[reader] })
        return try readers.slot(info, isTaken: false)
    }

    /// The process that serves; its number stands in a folder of this namespace's own.
    func servicePID() throws -> pid_t {
        let text = try String(contentsOfFile: "/run/pcscd/pcscd.pid", encoding: .utf8)
        return try #require(pid_t(text.prefix { $0.isNumber }))
    }

    /// Waits until a slot has the reader of that number.
    func waitUntilTaken(_ reader: Int) throws {
        while case .nobody = ReaderLock.holder(of: Self.names[reader]) { usleep(1000) }
    }

    /// Waits until the reader has noticed that nothing lies there, and nobody has it.
    func waitUntilEmpty(_ reader: Int) throws {
        let readers = PCSCReaders()
        let info = try #require(readers.list().first { $0.name == Self.names[reader] })
        while try readers.occupancy(of: info) != .empty { usleep(10_000) }
    }

    /// Kills pcscd, which leaves its socket behind.
    func killService() throws {
        let service = try servicePID()
        kill(service, SIGKILL)
        while kill(service, 0) == 0, try !isZombie(service) { usleep(1000) }
    }

    /// Its parent buries it when it is next asked for something.
    private func isZombie(_ process: pid_t) throws -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        return status.split(separator: ")").last?.hasPrefix(" Z") == true
    }

    /// Starts pcscd again and returns the readers once all of them are there, or what is there after 20 seconds.
    func startService() throws -> [ReaderInfo] {
        // What is left of one that was killed is cleared away.
        kill(keeper, SIGUSR1)
        kill(keeper, SIGUSR2)
        let readers = PCSCReaders()
        for _ in 0..<400 {
            if let listed = try? readers.list(), listed.count == Self.names.count { return listed }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return try readers.list()
    }

    /// Runs `body` with a service that has no readers, and gives them back.
    func withoutReaders(_ body: () throws -> Void) throws {
        let (file, aside) = (configuration + "/readers", configuration + "/../readers")
        try startService(after: file, becomes: aside, names: [])
        let result = Result { try body() }
        try startService(after: aside, becomes: file, names: Self.names)
        try result.get()
    }

    private func startService(after file: String, becomes other: String, names: [String]) throws {
        try FileManager.default.moveItem(atPath: file, toPath: other)
        kill(keeper, SIGUSR1)
        kill(keeper, SIGUSR2)
        for _ in 0..<400 where (try? PCSCReaders().list())?.map(\.name) != names { usleep(50_000) }
    }

    /// Lays the card on the reader of that number, runs `body` once the reader has noticed, and lifts it again: the next
    /// test finds the reader empty.
    func withCard(_ card: VirtualCard, on reader: Int, _ body: (any ReaderSlot) throws -> Void) throws {
        try whileLaid(card, on: reader) { try body(try open(reader)) }
    }

    /// The same with nobody who has the reader.
    func whileLaid(_ card: VirtualCard, on reader: Int, _ body: () throws -> Void) throws {
        let observer = try watch(reader)
        try card.insert()
        _ = try observer.waitForTag()
        defer {
            card.remove()
            try? observer.waitForRemoval()
        }
        try body()
    }
}

/// The answer to reset of a storage card as PC/SC part 3 makes it (MIFARE Ultralight family).
let storageATR = [UInt8](hex: "3B8F8001804F0CA0000003060300030000000068")!  // A literal, of whole bytes.
/// The same of a MIFARE Classic 1K: another tag.
let otherATR = [UInt8](hex: "3B8F8001804F0CA000000306030001000000006A")!  // As above.

/// Runs blocking code on a thread of its own, not on one of Swift concurrency's.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try body() }) }.start()
    }
}

/// A thread whose result is waited for.
final class Running<Value: Sendable>: @unchecked Sendable {
    // `result` is written before the semaphore is signalled and read after it was waited for.
    private var result: Result<Value, any Error>?
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Value) {
        Thread { [self] in
            result = Result { try body() }
            done.signal()
        }.start()
    }

    func value() throws -> Value {
        done.wait()
        return try #require(result).get()
    }
}
