import Provisioning
import Tags
import Testing

@testable import Simulation

/// One reader of a rack, worked by hand.
struct Bench {
    static let name = "ACS ACR122U PICC Interface 00 00"

    let rack: Rack
    let slot: any ReaderSlot

    init(
        _ tags: [RackTag], model: VirtualReaderModel = .part3, traits: ReaderTraits = ReaderTraits(), seed: UInt64 = 1,
        latency: RackFile.Latency = .none, sleep: @escaping Sleep = { _ in }
    ) throws {
        rack = try Rack(
            RackFile(
                seed: seed, latency: latency, readers: [RackReader(Self.name, model: model, traits: traits, tags: tags)]
            ),
            sleep: sleep)
        slot = try rack.readers.open(try #require(try rack.readers.list().first))
    }

    /// Lays the next tag and sends it commands in hex; `reactivate` activates it anew. Answers in hex, errors by name.
    func lay(_ commands: String...) throws -> [String] {
        guard case .tag = try slot.waitForTag() else { return ["exhausted"] }
        return try send(commands)
    }

    func send(_ commands: [String]) throws -> [String] {
        var requests: [[UInt8]?] = []
        for command in commands {
            if command == "reactivate" {
                requests.append(nil)
            } else {
                let bytes: [UInt8] = try #require([UInt8](hex: command))
                requests.append(bytes)
            }
        }
        return try slot.withCard { channel in
            requests.map { request in
                do throws(ChannelError) {
                    guard let request else {
                        try channel.reactivate()
                        return "activated"
                    }
                    return try channel.exchange(request).hex
                } catch {
                    return error.description
                }
            }
        }
    }
}
